import type { INode } from 'n8n-workflow';
import {
	type FullNode,
	inARow,
	node,
	row,
	sideBySide,
	workflow,
} from '../test/support/workflows.ts';
import type { N8nWorkflow } from '../local/n8n-api.ts';

/** A node in the workflow of a benchmark. */
export type Step = FullNode & Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

/** The paths of the webhooks. A separate workflow counts, because counting takes longer than some of the work. */
export const RUN = 'run';
export const COUNT = 'count';

/**
 * A workflow that gets `{ items }` through its webhook, passes them to the steps, and ends in a node that
 * does nothing, or in one that counts.
 *
 * @param batchSize items per batch of Loop Over Items; without it, there's no loop
 */
export function benchmarkWorkflow(path: string, steps: Step[], batchSize?: number): N8nWorkflow {
	const before = [webhook(path), splitOut('body.items', 'Items In')];
	const after = [node('Items Out', 'noOp', 1), ...(path === COUNT ? [counter] : [])];
	const all = [...before, ...steps, ...after];
	if (batchSize === undefined) return row(path, ...sideBySide(all));
	const loop = node('Loop Over Items', 'splitInBatches', 3, { batchSize, options: {} });
	const links = [
		...inARow(...before, loop, ...after),
		{ from: loop.name, to: steps[0].name, output: 1 },
		...inARow(...steps, loop),
	];
	return workflow(path, sideBySide([...all, loop]), links);
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
