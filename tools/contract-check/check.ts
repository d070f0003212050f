import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { OpenAPIBackend } from 'openapi-backend';
import type { SearchResponse } from '../../contract/types.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';
import type { Probe } from './probes.ts';

/** An instance, and how to get access to it. */
export interface Instance {
	baseUrl: string;
	headerName: string;
	token: string;
}

/** A difference between the instance and the contract, without the instance's data. */
interface Difference {
	/** `token`, `status`, `body`, or a path in the body such as `results[].links[].valid`. */
	place: string;
	contract: string;
	instance: string;
}

interface ProbeResponse {
	probe: Probe;
	status: number;
	kind: 'JSON' | 'a web page' | "text that isn't JSON" | 'nothing';
	/** The parsed body of kind `JSON`. */
	json?: unknown;
}

const MAX_PAUSE = 60;

/**
 * Sends the probes one after another and compares the responses with the contract. The report contains no token,
 * address, or data, so that it can be attached to an issue.
 *
 * @throws Error if a probe can't be sent, or if the first response shows that nothing can be checked
 */
export async function checkInstance(probes: Probe[], access: Instance, contract: OpenAPIBackend) {
	for (const probe of probes) requireSendable(probe, contract);
	const responses: ProbeResponse[] = [];
	const unchecked: Record<string, string> = {};
	for (const probe of probes) {
		const response = await send(probe, access, contract).catch((error) => {
			if (!isAxiosError(error)) throw error;
			return `no response (${error.code})`;
		});
		if (probe === probes[0]) requireSearchResponse(response);
		if (typeof response === 'string') unchecked[probe.name] = response;
		else responses.push(response);
	}
	const found = responses.flatMap((response) =>
		findDifferences(response, contract).map((each) => ({ ...each, seenIn: response.probe })),
	);
	const same = Map.groupBy(found, ({ seenIn: { operation }, ...each }) =>
		JSON.stringify({ operation, ...each }),
	);
	const open = responses.filter(({ probe }) => probe.mayFail || probe.token !== undefined);
	return {
		contract: CONTRACT_FILE,
		responses: responses.length,
		differences: [
			...[...same].map(([each, group]) => {
				return { ...JSON.parse(each), seenIn: group.map(({ seenIn }) => seenIn.name) };
			}),
			...comparePages(responses),
		],
		/** The responses to requests that the documentation leaves open. */
		undocumented: Object.fromEntries(
			open.map(({ probe, status, kind }) => [probe.name, `${status} with ${kind}`]),
		),
		unchecked,
	};
}

/** The file of --also may contain anything, and its requests may change something. */
function requireSendable({ name, operation, parameters, body }: Probe, contract: OpenAPIBackend) {
	const path = contract.router.getOperation(operation)?.path ?? '{operation}';
	const needed = Array.from(path.matchAll(/{(\w+)}/g), ([, parameter]) => parameter);
	if (name && typeof body === 'object' && needed.every((each) => parameters?.[each])) return;
	throw new Error(
		`The request "${name}" in the file of --also isn't complete. It needs name, operation (an operationId of ${CONTRACT_FILE}), body, and the parameters of the path. Nothing was sent.`,
	);
}

/** Sends a probe, and once more after a 429 that requests a wait of up to a minute. */
async function send(
	probe: Probe,
	access: Instance,
	contract: OpenAPIBackend,
	maxPause = MAX_PAUSE,
): Promise<ProbeResponse | string> {
	const { parameters = {}, body, token = access.token } = probe;
	const { method, path } = contract.router.getOperation(probe.operation)!;
	const { status, headers, data } = await axios.request<string>({
		method,
		url:
			access.baseUrl + path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parameters[name])),
		headers: token === '' ? {} : { [access.headerName]: token },
		data: body,
		responseType: 'text',
		transformResponse: (text) => text,
		validateStatus: null,
		// The token must not be sent to the target of a redirect.
		maxRedirects: 0,
		timeout: 120_000,
	});
	if (status !== 429) return { probe, status, ...readBody(data) };
	const pause = Number(headers['retry-after'] ?? 1);
	if (!(pause <= maxPause)) return 'the instance throttled the request (429)';
	await sleep(pause * 1000);
	return await send(probe, access, contract, -1);
}

