import { readFile } from 'node:fs/promises';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import { errorOf, hintsOf, jsonOf, runNode } from '../../test/support/engine/engine.ts';
import { DEFAULT_HEADER_NAME } from '../../nodes/DataPlatform/transport/credentials.ts';
import { DEMO_TOKEN, type Simulator, startSimulator } from '../../simulator/server.ts';
import type { Generated } from './generated.ts';
import { withParts } from './markdown.ts';

const PAGE = 'maintainers/extraction-documents.md';
const FOLDER = 'tools/docs/documents';

/** A document and the parameters for it. */
interface DocumentCase {
	title: string;
	/** The file in the folder. */
	file: string;
	mimeType: string;
	/** What the case shows. */
	shows: string;
	/** Parameters other than resource, operation, and input. */
	parameters: INodeParameters;
}

/** Extracts from each document, in n8n's engine, with the simulator. */
async function extractionDocumentsPage(): Promise<string> {
	const simulator = await startSimulator();
	const sections: string[] = [];
	const documents: DocumentCase[] = parse(await readFile(`${FOLDER}/parameters.yaml`, 'utf8'));
	for (const each of documents) sections.push(await section(each, simulator));
	await simulator.close();
	return withParts(PAGE, { documents: sections.join('\n\n') });
}

async function run({ file, mimeType, parameters }: DocumentCase, simulator: Simulator) {
	simulator.reset();
	const data = await readFile(`${FOLDER}/${file}`, 'base64');
	const ended = await runNode({
		input: [{ json: {}, binary: { data: { data, mimeType, fileName: file } } }],
		parameters: {
			resource: 'ai',
			operation: 'extract',
			inputType: 'content',
			content: { item: [{ kind: 'textFile', inputDataFieldName: 'data' }] },
			...parameters,
		},
		credentials: {
			baseUrl: simulator.url,
			token: DEMO_TOKEN,
			headerName: DEFAULT_HEADER_NAME,
		},
	});
	const error = errorOf(ended);
	if (error) throw error;
	const [{ body }] = simulator.journal.list();
	const request = body as { input: Array<{ text: string }> };
	return { request, items: jsonOf(ended), hints: hintsOf(ended) };
}

async function section(each: DocumentCase, simulator: Simulator): Promise<string> {
	const { request, items, hints } = await run(each, simulator);
	const { input, ...rest } = request;
	const count = items.length === 1 ? '1 item' : `${items.length} items`;
	return [
		`## ${each.title}`,
		each.shows,
		`Input: the file [${each.file}](../${FOLDER}/${each.file}), read by **Content Items** > **Text From File**.`,
		block('text', input[0].text.trimEnd()),
		'Parameters:',
		block('json', each.parameters),
		'Request, without `input`:',
		block('json', rest),
		`Output, ${count}:`,
		block('json', items.length === 1 ? items[0] : items),
		...hints.map((hint) => `Hint: ${hint}`),
	].join('\n\n');
}

function block(language: string, content: unknown): string {
	const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
	return `\`\`\`\`${language}\n${text}\n\`\`\`\``;
}

export const extractionDocumentsFile: Generated = { file: PAGE, make: extractionDocumentsPage };
