import { readExamples } from '../../../local/examples.ts';
import { connect } from '../connect.ts';
import { agentExamples } from './examples/agent.ts';
import { approvalExamples } from './examples/approval.ts';
import { connectorExamples } from './examples/connectors.ts';
import { csvExamples } from './examples/csv.ts';
import { dataTableExamples } from './examples/data-tables.ts';
import { evaluationExamples } from './examples/evaluation.ts';
import { extractionExamples } from './examples/extraction.ts';
import { functionExamples } from './examples/functions.ts';
import { jobExamples } from './examples/jobs.ts';
import { recordExamples } from './examples/record.ts';

const connection = connect();

const EXAMPLES = {
	...agentExamples,
	...connectorExamples,
	...csvExamples,
	...extractionExamples,
	...functionExamples,
	...jobExamples,
};

test('every example is rehearsed, and every rehearsal has one', async () => {
	const files = (await readExamples()).map(({ file }) => file);
	expect(files).toEqual(
		Object.keys({
			...EXAMPLES,
			...approvalExamples,
			...dataTableExamples,
			...evaluationExamples,
		}).sort(),
	);
});

test.each(Object.entries(EXAMPLES))('%s', async (_, rehearse) => {
	await recordExamples(connection, await rehearse());
});
