// Apart from the others, which run in n8n 1 too: that has no node that makes a data table, and as it
// is installed for the tests, its Extract from File lacks a module (local/n8n-1 leaves out peers).
import { connect } from './connect.ts';
import { csvExamples } from './examples/csv.ts';
import { dataTableExamples } from './examples/data-tables.ts';
import { recordExamples } from './examples/record.ts';

const connection = connect();

test.each(Object.entries({ ...csvExamples, ...dataTableExamples }))('%s', async (_, rehearse) => {
	await recordExamples(connection, await rehearse());
});
