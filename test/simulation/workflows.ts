import type { IDataObject, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';
import { chain, NODE, START } from '../support/engine/engine.ts';
import type { WorkflowInput } from '../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, stubNodeType } from '../support/engine/nodes.ts';
import { TEXT } from './extractions.ts';
import type { ItemKind, Night, NightOperation } from './night.ts';
import { idOf, KEEP_ONLY } from './night.ts';

const TOOL = `${DATA_PLATFORM}Tool`;
const OWNERS = [undefined, 27, 104];

/** What a tool call said: the JSON of its items, or the message of its error. */
export interface ToolAnswer {
	text?: string;
	error?: Error;
}

/** Told when a turn begins, and what a tool call said. */
export interface Watcher {
	begins(turn: number): Promise<void>;
	answered(answer: ToolAnswer): void;
}

export type WorkflowOfNight = Pick<WorkflowInput, 'nodes' | 'connections' | 'nodeTypes' | 'input'>;

/** The items of one turn. Those of a search have filters of their own, so that it is known whose are whose. */
export function itemsOfTurn(night: Night, turn: number): INodeExecutionData[] {
	return night.turns[turn].map((kind, index) => {
		const id = idOf(night, turn, index);
		return { json: { id, kind, filters: filtersOf(index, id) } };
	});
}

/** Asks for the functions of one owner, or for all. */
export function filtersOf(item: number, id: string): IDataObject[] {
	const owner = OWNERS[item % OWNERS.length];
	return [{ field: 'owner', ...(owner !== undefined && { value: owner }), item: id }];
}

/** A workflow in which the node comes to its turns in the way that the night says. */
export function workflowOf(night: Night, watcher: Watcher): WorkflowOfNight {
	if (night.way === 'loop') return loop(night, watcher);
	if (night.way === 'tool') return agent(night, watcher);
	return {
		nodes: [dataPlatform(night)],
		connections: chain(START, NODE),
		input: itemsOfTurn(night, 0),
	};
}

function loop(night: Night, watcher: Watcher): WorkflowOfNight {
	let turn = 0;
	const nextTurn = stubNodeType(
		async function () {
			if (turn === night.turns.length) return [this.getInputData(), []];
			await watcher.begins(turn);
			return [[], itemsOfTurn(night, turn++)];
		},
		{ outputs: 2 },
	);
	const toNode = { node: NODE, type: NodeConnectionTypes.Main, index: 0 };
	const toLoop = { node: 'Loop', type: NodeConnectionTypes.Main, index: 0 };
	return {
		nodes: [nodeOf({ name: 'Loop', type: 'test.loop' }), dataPlatform(night)],
		nodeTypes: { 'test.loop': nextTurn },
		connections: {
			...chain(START, 'Loop'),
			[NODE]: { main: [[toLoop], [toLoop]] },
			Loop: { main: [[], [toNode]] },
		},
	};
}

/** Calls the node as its tool, once for each turn, and goes on whatever comes back, as an AI agent does. */
function agent(night: Night, watcher: Watcher): WorkflowOfNight {
	const calling = stubNodeType(async function () {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Array<{
			invoke(toolArguments: object): Promise<string>;
		}>;
		for (const turn of night.turns.keys()) {
			const [{ json }] = itemsOfTurn(night, turn);
			await watcher.begins(turn);
			try {
				const id = json.kind === 'refused' ? '' : json.id;
				watcher.answered({ text: await tool.invoke({ id }) });
			} catch (error) {
				watcher.answered({ error: error as Error });
			}
		}
		return [this.getInputData()];
	});
	calling.description.inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	const toAgent = { node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 };
	return {
		nodes: [nodeOf({ name: 'Agent', type: 'test.agent' }), { ...dataPlatform(night), type: TOOL }],
		nodeTypes: { 'test.agent': calling, [TOOL]: asTool() },
		connections: { ...chain(START, 'Agent'), [NODE]: { ai_tool: [[toAgent]] } },
	};
}

/** The node as n8n offers it to agents. */
function asTool(): INodeType {
	const node = new DataPlatform();
	node.description = {
		...node.description,
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return node;
}

function dataPlatform(night: Night): INode {
	const { operation, requestOptions, isRaw, turns, settings } = night;
	const showRequest = turns.flat().includes('dry') && {
		showRequest: '={{ $json.kind === "dry" }}',
	};
	return nodeOf({
		name: NODE,
		type: DATA_PLATFORM,
		parameters: {
			...PARAMETERS[operation](night),
			...(isRaw && { [operation === 'Extract' ? 'extractionFormat' : 'resultFormat']: 'raw' }),
			requestOptions: { ...requestOptions, ...showRequest },
		},
		...settings,
	});
}

/** What a tool call has instead of an item. */
function inTool({ way }: Night, expression: string): string {
	if (way !== 'tool') return expression;
	return expression.replaceAll('$json.id', "$fromAI('id', '', 'string')");
}

/** An expression that gives an item's id, fails for some items, and is refused for others. */
function expression(night: Night, good: string, refused: string): string {
	if (night.way === 'tool') return `={{ ${inTool(night, good)} }}`;
	const special: ItemKind[] = night.turns
		.flat()
		.filter((kind) => ['broken', 'refused'].includes(kind));
	if (special.length === 0) return `={{ ${good} }}`;
	return `={{ $json.kind === 'broken' ? $('Nobody').item.json.id : $json.kind === 'refused' ? ${refused} : ${good} }}`;
}

/** What a tool call without an id finds instead is refused too. */
const FILTERS_OF_TOOL = "$json.id ? [{ field: 'owner', item: $json.id }] : '[no list'";

function textOf(night: Night): string {
	const good = night.way === 'tool' ? `$json.id ? ${TEXT} : ''` : TEXT;
	return expression(night, good, "''");
}

const PARAMETERS: Record<NightOperation, (night: Night) => IDataObject & INode['parameters']> = {
	Run: (night) => ({
		resource: 'connector',
		operation: 'run',
		streamId: expression(
			night,
			night.jobs === undefined
				? '$json.id'
				: `$json.id && String(10000 + ($json.id % ${night.jobs}))`,
			"''",
		),
	}),
	Update: (night) => ({
		resource: 'job',
		operation: 'update',
		applicationId: 'reporting',
		jobId: expression(
			night,
			night.jobs === undefined ? '$json.id' : `$json.id && 'job-' + ($json.id % ${night.jobs})`,
			"''",
		),
		jobName: `={{ 'Nightly load ' + ${inTool(night, '$json.id')} }}`,
	}),
	Extract: (night) => ({
		resource: 'ai',
		operation: 'extract',
		text: textOf(night),
		outputStructure: {
			field: [
				{ name: 'orderNumber', type: 'string' },
				{ name: 'day', type: 'date' },
				{ name: 'amount', type: 'number' },
			],
		},
		options: {
			ifMissing: night.ifMissing,
			convertTypes: night.convertTypes,
			dateOrder: night.dateOrder,
			...(night.checks && { checks: { settings: { checksField: 'checks', ...night.checks } } }),
		},
	}),
	Search: (night) => ({
		resource: 'function',
		operation: 'search',
		returnAll: true,
		keepOnly: KEEP_ONLY[night.keepOnly].conditions,
		options: {
			filtersJson: expression(
				night,
				night.way === 'tool' ? FILTERS_OF_TOOL : '$json.filters',
				"'[no list'",
			),
			pageSize: night.pageSize,
			whenIncomplete: night.whenIncomplete,
			...(night.hasDetails && { detailsField: 'search' }),
		},
	}),
};
