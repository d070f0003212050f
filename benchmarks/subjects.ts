import { type BareRequest, CALLS, type CallName, PAGE_SIZE, searchPage } from './calls.ts';
import { dataPlatform, type FullNode, node, row, sideBySide } from '../test/support/workflows.ts';
import type { N8nCredential, N8nWorkflow } from '../local/n8n-api.ts';

/** The address and credentials of the platform. */
export interface SubjectAccess {
	baseUrl: string;
	credentials: { dataPlatformApi: N8nCredential; httpHeaderAuth: N8nCredential };
}

/** Nodes that do the work in n8n. */
export interface N8nSubject {
	name: 'node' | 'HTTP Request';
	steps: (access: SubjectAccess) => FullNode[];
}

/** axios with keep-alive, and a fixed number of requests in parallel. */
export interface AxiosSubject {
	name: 'axios';
	concurrency: number;
}

export type Subject = N8nSubject | AxiosSubject;

const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Our node, with defaults for other parameters. */
export function ourNode(call: CallName, parameters: object = {}): N8nSubject {
	return {
		name: 'node',
		steps: ({ credentials: { dataPlatformApi } }) => [
			{
				...dataPlatform('Data Platform', dataPlatformApi, { ...CALLS[call].node, ...parameters }),
				...CONTINUE,
			},
		],
	};
}

export const axiosPool = (concurrency: number): AxiosSubject => ({ name: 'axios', concurrency });

/** n8n's HTTP Request node for each item, with Header Auth, its cheapest authentication. */
export function httpRequest(call: CallName): N8nSubject {
	const { item, request } = CALLS[call];
	const fields = Object.keys(item(0)).map((name) => [name, `{{ $json.${name} }}`]);
	const bare = request(Object.fromEntries(fields));
	return {
		name: 'HTTP Request',
		steps: (access) => [{ ...httpRequestStep(access, bare), ...CONTINUE }],
	};
}

/** HTTP Request with its own pagination, and Split Out to get one item per function. */
export function httpRequestPages(): N8nSubject {
	const offset = { type: 'body', name: 'offset', value: `={{ $pageCount * ${PAGE_SIZE} }}` };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [offset] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
		limitPagesFetched: false,
	};
	return {
		name: 'HTTP Request',
		steps: (access) => [
			httpRequestStep(access, searchPage(0), { pagination: { pagination } }),
			splitOut('results', 'Functions'),
		],
	};
}

function httpRequestStep(
	{ baseUrl, credentials: { httpHeaderAuth } }: SubjectAccess,
	{ method, path, body }: BareRequest,
	options: object = {},
): FullNode {
	// Expressions in the body become JSON.
	const json = JSON.stringify(body).replace(/"{{ (\S+) }}"/g, '{{ JSON.stringify($1) }}');
	const parameters = {
		...{ method, url: `=${baseUrl}${path}`, options },
		...{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
		...{ sendBody: true, specifyBody: 'json' },
		jsonBody: json.includes('{{') ? `=${json}` : json,
	};
	return {
		...node('HTTP Request', 'httpRequest', 4.5, parameters),
		credentials: { httpHeaderAuth },
	};
}

/** The path of the webhook. */
export const RUN = 'run';

/** A workflow that gets `{ items }` by its webhook, and passes them to the steps. */
export function benchmarkWorkflow(steps: FullNode[]): N8nWorkflow {
	const parameters = { httpMethod: 'POST', path: RUN, responseMode: 'lastNode', options: {} };
	const webhook = { ...node('Webhook', 'webhook', 2.1, parameters), webhookId: RUN };
	const last = node('Items Out', 'noOp', 1);
	return row(RUN, ...sideBySide([webhook, splitOut('body.items', 'Items In'), ...steps, last]));
}

/** Splits a list in an item into one item per element. */
function splitOut(field: string, name: string): FullNode {
	return node(name, 'splitOut', 1, { fieldToSplitOut: field, options: {} });
}