function readBody(text: string): Pick<ProbeResponse, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		return { kind: /^\s*</.test(text) ? 'a web page' : "text that isn't JSON" };
	}
}

function requireSearchResponse(response: ProbeResponse | string): void {
	const got = typeof response === 'string' ? response : `${response.status} with ${response.kind}`;
	if (typeof response !== 'string' && response.status < 300 && response.kind !== 'a web page')
		return;
	throw new Error(
		`The first search got ${got}. Check --base-url, --header-name, --sort-field, the token, and whether this machine reaches the instance and trusts its certificate (NODE_EXTRA_CA_CERTS adds authorities). Redirects aren't followed, so that the token isn't sent elsewhere.`,
	);
}

function findDifferences(
	{ probe, status, kind, json }: ProbeResponse,
	{ router, validator }: OpenAPIBackend,
): Difference[] {
	if (probe.token !== undefined && status < 300) {
		return [{ place: 'token', contract: 'requires the token (part 5)', instance: `${status}` }];
	}
	if (probe.token !== undefined || (probe.mayFail && status >= 300)) return [];
	// The contract lists one status for each operation, and the default.
	const [documented] = Object.keys(router.getOperation(probe.operation)!.responses!);
	if (status !== Number(documented)) {
		return [{ place: 'status', contract: documented, instance: `${status} with ${kind}` }];
	}
	if (kind !== 'JSON') return [{ place: 'body', contract: 'JSON', instance: kind }];
	const { errors } = validator.validateResponse(json, probe.operation, status);
	return (errors ?? []).map(({ instancePath, message: contract = '', data }) => {
		// `/results/3/links/0/valid` as `results[].links[].valid`.
		const place = instancePath.replace(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
		const type = Array.isArray(data) ? 'array' : typeof data;
		return { place: place.slice(1) || 'body', contract, instance: data === null ? 'null' : type };
	});
}

/** Rules that a schema can't express. */
function comparePages(responses: ProbeResponse[]): Difference[] {
	const pageOf = (name: string): SearchResponse =>
		Object(responses.find(({ probe }) => probe.name === name)?.json);
	const listOf = (name: string) => [pageOf(name).results ?? []].flat().map(Object);
	const [one, ten, most] = ['limit 1', 'limit 10', 'limit 5000'].map(listOf);
	const idsOf = (list: Array<{ id?: number }>) => list.map(({ id }) => id).join();
	const isOutside = (time = Date.UTC(2001)) => !(time > Date.UTC(1973, 2) && time < Date.UTC(2200));
	const hidesMore = (name: string, longer: unknown[]) =>
		pageOf(name).hasMore === false && longer.length > listOf(name).length;

	const found: Difference[] = [];
	const check = (isBroken: boolean, place: string, contract: string, instance: string) => {
		if (isBroken) found.push({ place, contract, instance });
	};
	const isTooLong = one.length > 1 || ten.length > 10;
	check(isTooLong, 'results', 'at most limit items (part 4.1)', 'more items');
	for (const time of ['created', 'lastModified']) {
		const isOther = most.some((each) => isOutside(each[time]));
		check(isOther, `results[].${time}`, 'epoch milliseconds (part 2.1)', 'another range');
	}
	const isHidden = hidesMore('limit 1', ten) || hidesMore('limit 10', most);
	check(isHidden, 'hasMore', 'true if there are more records (part 4.1)', 'false');
	const isElsewhere = idsOf(ten.slice(5)) !== idsOf(listOf('limit 5, offset 5'));
	check(isElsewhere, 'results', 'offset is an index (part 4.1)', 'other records at the offset');
	return found;
}
