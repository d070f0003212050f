// What the pictures of the documentation show: panels as they open, and panels with their options in use.
import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import type { N8nCredential } from '../../local/n8n-api.ts';
import {
	dataPlatform,
	editFields,
	items,
	manualTrigger,
	row,
	sideBySide,
} from '../../harness/workflows.ts';
import { operations } from '../../nodes/DataPlatform/operations/index.ts';

export interface PanelSubject {
	/** The picture's name without its ending. */
	file: string;
	/** The node's name, as n8n gives it for the action. */
	name: string;
	parameters: INodeParameters;
}

const MAIL = [
	'Order number: 2026-0815',
	'Date: 3 May 2026',
	'',
	'Dear team, please send us:',
	'- 2 x Desk lamp 39.90',
	'- 1 x Office chair 249.00',
	'- 10 x Notebook 3.50',
].join('\n');

const filledIn: INodeParameters[] = parse(readFileSync('tools/docs/panels.yaml', 'utf8'));

/** The panel of each operation, as it opens and filled in. */
export const PANELS: PanelSubject[] = filledIn.flatMap((parameters) => {
	const { resource, operation } = parameters;
	const file = String(operation);
	const name = operations.find(({ option }) => option.value === file)!.option.action;
	return [
		{ file, name, parameters: { resource, operation } },
		{ file: `${file}-filled`, name, parameters },
	];
});

export function panelWorkflow(credential: N8nCredential, { name, parameters }: PanelSubject) {
	return row(name, ...sideBySide([manualTrigger(), dataPlatform(name, credential, parameters)]));
}

const {
	options: _options,
	requestOptions: _requestOptions,
	...orderExtraction
} = filledIn.find(({ operation }) => operation === 'extract')!;

export const ORDER_LINE = 'Order Line';
export const EXTRACT_ORDER = 'Extract Order';

/** A mail becomes one item per order line. */
export function orderWorkflow(credential: N8nCredential) {
	return row(
		'Order mail to line items',
		...sideBySide([
			manualTrigger(),
			editFields('Order Mail', { text: MAIL }),
			dataPlatform(EXTRACT_ORDER, credential, orderExtraction),
			editFields(ORDER_LINE, {
				order: '={{ $json.orderNumber }}',
				article: '={{ $json.article }}',
				quantity: '={{ $json.quantity }}',
			}),
		]),
	);
}

export const RUN_CONNECTOR = 'Run Connector';

/** A connector is run for each of five streams. */
export function streamsWorkflow(credential: N8nCredential) {
	const streams = [4711, 4712, 4713, 4714, 4715].map((streamId) => ({ streamId }));
	return row(
		'Run the connectors of the morning',
		...sideBySide([
			manualTrigger(),
			...items('Streams', streams),
			dataPlatform(RUN_CONNECTOR, credential, {
				resource: 'connector',
				operation: 'run',
				streamId: '={{ $json.streamId }}',
			}),
		]),
	);
}

export const SEARCH_FUNCTIONS = 'Search Functions';

export function searchWorkflow(credential: N8nCredential) {
	return row(
		'Search stored functions',
		...sideBySide([
			manualTrigger(),
			dataPlatform(SEARCH_FUNCTIONS, credential, {
				resource: 'function',
				operation: 'search',
				name: 'margin',
				returnAll: true,
				options: { whenIncomplete: 'hint' },
			}),
		]),
	);
}

export const EXTRACT_INVOICE = 'Extract Invoice';

/** What a model may answer: not the day that the text has, no value, and a number that could mean two things. */
export const DOUBTFUL_INVOICE = {
	seller: 'ACME Lamps',
	issued: '2026-04-30',
	due: null,
	total: '1,234',
};

/** A mail about an invoice, with checks. */
export function checkedWorkflow(credential: N8nCredential) {
	const text = 'Seller: ACME Lamps Ltd.\nIssued: 03/04/26\nTotal: 1,234';
	return row(
		'Check an invoice',
		...sideBySide([
			manualTrigger(),
			editFields('Invoice', { text }),
			dataPlatform(EXTRACT_INVOICE, credential, {
				resource: 'ai',
				operation: 'extract',
				text: '={{ $json.text }}',
				outputStructure: {
					field: [
						{ name: 'seller' },
						{ name: 'issued, due', type: 'date' },
						{ name: 'total', type: 'number' },
					],
				},
				options: {
					checks: {
						settings: {
							checksField: 'checks',
							ifFound: 'keep',
							addEvidence: false,
							notFromText: '',
							askAgain: 0,
						},
					},
					ifMissing: 'null',
					convertTypes: true,
					dateOrder: 'dayFirst',
					maxCharacters: 100_000,
				},
			}),
		]),
	);
}
