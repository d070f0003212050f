import type { INode, INodeParameters } from 'n8n-workflow';
import type { N8nCredential, N8nWorkflow } from '../../local/n8n-api.ts';

export type FullNode = INode;

/** A connection from the first output, by default of type `main`. */
export interface Connection {
	from: string;
	to: string;
	type?: 'main' | 'ai_tool' | 'ai_languageModel';
}

/** A node of n8n itself (`set`) or of another package (`@n8n/n8n-nodes-langchain.agent`). */
export function node(name: string, type: string, version: number, parameters: object = {}): INode {
	const fullType = type.includes('.') ? type : `n8n-nodes-base.${type}`;
	const place = { id: name, typeVersion: version, position: [0, 0] as [number, number] };
	return { ...place, name, type: fullType, parameters: parameters as INodeParameters };
}

/** The node under test. */
export function dataPlatform(name: string, credential: N8nCredential, parameters: object): INode {
	const credentials = { [credential.type]: { id: credential.id, name: credential.name } };
	return { ...node(name, 'n8n-nodes-data-platform.dataPlatform', 1, parameters), credentials };
}

/** The node under test as n8n offers it to an AI agent. */
export function dataPlatformTool(...parameters: Parameters<typeof dataPlatform>): INode {
	const tool = dataPlatform(...parameters);
	return { ...tool, type: `${tool.type}Tool` };
}

export function manualTrigger(name = 'Start'): INode {
	return node(name, 'manualTrigger', 1);
}

/** An Edit Fields node that sets text fields, whose values may be expressions. */
export function editFields(name: string, fields: Record<string, string>): INode {
	const assignments = Object.entries(fields).map(([field, value]) => {
		return { id: field, name: field, type: 'string', value };
	});
	return node(name, 'set', 3.4, { assignments: { assignments }, options: {} });
}

/** Two nodes that return one item per entry. */
export function items(name: string, entries: object[]): INode[] {
	const jsonOutput = JSON.stringify({ entries });
	return [
		node(`All of ${name}`, 'set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
		node(name, 'splitOut', 1, { fieldToSplitOut: 'entries', options: {} }),
	];
}

/** Places the nodes next to each other on the canvas. */
export function sideBySide(nodes: INode[]): INode[] {
	return nodes.map((node, index) => ({ ...node, position: [index * 224, 0] }));
}

/** The connections of a sequence of nodes. */
export function inARow(...nodes: Array<{ name: string }>): Connection[] {
	return nodes.slice(1).map(({ name }, index) => ({ from: nodes[index].name, to: name }));
}

export function workflow(name: string, nodes: INode[], links: Connection[]): N8nWorkflow {
	const connections: N8nWorkflow['connections'] = {};
	for (const { from, to, type = 'main' } of links) {
		const [targets] = ((connections[from] ??= {})[type] ??= [[]]);
		targets!.push({ node: to, type, index: 0 });
	}
	// With another order, an AI agent continues before its tool has run.
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Parameters of AI: Extract for one item per element of the list at a path. */
export function perElement(path: string) {
	return { items: 'perElement', list: path };
}

/** A workflow with a sequence of nodes. */
export function row(name: string, ...nodes: INode[]): N8nWorkflow {
	return workflow(name, nodes, inARow(...nodes));
}
