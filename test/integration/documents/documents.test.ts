// Ten documents of different kinds and languages, with what a model might return for each. The snapshot has the
// request, the items, and the hints.
import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import { errorOf, hintsOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const FOLDER = 'test/integration/documents';

interface DocumentCase {
	title: string;
	file: string;
	/** What the platform returns. */
	output: object;
	parameters: INodeParameters;
}

const documents: DocumentCase[] = parse(readFileSync(`${FOLDER}/parameters.yaml`, 'utf8'));
const platform = simulatedPlatform();

test.each(documents)('$title', async ({ file, output, parameters }) => {
	const body = { output, model: 'some-model' };
	platform.faults([{ fault: 'wrong-shape', body }]);
	const ended = await runNode({
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: readFileSync(`${FOLDER}/${file}`, 'utf8'),
			...parameters,
		},
		credentials: platform.credentials(),
	});
	const requests = platform.bodies();

	expect(errorOf(ended)).toBeUndefined();
	expect({ requests, items: jsonOf(ended), hints: hintsOf(ended) }).toMatchSnapshot();
});
