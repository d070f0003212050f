import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { OpenAPIBackend } from 'openapi-backend';
import type { Probe } from './probes.ts';
import type { SearchResponse } from '../../contract/types.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';

/** An instance, and how to get access to it. */
type Instance = Record<'baseUrl' | 'headerName' | 'token', string>;

/** `place` is `token`, `status`, `body`, or a path in the body such as `results[].links[].valid`. */
type Difference = Record<'place' | 'contract' | 'instance', string>;

/** A response. Without a status, `kind` says why there is none. */
type Received = { status?: number; kind: string; json?: unknown };

/**
 * Sends the probes one after another and compares the responses with the contract. The report contains no token,
 * address, or data, so that it can be attached to an issue.
 *
 * @throws Error if a probe can't be sent, or if the first response shows that nothing can be checked
 */
export async function checkInstance(probes: Probe[], instance: Instance, contract: OpenAPIBackend) {
	for (const probe of probes) requireComplete(probe, contract);
	const seenIn = new Map<string, string[]>();
	const undocumented: Record<string, string> = {};
	const unchecked: Record<string, string> = {};
	const bodies: Record<string, unknown> = {};
	for (const probe of probes) {
		const { name, token, mayFail } = probe;
		const isOpen = mayFail || token !== undefined;
		const received = await send(probe, instance, contract);
		const { status, kind } = received;
		const got = status ? `${status} with ${kind}` : kind;
		if (probe === probes[0] && (!status || status >= 300 || kind === 'a web page')) {
			throw new Error(
				`The first search got ${got}. Check --base-url, --header-name, --sort-field, the token, and whether this machine reaches the instance and trusts its certificate (NODE_EXTRA_CA_CERTS adds authorities). Redirects aren't followed, so that the token isn't sent elsewhere.`,
			);
		}
		if (!status) {
			unchecked[name] = got;
			continue;
		}
		bodies[name] = received.json;
		if (isOpen) undocumented[name] = got;
		for (const difference of isOpen && status >= 300 ? [] : compare(probe, received, contract)) {
			const key = JSON.stringify(difference);
			seenIn.set(key, [...(seenIn.get(key) ?? []), name]);
		}
	}
	const found = [...seenIn].map(([key, names]) => ({ ...JSON.parse(key), seenIn: names }));
	const differences: Difference[] = [...found, ...comparePages(bodies)];
	const responses = Object.keys(bodies).length;
	return { contract: CONTRACT_FILE, responses, differences, undocumented, unchecked };
}

/** The file of --also may contain anything, and its requests may change something. */
function requireComplete({ name, operation, parameters, body }: Probe, contract: OpenAPIBackend) {
	const path = contract.router.getOperation(operation)?.path ?? '{operation}';
	const needed = Array.from(path.matchAll(/{(\w+)}/g), ([, parameter]) => parameter);
	if (name && typeof body === 'object' && needed.every((each) => parameters?.[each])) return;
	throw new Error(
		`The request "${name}" in the file of --also isn't complete. It needs name, operation (an operationId of ${CONTRACT_FILE}), body, and the parameters of the path. Nothing was sent.`,
	);
}

/** Sends a probe, and once more after a 429 that requests a wait of up to a minute. */
async function send(probe: Probe, instance: Instance, contract: OpenAPIBackend): Promise<Received> {
	const { operation, parameters = {}, body, token = instance.token } = probe;
	const { method, path } = contract.router.getOperation(operation)!;
	const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parameters[name]));
	const request = () =>
		axios.request<string>({
			method,
			url: instance.baseUrl + filled,
			headers: token === '' ? {} : { [instance.headerName]: token },
			data: body,
			responseType: 'text',
			transformResponse: (text) => text,
			validateStatus: null,
			// The token must not be sent to the target of a redirect.
			maxRedirects: 0,
			timeout: 120_000,
		});
	try {
		let response = await request();
		const pause = Number(response.headers['retry-after'] ?? 1);
		if (response.status === 429 && pause <= 60) {
			await sleep(pause * 1000);
			response = await request();
		}
		if (response.status === 429) return { kind: 'the instance throttled the request (429)' };
		return { status: response.status, ...readBody(response.data) };
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		return { kind: `no response (${error.code})` };
	}
}

function readBody(text: string): Pick<Received, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		return { kind: /^\s*</.test(text) ? 'a web page' : "text that isn't JSON" };
	}
}

function compare(
	{ operation, token }: Probe,
	{ status, kind, json }: Received,
	{ router, validator }: OpenAPIBackend,
): Difference[] {
	if (token !== undefined) {
		return [{ place: 'token', contract: 'requires the token (part 5)', instance: `${status}` }];
	}
	// The contract lists one status for each operation, and the default.
	const [documented] = Object.keys(router.getOperation(operation)!.responses!);
	if (`${status}` !== documented) {
		return [{ place: 'status', contract: documented, instance: `${status} with ${kind}` }];
	}
	if (kind !== 'JSON') return [{ place: 'body', contract: 'JSON', instance: kind }];
	const { errors } = validator.validateResponse(json, operation, status);
	return (errors ?? []).map(({ instancePath, message: contract = '', data }) => {
		// `/results/3/links/0/valid` as `results[].links[].valid`.
		const place = instancePath.replace(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
		const type = Array.isArray(data) ? 'array' : typeof data;
		return { place: place.slice(1) || 'body', contract, instance: data === null ? 'null' : type };
	});
}

/** Rules of pages that a schema can't express. */
function comparePages(bodies: Record<string, unknown>): Difference[] {
	const page = (name: string): SearchResponse => Object(bodies[name]);
	const list = (name: string) => [page(name).results ?? []].flat().map(Object);
	const [one, ten, most] = ['limit 1', 'limit 10', 'limit 5000'].map(list);
	const ids = (listed: Array<{ id?: number }>) => listed.map(({ id }) => id).join();
	const isNoTime = (time = Date.UTC(2001)) => !(time > Date.UTC(1973, 2) && time < Date.UTC(2200));
	const hidesMore = (name: string, longer: unknown[]) =>
		page(name).hasMore === false && longer.length > list(name).length;

	const found: Difference[] = [];
	const note = (isBroken: boolean, place: string, contract: string, instance: string) => {
		if (isBroken) found.push({ place, contract, instance });
	};
	const isTooLong = one.length > 1 || ten.length > 10;
	note(isTooLong, 'results', 'at most limit items (part 4.1)', 'more items');
	for (const time of ['created', 'lastModified']) {
		const isOther = most.some((each) => isNoTime(each[time]));
		note(isOther, `results[].${time}`, 'epoch milliseconds (part 2.1)', 'another range');
	}
	const isHidden = hidesMore('limit 1', ten) || hidesMore('limit 10', most);
	note(isHidden, 'hasMore', 'true if there are more records (part 4.1)', 'false');
	const isElsewhere = ids(ten.slice(5)) !== ids(list('limit 5, offset 5'));
	note(isElsewhere, 'results', 'offset is an index (part 4.1)', 'other records at the offset');
	return found;
}
