import type { Pool } from './axios-process.ts';
import { type BareRequest, CALLS, type CallName, PAGE_SIZE, SEARCH, SEARCH_PATH } from './calls.ts';
import { dataPlatform, node } from '../test/support/workflows.ts';
import type { N8nCredential } from '../local/n8n-api.ts';
import { type Step, splitOut } from './workflows.ts';

/** The request of n8n's HTTP Request node. `path` follows the base URL. */
type HttpRequestCall = Pick<BareRequest, 'method' | 'path'> & { jsonBody: string };

/** The address and credentials of the service. */
export interface SubjectAccess {
	baseUrl: string;
	credentials: { dataPlatformApi: N8nCredential; httpHeaderAuth: N8nCredential };
}

/** Nodes that do the work in n8n. */
export interface N8nSubject {
	name: string;
	steps: (access: SubjectAccess) => Step[];
	/** Items per batch of Loop Over Items. Without it, there's no loop. */
	batchSize?: number;
}

/** Bare axios, with keep-alive by default. */
export interface AxiosSubject extends Pool {
	name: string;
	keepAlive?: boolean;
}

export type Subject = N8nSubject | AxiosSubject;

/** Our node, with defaults for other parameters. */
export function ourNode(call: CallName, parameters: object = {}, name = 'node'): N8nSubject {
	return {
		name,
		steps: ({ credentials: { dataPlatformApi } }) => [
			{
				...dataPlatform('Data Platform', dataPlatformApi, { ...CALLS[call].node, ...parameters }),
				onError: 'continueRegularOutput',
			},
		],
	};
}

/** n8n's HTTP Request node for each item, with Header Auth, its cheapest authentication. */
export function httpRequest(
	call: CallName,
	name = 'http',
	options: object = {},
	settings: Partial<Step> = { onError: 'continueRegularOutput' },
): N8nSubject {
	return {
		name,
		steps: (access) => [{ ...httpRequestStep(access, requestOfItem(call), options), ...settings }],
	};
}

/** The request of a call, with expressions in place of an item's fields. */
function requestOfItem(call: CallName): HttpRequestCall {
	const { item, request } = CALLS[call];
	const fields = Object.keys(item(0)).map((name) => [name, `{{ $json.${name} }}`]);
	const { method, path, body } = request(Object.fromEntries(fields));
	const json = JSON.stringify(body).replace(/"{{ (\S+) }}"/g, '{{ JSON.stringify($1) }}');
	return { method, path, jsonBody: json.includes('{{') ? `=${json}` : json };
}

/** HTTP Request with its own pagination, and Split Out to get one item per function. */
export function httpRequestPages(pageSize = PAGE_SIZE): N8nSubject {
	const body = JSON.stringify({ ...SEARCH, limit: pageSize });
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: [{ type: 'body', name: 'offset', value: `={{ $pageCount * ${pageSize} }}` }],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
		limitPagesFetched: false,
	};
	return {
		name: 'http',
		steps: (access) => [
			httpRequestStep(
				access,
				{ method: 'POST', path: SEARCH_PATH, jsonBody: body },
				{ pagination: { pagination } },
			),
			splitOut('results', 'Functions'),
		],
	};
}

function httpRequestStep(
	{ baseUrl, credentials: { httpHeaderAuth } }: SubjectAccess,
	{ method, path, jsonBody }: HttpRequestCall,
	options: object,
): Step {
	const parameters = {
		method,
		url: `=${baseUrl}${path}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options,
	};
	return {
		...node('HTTP Request', 'httpRequest', 4.5, parameters),
		credentials: { httpHeaderAuth },
	};
}
