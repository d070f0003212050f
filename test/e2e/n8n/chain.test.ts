import { itemsOfNode } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { recordRun } from '../record.ts';
import {
	dataPlatform,
	editFields,
	type FullNode,
	inARow,
	items,
	manualTrigger,
	node,
	perElement,
	workflow,
} from '../../support/workflows.ts';

const connection = connect();
const { api, credential } = connection;

interface Line {
	quantity: number;
	article: string;
}

interface Order {
	id: string;
	orderNumber: string;
	lines: Line[];
	text: string;
}

/** A digit in an article's name could be read as its price. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const ORDERS = Array.from({ length: 50 }, (_, index) => order(index));

/** An order of one to four lines, no two orders alike. */
function order(index: number): Order {
	const orderNumber = `2026-${String(index).padStart(4, '0')}`;
	const lines = Array.from({ length: 1 + (index % 4) }, (_, line) => ({
		quantity: 1 + ((index + line) % 3),
		article: `Lamp ${LETTERS[Math.floor(index / 26)]}${LETTERS[index % 26]}${LETTERS[line]}`,
	}));
	const rows = lines.map(({ quantity, article }) => `- ${quantity} x ${article} 9.50`);
	const text = [`Order number: ${orderNumber}`, '', 'Please send us:', ...rows].join('\n');
	return { id: `order-${index}`, orderNumber, lines, text };
}

const EXTRACT = {
	resource: 'ai',
	operation: 'extract',
	text: '={{ $json.text }}',
	outputStructure: {
		field: [
			{ name: 'orderNumber', type: 'string', description: 'The order number' },
			{
				name: 'lines',
				type: 'array',
				columns: { column: ['quantity', 'description', 'price'].map((name) => ({ name })) },
			},
		],
	},
};

function extract(more: Record<string, unknown> = {}): FullNode {
	return dataPlatform('Data Platform', credential, { ...EXTRACT, ...more });
}

/** How an order becomes one item per line: from the node itself, or by n8n's node behind it. */
const SPLITS: Record<string, FullNode[]> = {
	'One Item per List Element': [extract(perElement('lines'))],
	'the Split Out node': [
		extract(),
		node('One Item per Line', 'splitOut', 1, { fieldToSplitOut: 'lines', options: {} }),
	],
};

const SEVERAL = node('Several', 'filter', 2.2, {
	conditions: {
		options: { caseSensitive: true, typeValidation: 'loose', version: 2 },
		combinator: 'and',
		conditions: [
			{
				id: 'several',
				leftValue: '={{ Number($json.quantity) }}',
				rightValue: 1,
				operator: { type: 'number', operation: 'gt' },
			},
		],
	},
	options: {},
});

function aggregate(name: string): FullNode {
	return node(name, 'aggregate', 1, { aggregate: 'aggregateAllItemData', options: {} });
}

test.each(Object.entries(SPLITS))(
	'50 orders through %s, Filter, Edit Fields and Aggregate: every line knows its order',
	async (_, split) => {
		const named = editFields('Named', {
			order: `={{ $('Data Platform').item.json.orderNumber }}`,
			id: `={{ $('Orders').item.json.id }}`,
			article: '={{ $json.description }}',
		});
		const nodes = [
			manualTrigger(),
			...items('Orders', ORDERS),
			...split,
			SEVERAL,
			named,
			aggregate('All Lines'),
		];
		const workflowId = await api.importWorkflow(workflow('Chain', nodes, inARow(...nodes)));
		const execution = await api.runWorkflow(workflowId, 'Start');

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const expected = ORDERS.flatMap(({ id, orderNumber, lines }) =>
			lines
				.filter(({ quantity }) => quantity > 1)
				.map(({ article }) => ({ order: orderNumber, id, article })),
		);
		expect(expected.length).toBeGreaterThan(50);
		const [all] = itemsOfNode(execution, 'All Lines');
		expect(all.json).toEqual({ data: expected });
		await recordRun(connection, 'in a chain', ['extractData']);
	},
);
