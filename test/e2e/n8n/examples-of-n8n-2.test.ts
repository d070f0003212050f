// Apart from the others, which run in n8n 1 too: that has no node that makes a data table, and no person that approves.
import { connect } from '../connect.ts';
import { approvalExamples } from './examples/approval.ts';
import { dataTableExamples } from './examples/data-tables.ts';
import { evaluationExamples } from './examples/evaluation.ts';
import { recordExamples } from './examples/record.ts';

const connection = connect();

test.each(Object.entries({ ...approvalExamples, ...dataTableExamples, ...evaluationExamples }))(
	'%s',
	async (_, rehearse) => {
		await recordExamples(connection, await rehearse());
	},
);
