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

/** A node of a benchmark's workflow. */
export type Step = FullNode & Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

/** The webhooks' paths. Counting takes longer than some of the work. */
export const RUN = 'run';
export const COUNT = 'count';

/**
 * A workflow that takes `{ items }` at its webhook, gives each of them to the steps, and ends in a node
 * that does nothing, or in one that counts.
 *
 * @param batchSize how many items the steps get at a time, by Loop Over Items; all at once without it
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

/** n8n's own way from a list inside one item to an item for each of its elements. */
export function splitOut(field: string, name: string): Step {
	return node(name, 'splitOut', 1, { fieldToSplitOut: field, options: {} });
}

function webhook(path: string): Step {
	const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
	return { ...node('Webhook', 'webhook', 2.1, parameters), webhookId: path };
}

/** Adds up all items and those with an error. */
const counter = node('Count', 'summarize', 1.1, {
	fieldsToSummarize: {
		values: [
			{ aggregation: 'count', field: 'any', includeEmpty: true },
			{ aggregation: 'count', field: 'error' },
		],
	},
	options: {},
});

/** How many of the items that the counting workflow has counted are no failures. */
export function succeededOf(answer: { count_any: number; count_error: number }): number {
	return answer.count_any - answer.count_error;
}
