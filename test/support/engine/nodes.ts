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

/** The type of the node under test. */
export const DATA_PLATFORM = 'n8n-nodes-data-platform.dataPlatform';

/** Node types by full name. */
export type KnownNodeTypes = Record<string, INodeType>;

/** The node types of every workflow and additional ones. */
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

/** A node type that runs a function, to replace nodes that aren't in n8n-core. */
export function stubNodeType(
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	{ inputs = 1, outputs = 1 } = {},
): INodeType {
	const main = (count: number) => Array.from({ length: count }, () => NodeConnectionTypes.Main);
	return {
		description: {
			displayName: 'Stub',
			name: 'stub',
			group: inputs === 0 ? ['trigger'] : ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Stub' },
			inputs: main(inputs),
			outputs: main(outputs),
			properties: [],
		},
		execute,
	};
}

/** A node of a workflow, with defaults. */
export function nodeOf(node: Pick<INode, 'name' | 'type'> & Partial<INode>): INode {
	return { id: node.name, typeVersion: 1, position: [0, 0], parameters: {}, ...node };
}
