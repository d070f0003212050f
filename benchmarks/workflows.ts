import { type FullNode, node, row, sideBySide } from '../test/support/workflows.ts';
import type { N8nWorkflow } from '../local/n8n-api.ts';

/** A node in the workflow of a benchmark. */
export type Step = FullNode;

/** The paths of the webhooks. A separate workflow counts, because counting takes longer than some of the work. */
export const RUN = 'run';
export const COUNT = 'count';

/** A workflow that gets `{ items }` by its webhook, passes them to the steps, and perhaps counts what comes out. */
export function benchmarkWorkflow(path: string, steps: Step[]): N8nWorkflow {
	const last = node('Items Out', 'noOp', 1);
	const after = path === COUNT ? [last, counter] : [last];
	const all = [webhook(path), splitOut('body.items', 'Items In'), ...steps, ...after];
	return row(path, ...sideBySide(all));
}

/** Splits a list in an item into one item per element. */
export function splitOut(field: string, name: string): Step {
	return node(name, 'splitOut', 1, { fieldToSplitOut: field, options: {} });
}

function webhook(path: string): Step {
	const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
	return { ...node('Webhook', 'webhook', 2.1, parameters), webhookId: path };
}

/** Counts all items and those with an error. */
const counter = node('Count', 'summarize', 1.1, {
	fieldsToSummarize: {
		values: [
			{ aggregation: 'count', field: 'any', includeEmpty: true },
			{ aggregation: 'count', field: 'error' },
		],
	},
	options: {},
});

/** The number of successful items, from the result of the counting workflow. */
export function succeededOf(counts: { count_any: number; count_error: number }): number {
	return counts.count_any - counts.count_error;
}
