import type { N8nCredential } from '../local/n8n-api.ts';

/** A node of a benchmark's workflow, wired by its place in the list. */
export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: Record<string, N8nCredential>;
	onError?: 'continueRegularOutput';
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
}

interface Target {
	node: string;
	type: 'main';
	index: 0;
}

const LOOP = 'Loop Over Items';

/**
 * A workflow that takes `{ items }` at its webhook, gives each of them to the steps, and ends in a node
 * that does nothing, or in one that counts. Nothing of the execution is saved.
 */
export function benchmarkWorkflow({ path, steps, batchSize, counts }: WorkflowPlan) {
	const before = [webhook(path), splitOut('body.items', 'Items In')];
	const after: Step[] = [
		{ name: 'Items Out', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
		...(counts ? [counter] : []),
	];
	if (batchSize === undefined) {
		return workflow(path, [...before, ...steps, ...after], chain([...before, ...steps, ...after]));
	}
	const loop: Step = {
		name: LOOP,
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize, options: {} },
	};
	return workflow(path, [...before, loop, ...steps, ...after], {
		...chain([...before, loop]),
		[LOOP]: { main: [[to(after[0])], [to(steps[0])]] },
		...chain([...steps, loop]),
		...chain(after),
	});
}

/** n8n's own way from a list inside one item to an item for each of its elements. */
export function splitOut(field: string, name: string): Step {
	return {
		name,
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: field, options: {} },
	};
}

function webhook(path: string): Step & { webhookId: string } {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
	};
}

/** Adds up all items and those with an error. */
const counter: Step = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1.1,
	parameters: {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'count', field: 'any', includeEmpty: true },
				{ aggregation: 'count', field: 'error' },
			],
		},
		options: {},
	},
};

/** How many of the items that the counting workflow has counted are no failures. */
export function succeededOf(answer: { count_any: number; count_error: number }): number {
	return answer.count_any - answer.count_error;
}

function chain(steps: Step[]): Record<string, { main: Target[][] }> {
	return Object.fromEntries(
		steps.slice(0, -1).map((step, index) => [step.name, { main: [[to(steps[index + 1])]] }]),
	);
}

function to({ name }: Step): Target {
	return { node: name, type: 'main', index: 0 };
}

function workflow(name: string, steps: Step[], connections: object) {
	return {
		name,
		nodes: steps.map((step, index) => ({
			...step,
			id: `node-${index}`,
			position: [index * 240, 0],
		})),
		connections,
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveDataErrorExecution: 'none',
			saveManualExecutions: false,
			saveExecutionProgress: false,
		},
	};
}
