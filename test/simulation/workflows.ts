import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { idOf, type OperationName, type Scenario } from './scenario.ts';
import { chain, loopOver, NODE, START, type WorkflowInput } from '../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf } from '../support/engine/nodes.ts';
import { agentWith, type Invocable } from '../support/engine/tools.ts';
import { testOperations } from '../support/operations.ts';

const OWNERS = [undefined, 27, 104];

/** Called when a turn begins. */
type OnTurn = (turn: number) => Promise<void>;
/** Called with the result of each tool call. */
type OnToolEnd = (error: Error | undefined, text?: string) => void;

/** The items of one turn. Each search has its own filters, which identify its requests. */
export function itemsOfTurn(scenario: Scenario, turn: number): INodeExecutionData[] {
	return scenario.turns[turn].map((kind, index) => {
		const id = idOf(scenario, turn, index);
		const value = OWNERS[index % OWNERS.length];
		const filter = { field: 'owner', ...(value !== undefined && { value }), item: id };
		return { json: { id, kind, filters: [filter] } };
	});
}

/** The workflow that executes the node as the scenario says. */
export function createWorkflow(
	scenario: Scenario,
	onTurn: OnTurn,
	onToolEnd: OnToolEnd,
): Pick<WorkflowInput, 'nodes' | 'connections' | 'nodeTypes' | 'input'> {
	const { operation, requestOptions, settings, turns, way } = scenario;
	const showRequest = turns.flat().includes('preview') && {
		showRequest: '={{ $json.kind === "preview" }}',
	};
	const node = nodeOf({
		name: NODE,
		type: DATA_PLATFORM,
		parameters: {
			...testOperations[operation].parameters,
			...(scenario.isRaw && (operation === 'Extract' ? { items: 'raw' } : { resultFormat: 'raw' })),
			...(PARAMETERS[operation](scenario) as INode['parameters']),
			requestOptions: { ...requestOptions, ...showRequest },
		},
		...settings,
	});
	if (way === 'tool') return agentWith(node, callEachTurn(scenario, onTurn, onToolEnd));
	if (way === 'once') {
		return { nodes: [node], connections: chain(START, NODE), input: itemsOfTurn(scenario, 0) };
	}
	let turn = 0;
	return loopOver(node, async () => {
		if (turn === turns.length) return undefined;
		await onTurn(turn);
		return itemsOfTurn(scenario, turn++);
	});
}

/** Calls the node as a tool once per turn, whatever it returns, like an AI agent. */
function callEachTurn(scenario: Scenario, onTurn: OnTurn, onToolEnd: OnToolEnd) {
	return async function (this: IExecuteFunctions) {
		const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const [tool] = tools as Invocable[];
		for (const turn of scenario.turns.keys()) {
			const [{ json }] = itemsOfTurn(scenario, turn);
			await onTurn(turn);
			try {
				const id = json.kind === 'wrongValue' ? '' : json.id;
				onToolEnd(undefined, await tool.invoke({ id }));
			} catch (error) {
				onToolEnd(error as Error);
			}
		}
		return [this.getInputData()];
	};
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

const PARAMETERS: Record<OperationName, (scenario: Scenario) => IDataObject> = {
	Run: (scenario) => ({ streamId: sharedId(scenario, '10000 + ') }),
	Update: (scenario) => ({
		jobId: sharedId(scenario, "'job-' + "),
		jobName: expression(
			scenario,
			scenario.hasTime ? '`At ${$now.toMillis()} load ${$json.id}`' : "'Nightly load ' + $json.id",
		),
	}),
	Extract: (scenario) => ({
		text: expression(scenario, "'Order number: ' + $json.id"),
		fields: { field: [{ name: 'orderNumber', type: 'string' }] },
		options: {
			ifMissing: scenario.ifMissing,
			...(scenario.hasTime && { instructions: '=Now it is {{ $now.toMillis() }}' }),
		},
	}),
	Search: (scenario) => {
		const isTool = scenario.way === 'tool';
		const filters = isTool ? "[{ field: 'owner', item: $json.id }]" : '$json.filters';
		return {
			returnAll: true,
			options: {
				filtersJson: expression(scenario, filters, "'[no list'"),
				pageSize: scenario.pageSize,
				whenIncomplete: scenario.whenIncomplete,
				...(scenario.hasDetails && { addSearchDetails: true }),
			},
		};
	},
};
