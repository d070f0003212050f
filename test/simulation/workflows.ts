import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { chain, loopOver, NODE, START } from '../support/engine/engine.ts';
import type { WorkflowInput } from '../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf } from '../support/engine/nodes.ts';
import { agentWith, type Invocable } from '../support/engine/tools.ts';
import { TEXT } from './extractions.ts';
import type { OperationName } from './platform.ts';
import type { Scenario } from './scenario.ts';
import { idOf } from './scenario.ts';

const OWNERS = [undefined, 27, 104];

/** What a tool call returned: the JSON of its items, or its error. */
export interface ToolResponse {
	text?: string;
	error?: Error;
}

/** Called when a turn begins, and after each tool call. */
export interface Watcher {
	onTurn(turn: number): Promise<void>;
	onToolResponse(response: ToolResponse): void;
}

export type ScenarioWorkflow = Pick<WorkflowInput, 'nodes' | 'connections' | 'nodeTypes' | 'input'>;

/** The items of one turn. Each search has its own filters, which identify its requests. */
export function itemsOfTurn(scenario: Scenario, turn: number): INodeExecutionData[] {
	return scenario.turns[turn].map((kind, index) => {
		const id = idOf(scenario, turn, index);
		const owner = OWNERS[index % OWNERS.length];
		const filter = { field: 'owner', ...(owner !== undefined && { value: owner }), item: id };
		return { json: { id, kind, filters: [filter] } };
	});
}

/** The workflow that executes the node as the scenario says. */
export function createWorkflow(scenario: Scenario, watcher: Watcher): ScenarioWorkflow {
	const node = createNode(scenario);
	if (scenario.way === 'tool') return agentWith(node, callEachTurn(scenario, watcher));
	if (scenario.way === 'once') {
		return { nodes: [node], connections: chain(START, NODE), input: itemsOfTurn(scenario, 0) };
	}
	let turn = 0;
	return loopOver(node, async () => {
		if (turn === scenario.turns.length) return undefined;
		await watcher.onTurn(turn);
		return itemsOfTurn(scenario, turn++);
	});
}

/** Calls the node as a tool once per turn, whatever it returns, like an AI agent. */
function callEachTurn(scenario: Scenario, watcher: Watcher) {
	return async function (this: IExecuteFunctions) {
		const [tool] = (await this.getInputConnectionData(
			NodeConnectionTypes.AiTool,
			0,
		)) as Invocable[];
		for (const turn of scenario.turns.keys()) {
			const [{ json }] = itemsOfTurn(scenario, turn);
			await watcher.onTurn(turn);
			try {
				const id = json.kind === 'wrongValue' ? '' : json.id;
				watcher.onToolResponse({ text: await tool.invoke({ id }) });
			} catch (error) {
				watcher.onToolResponse({ error: error as Error });
			}
		}
		return [this.getInputData()];
	};
}

function createNode(scenario: Scenario): INode {
	const { operation, requestOptions, turns, settings } = scenario;
	const showRequest = turns.flat().includes('preview') && {
		showRequest: '={{ $json.kind === "preview" }}',
	};
	return nodeOf({
		name: NODE,
		type: DATA_PLATFORM,
		parameters: {
			...PARAMETERS[operation](scenario),
			requestOptions: { ...requestOptions, ...showRequest },
		},
		...settings,
	});
}

/**
 * A parameter with an item's id. A tool call has an argument instead of an item, which is empty if the value is to be
 * invalid. For `broken` items, the expression fails.
 */
function expression({ way, turns }: Scenario, valid: string, invalid = "''"): string {
	if (way === 'tool') {
		const id = "$fromAI('id', '', 'string')";
		return `={{ ${id} ? ${valid.replaceAll('$json.id', id)} : ${invalid} }}`;
	}
	const kinds = turns.flat();
	if (!kinds.includes('broken') && !kinds.includes('wrongValue')) return `={{ ${valid} }}`;
	return `={{ $json.kind === 'broken' ? $('No such node').item.json.id : $json.kind === 'wrongValue' ? ${invalid} : ${valid} }}`;
}

/** The ID of an item's job or stream, which items may share. */
function sharedId(scenario: Scenario, prefix: string): string {
	const { shared } = scenario;
	const id = shared === undefined ? '$json.id' : `String(${prefix}($json.id % ${shared}))`;
	return expression(scenario, id);
}

const raw = ({ isRaw }: Scenario) => (isRaw ? { resultFormat: 'raw' } : {});

const PARAMETERS: Record<OperationName, (scenario: Scenario) => INode['parameters']> = {
	Run: (scenario) => ({
		resource: 'connector',
		operation: 'run',
		streamId: sharedId(scenario, '10000 + '),
		...raw(scenario),
	}),
	Update: (scenario) => ({
		resource: 'job',
		operation: 'update',
		applicationId: 'reporting',
		jobId: sharedId(scenario, "'job-' + "),
		jobName: expression(scenario, "'Nightly load ' + $json.id"),
		...raw(scenario),
	}),
	Extract: (scenario) => ({
		resource: 'ai',
		operation: 'extract',
		text: expression(scenario, TEXT),
		fields: {
			field: [
				{ name: 'orderNumber', type: 'string' },
				{ name: 'day', type: 'date' },
				{ name: 'amount', type: 'number' },
			],
		},
		options: {
			ifMissing: scenario.ifMissing,
			convertTypes: scenario.convertTypes,
			dateOrder: scenario.dateOrder,
			...(scenario.ifIssues && {
				flagIssues: { settings: { ifFound: scenario.ifIssues } },
			}),
		},
		...(scenario.isRaw && { items: 'raw' }),
	}),
	Search: (scenario) => {
		const filters =
			scenario.way === 'tool' ? "[{ field: 'owner', item: $json.id }]" : '$json.filters';
		return {
			resource: 'function',
			operation: 'search',
			returnAll: true,
			options: {
				filtersJson: expression(scenario, filters, "'[no list'"),
				pageSize: scenario.pageSize,
				whenIncomplete: scenario.whenIncomplete,
				...(scenario.hasDetails && { addSearchDetails: true }),
			} as IDataObject as INode['parameters'],
			...raw(scenario),
		};
	},
};
