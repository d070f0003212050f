import { type FullNode, inARow, node, sideBySide, workflow } from '../harness/workflows.ts';
import type { N8nWorkflow } from '../local/n8n-api.ts';

/** A node of a benchmark's workflow. */
export interface Step extends FullNode {
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

export interface WorkflowPlan {
	/** The webhook's path. */
	path: string;
	/** What is measured, in a chain. */
	steps: Step[];
	/** How many items the steps get at a time, by Loop Over Items; all at once without it. */
	batchSize?: number;
	/** Whether it answers how many items came out; counting takes longer than some of the work. */
	counts: boolean;
	/** Whether n8n saves the execution with all its data. */
	saves?: boolean;
}

const SETTINGS = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
	saveExecutionProgress: false,
};

/**
 * A workflow that takes `{ items }` at its webhook, gives each of them to the steps, and ends in a node
 * that does nothing, or in one that counts.
 */
export function benchmarkWorkflow(plan: WorkflowPlan): N8nWorkflow {
	const { path, steps, batchSize, counts, saves = false } = plan;
	const settings = { ...SETTINGS, ...(saves && { saveDataSuccessExecution: 'all' }) };
	const before = [webhook(path), splitOut('body.items', 'Items In')];
	const after = [node('Items Out', 'noOp', 1), ...(counts ? [counter] : [])];
	const all = [...before, ...steps, ...after];
	if (batchSize === undefined) {
		return { ...workflow(path, sideBySide(all), inARow(...all)), settings };
	}
	const loop = node('Loop Over Items', 'splitInBatches', 3, { batchSize, options: {} });
	const links = [
		...inARow(...before, loop, ...after),
		{ from: loop.name, to: steps[0].name, output: 1 },
		...inARow(...steps, loop),
	];
	return { ...workflow(path, sideBySide([...all, loop]), links), settings };
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
