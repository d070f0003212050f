import type * as n8n from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';

/** The type of the node under test. */
export const DATA_PLATFORM = 'n8n-nodes-data-platform.dataPlatform';

/** Node types by full name. */
export type KnownNodeTypes = Record<string, n8n.INodeType>;

/** The node types of every workflow and additional ones. */
export function nodeTypesOf(further: KnownNodeTypes): n8n.INodeTypes {
	const types: KnownNodeTypes = { [DATA_PLATFORM]: new DataPlatform(), ...further };
	const getByName = (name: string) => types[name];
	return {
		getByName,
		getByNameAndVersion: getByName,
		getKnownTypes: () => types as unknown as n8n.IDataObject,
	};
}

/** A node type that runs a function, to replace nodes that aren't in n8n-core. */
export function stubNodeType(
	execute: (this: n8n.IExecuteFunctions) => Promise<n8n.INodeExecutionData[][]>,
	{ inputs = 1, outputs = 1 } = {},
): n8n.INodeType {
	return {
		// prettier-ignore
		description: {
			displayName: 'Stub', name: 'stub', description: '', defaults: { name: 'Stub' },
			group: inputs === 0 ? ['trigger'] : ['transform'], version: 1, properties: [],
			inputs: Array(inputs).fill(NodeConnectionTypes.Main),
			outputs: Array(outputs).fill(NodeConnectionTypes.Main),
		},
		execute,
	};
}

/** A node of a workflow, with defaults. */
export function nodeOf(node: Pick<n8n.INode, 'name' | 'type'> & Partial<n8n.INode>): n8n.INode {
	return { id: node.name, typeVersion: 1, position: [0, 0], parameters: {}, ...node };
}
