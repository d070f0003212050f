// What the pictures of the documentation show: panels as they open, and panels with their options in use.
import type { N8nCredential } from '../../local/n8n-api.ts';
import {
	dataPlatform,
	editFields,
	items,
	manualTrigger,
	row,
	sideBySide,
} from '../../harness/workflows.ts';

export interface PanelSubject {
	/** The picture's name without its ending. */
	file: string;
	/** The node's name, as n8n gives it for the action. */
	name: string;
	parameters: Record<string, unknown>;
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

const extract = { resource: 'ai', operation: 'extract' };
const orderFields = {
	field: [
		{ name: 'orderNumber' },
		{
			name: 'orderLines',
			type: 'array',
			elementType: 'object',
			description:
				'The ordered articles, each with quantity (number), description (text) and price (number)',
		},
	],
};

export const PANELS: PanelSubject[] = [
	{ file: 'extract', name: 'Extract structured data with AI', parameters: extract },
	{
		file: 'extract-filled',
		name: 'Extract structured data with AI',
		parameters: {
			...extract,
			text: '={{ $json.text }}',
			outputStructure: orderFields,
			options: {
				inputFields: 'extractedWin',
				instructions: 'Amounts are in euros; leave out shipping',
				splitOut: 'orderLines',
			},
			requestOptions: { maxConcurrency: 4 },
		},
	},
	{
		file: 'run',
		name: 'Run a connector',
		parameters: { resource: 'connector', operation: 'run' },
	},
	{
		file: 'run-filled',
		name: 'Run a connector',
		parameters: {
			resource: 'connector',
			operation: 'run',
			streamId: '={{ $json.streamId }}',
			resultFormat: 'selected',
			selectedFields: ['executionId', 'currentState', 'startedAt'],
			requestOptions: { maxRetries: 5, timeout: 120 },
		},
	},
	{
		file: 'search',
		name: 'Search functions',
		parameters: { resource: 'function', operation: 'search' },
	},
	{
		file: 'search-filled',
		name: 'Search functions',
		parameters: {
			resource: 'function',
			operation: 'search',
			name: 'revenue',
			returnAll: true,
			filters: {
				filter: [
					{ field: 'owner', furtherProperties: { property: [{ name: 'value', value: '7' }] } },
				],
			},
			sort: { rule: { field: 'lastModified', direction: 'descending' } },
			resultFormat: 'selected',
			selectedFields: ['name', 'owner', 'links'],
			options: { startOffset: 100 },
		},
	},
	{
		file: 'update',
		name: 'Update a job',
		parameters: { resource: 'job', operation: 'update' },
	},
	{
		file: 'update-filled',
		name: 'Update a job',
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting-app',
			jobId: '={{ $json.jobId }}',
			jobName: 'Nightly load',
			jobDefinition: {
				executionTimeout: 1800,
				accounts: '101, 102',
				resources: { memory: { requestsMemory: '256M', limitsMemory: '512M' } },
				policies: { policy: [{ policy: 'OIDC', policyId: 'policy-7' }] },
			},
		},
	},
];

export function panelWorkflow(credential: N8nCredential, { name, parameters }: PanelSubject) {
	return row(name, ...sideBySide([manualTrigger(), dataPlatform(name, credential, parameters)]));
}

export const ORDER_LINE = 'Order Line';
export const EXTRACT_ORDER = 'Extract Order';

/** A mail becomes one item per order line. */
export function orderWorkflow(credential: N8nCredential) {
	return row(
		'Order mail to line items',
		...sideBySide([
			manualTrigger(),
			editFields('Order Mail', { text: MAIL }),
			dataPlatform(EXTRACT_ORDER, credential, {
				...extract,
				text: '={{ $json.text }}',
				outputStructure: orderFields,
				options: { splitOut: 'orderLines' },
			}),
			editFields(ORDER_LINE, {
				order: '={{ $json.orderNumber }}',
				article: '={{ $json.description }}',
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
		'Search functions',
		...sideBySide([
			manualTrigger(),
			dataPlatform(SEARCH_FUNCTIONS, credential, {
				resource: 'function',
				operation: 'search',
				name: 'margin',
				returnAll: true,
				resultFormat: 'selected',
				selectedFields: ['name', 'status', 'owner'],
			}),
		]),
	);
}
