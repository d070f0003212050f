import { type BareRequest, CALLS, type CallName, PAGE_SIZE, searchPage } from './calls.ts';
import { dataPlatform, node } from '../test/support/workflows.ts';
import type { N8nCredential } from '../local/n8n-api.ts';
import { type Step, splitOut } from './workflows.ts';

/** The address and credentials of the platform. */
export interface SubjectAccess {
	baseUrl: string;
	credentials: { dataPlatformApi: N8nCredential; httpHeaderAuth: N8nCredential };
}

/** Nodes that do the work in n8n. */
export interface N8nSubject {
	name: 'node' | 'HTTP Request';
	steps: (access: SubjectAccess) => Step[];
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

export function axiosPool({ concurrency }: { concurrency: number }): AxiosSubject {
	return { name: 'axios', concurrency };
}

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
): Step {
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
