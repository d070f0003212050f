// Apart from the others, which run in n8n 1 too: that has no node that makes a data table.
import { connect } from './connect.ts';
import { dataTableExamples } from './examples/data-tables.ts';
import { recordExamples } from './examples/record.ts';

const connection = connect();

test.each(Object.entries(dataTableExamples))('%s', async (_, rehearse) => {
	await recordExamples(connection, await rehearse());
});
