import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { chain, loopOver, NODE, START } from '../support/engine/engine.ts';
import type { WorkflowInput } from '../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf } from '../support/engine/nodes.ts';
import { agentWith, type Invocable } from '../support/engine/tools.ts';
import { TEXT } from './extractions.ts';
import type { ItemKind, Scenario, OperationName } from './scenario.ts';
import { idOf } from './scenario.ts';

const { AiTool } = NodeConnectionTypes;
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
		return { json: { id, kind, filters: filtersOf(index, id) } };
	});
}

/** Filters by one owner, or by none. */
export function filtersOf(item: number, id: string): IDataObject[] {
	const owner = OWNERS[item % OWNERS.length];
	return [{ field: 'owner', ...(owner !== undefined && { value: owner }), item: id }];
}

/** The workflow that executes the node as the scenario says. */
export function createWorkflow(scenario: Scenario, watcher: Watcher): ScenarioWorkflow {
	if (scenario.way === 'loop') return loop(scenario, watcher);
	if (scenario.way === 'tool') return agent(scenario, watcher);
	return {
		nodes: [dataPlatform(scenario)],
		connections: chain(START, NODE),
		input: itemsOfTurn(scenario, 0),
	};
}

function loop(scenario: Scenario, watcher: Watcher): ScenarioWorkflow {
	let turn = 0;
	return loopOver(dataPlatform(scenario), async () => {
		if (turn === scenario.turns.length) return undefined;
		await watcher.onTurn(turn);
		return itemsOfTurn(scenario, turn++);
	});
}

/** Calls the node as a tool once per turn, whatever it returns, like an AI agent. */
function agent(scenario: Scenario, watcher: Watcher): ScenarioWorkflow {
	return agentWith(dataPlatform(scenario), async function (this: IExecuteFunctions) {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Invocable[];
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
	});
}

function dataPlatform(scenario: Scenario): INode {
	const { operation, requestOptions, isRaw, turns, settings } = scenario;
	const showRequest = turns.flat().includes('preview') && {
		showRequest: '={{ $json.kind === "preview" }}',
	};
	return nodeOf({
		name: NODE,
		type: DATA_PLATFORM,
		parameters: {
			...PARAMETERS[operation](scenario),
			...(isRaw && { [operation === 'Extract' ? 'extractionFormat' : 'resultFormat']: 'raw' }),
			requestOptions: { ...requestOptions, ...showRequest },
		},
		...settings,
	});
}

/** A tool call has an argument instead of an item. */
function inTool({ way }: Scenario, expression: string): string {
	if (way !== 'tool') return expression;
	return expression.replaceAll('$json.id', "$fromAI('id', '', 'string')");
}

/** An expression with an item's id. It fails for `broken` items and returns an invalid value for `wrongValue`. */
function expression(scenario: Scenario, valid: string, invalid: string): string {
	if (scenario.way === 'tool') return `={{ ${inTool(scenario, valid)} }}`;
	const special: ItemKind[] = scenario.turns
		.flat()
		.filter((kind) => ['broken', 'wrongValue'].includes(kind));
	if (special.length === 0) return `={{ ${valid} }}`;
	return `={{ $json.kind === 'broken' ? $('No such node').item.json.id : $json.kind === 'wrongValue' ? ${invalid} : ${valid} }}`;
}

/** A tool call without an id gets an invalid value too. */
const FILTERS_OF_TOOL = "$json.id ? [{ field: 'owner', item: $json.id }] : '[no list'";

function textOf(scenario: Scenario): string {
	const valid = scenario.way === 'tool' ? `$json.id ? ${TEXT} : ''` : TEXT;
	return expression(scenario, valid, "''");
}

/** The ID of an item's job or stream, which items may share. */
function sharedId(scenario: Scenario, prefix: string): string {
	const { jobs } = scenario;
	const valid =
		jobs === undefined ? '$json.id' : `$json.id && String(${prefix}($json.id % ${jobs}))`;
	return expression(scenario, valid, "''");
}

const PARAMETERS: Record<OperationName, (scenario: Scenario) => IDataObject & INode['parameters']> =
	{
		Run: (scenario) => ({
			resource: 'connector',
			operation: 'run',
			streamId: sharedId(scenario, '10000 + '),
		}),
		Update: (scenario) => ({
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting',
			jobId: sharedId(scenario, "'job-' + "),
			jobName: `={{ 'Nightly load ' + ${inTool(scenario, '$json.id')} }}`,
		}),
		Extract: (scenario) => ({
			resource: 'ai',
			operation: 'extract',
			text: textOf(scenario),
			outputStructure: {
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
				...(scenario.checks && {
					checks: { settings: { checksField: 'checks', ...scenario.checks } },
				}),
			},
		}),
		Search: (scenario) => ({
			resource: 'function',
			operation: 'search',
			returnAll: true,
			options: {
				filtersJson: expression(
					scenario,
					scenario.way === 'tool' ? FILTERS_OF_TOOL : '$json.filters',
					"'[no list'",
				),
				pageSize: scenario.pageSize,
				whenIncomplete: scenario.whenIncomplete,
				addSearchDetails: scenario.hasDetails,
			},
		}),
	};
