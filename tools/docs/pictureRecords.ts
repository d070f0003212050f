import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { innerOf } from './operations.ts';
import type { N8nItem, N8nWorkflow } from '../../local/n8n-api.ts';
import { createRequestOptionsProperty } from '../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';

// What each picture shows, as data. It's saved next to the picture, as `<name>.json`, when the picture is taken. A
// test compares it with what today's node and examples show.

/** A node that a picture shows with its parameters and output. */
export interface PanelScene {
	parameters: INodeParameters;
	/** The simulator's response. By default, it finds labeled values. */
	response?: IDataObject;
	/** The file of the example whose canvas the picture begins with. */
	canvas?: string;
}

/** Four lines, as many as the parameter shows. */
const EMAIL = [
	'Order number: 2026-0815',
	'- 2 x Desk lamp 39.90',
	'- 1 x Office chair 249.00',
	'- 10 x Notebook 3.50',
].join('\n');

const INVOICE = '{ "seller": "ACME", "issued": "2026-12-31", "due": "2026-12-31", "total": 9.5 }';

/** The pictures of a node's parameters and output, by name. */
export const PANELS = {
	/** The first workflow, as a user fills it in. */
	'first-workflow': {
		canvas: 'order-email-to-line-items.json',
		// prettier-ignore
		parameters: {
			resource: 'ai', operation: 'extract', text: EMAIL, items: 'perElement', list: 'orderLines',
			fields: {
				field: [
					{ name: 'orderNumber' },
					{
						name: 'orderLines', type: 'array',
						columns: { column: [{ name: 'article' }, { name: 'quantity, price', type: 'number' }] },
					},
				],
			},
		},
	},
	/** An invoice, and an output with another day, a null, and an ambiguous number. */
	'flagged-issues': {
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: 'ACME Lamps Ltd.\nInvoice of 03/04/26\nTotal: 1,234',
			specifyFields: 'example',
			jsonExample: INVOICE,
			options: { flagIssues: { settings: { ifFound: 'keep' } } },
		},
		response: {
			output: { seller: 'ACME Lamps', issued: '2026-04-30', due: null, total: '1,234' },
		},
	},
} satisfies Record<string, PanelScene>;

/** Examples that are too long for a picture. */
export const WITHOUT_PICTURE = ['retry-failed-runs.json', 'test-an-extraction.json'];

/** The picture of the actions in the node creator. */
export const NODE_CREATOR = 'node-creator';

/** The file of a picture's record. */
export const recordFile = (name: string) => `docs/images/${name}.json`;

/** What the picture of a node's parameters and output shows. */
export function panelRecord(
	{ parameters, response, canvas }: PanelScene,
	items: N8nItem[],
	hints: string[],
) {
	const shown = items.map(({ json }) => json);
	const example = canvas && canvasRecord(JSON.parse(readFileSync(`examples/${canvas}`, 'utf8')));
	const labels = labelsOf(parameters);
	return { parameters, labels, response, items: shown, hints, canvas: example };
}

/** What the picture of the node creator shows. */
export const creatorRecord = () => ({
	description: new DataPlatform().description.description,
	actions: operations.map(({ option }) => option.action),
});

/** What the picture of a workflow's canvas shows. */
export function canvasRecord({ nodes, connections }: N8nWorkflow) {
	const { description } = new DataPlatform();
	const shown = withoutNotes(nodes).map(({ name, type, position, disabled, parameters }) => {
		// The second line below a node of ours.
		const subtitle = type.includes('data-platform.') ? subtitleOf(parameters) : undefined;
		return { name, type, position, disabled, subtitle };
	});
	return { icon: description.icon, nodes: shown, connections };
}

/** The nodes of a workflow without its notes. */
export const withoutNotes = (nodes: INode[]) =>
	nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');

const subtitleOf = ({ resource, operation }: INodeParameters) => {
	const found = operations.find(
		(each) => each.resource.value === resource && each.option.value === operation,
	)!;
	return `${found.resource.name}: ${found.option.name}`;
};

/** The labels of the parameters that n8n shows, and of the chosen options. */
function labelsOf(parameters: INodeParameters): string[] {
	const { description } = new DataPlatform();
	const operation = operations.find(({ option }) => option.value === parameters.operation)!;
	const fields = [...operation.properties, createRequestOptionsProperty(operation)];
	// Fills in defaults, and leaves out what n8n hides.
	const shown = [description.properties, parameters, true, false, null, description] as const;
	return labelsIn(fields, NodeHelpers.getNodeParameters(...shown)!);
}

function labelsIn(fields: INodeProperties[], values: INodeParameters): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const field = fields.find((each) => each.name === name);
		if (!field) return [];
		const inner = innerOf(field);
		const rows = field.type === 'collection' ? [value] : Object.values(value ?? {}).flat();
		const chosen = field.options?.find((each) => 'value' in each && each.value === value);
		const labels = inner.length > 0 ? rows.flatMap((row) => labelsIn(inner, row)) : [];
		return [field.displayName, ...(chosen ? [chosen.name] : []), ...labels];
	});
}
