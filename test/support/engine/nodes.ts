import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';

/** The type name of the node under test, as the installed package has it. */
export const DATA_PLATFORM = 'n8n-nodes-data-platform.dataPlatform';

/** A node type by its full name: what a workflow of a test may hold. */
export type KnownNodeTypes = Record<string, INodeType>;

/** The node types that every workflow knows, and further ones that a test brings along. */
export function nodeTypesOf(further: KnownNodeTypes): INodeTypes {
	const types: KnownNodeTypes = { [DATA_PLATFORM]: new DataPlatform(), ...further };
	const getByName = (name: string) => {
		if (types[name] === undefined) throw new Error(`There is no node type ${name}`);
		return types[name];
	};
	return {
		getByName,
		getByNameAndVersion: getByName,
		getKnownTypes: () => types as unknown as IDataObject,
	};
}

/** A node type that does what a function says: stands in for nodes that n8n-core does not hold. */
export function standIn(
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	{ inputs = 1, outputs = 1 } = {},
): INodeType {
	const main = (count: number) => Array.from({ length: count }, () => NodeConnectionTypes.Main);
	return {
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: inputs === 0 ? ['trigger'] : ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Stand-in' },
			inputs: main(inputs),
			outputs: main(outputs),
			properties: [],
		},
		execute,
	};
}

/** A node of a workflow, with what every node must have filled in. */
export function nodeOf(node: Pick<INode, 'name' | 'type'> & Partial<INode>): INode {
	return { id: node.name, typeVersion: 1, position: [0, 0], parameters: {}, ...node };
}
