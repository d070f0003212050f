import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { OpenAPIBackend } from 'openapi-backend';
import type { OperationId, SearchResponse } from '../../contract/types.ts';
import type { ValidCredential } from '../../nodes/DataPlatform/transport/credentials.ts';
import { getRetryAfterMilliseconds } from '../../nodes/DataPlatform/transport/response.ts';
import { compileContract, CONTRACT_FILE } from '../../simulator/contract.ts';
import type { Probe } from './probes.ts';

/** The report contains no token, address, or data, so that it can be attached to an issue. */
interface ContractReport {
	contract: string;
	/** The number of responses that were compared with the contract. */
	responses: number;
	differences: Difference[];
	/** The responses to requests that the documentation leaves open, by probe. */
	undocumented: Record<string, string>;
	/** Probes without a response that could be checked, with the reason. */
	unchecked: Record<string, string>;
}

/** A difference between the instance and the contract. */
interface Difference {
	operation: OperationId;
	/** `token`, `status`, `body`, or a path in the body such as `results[].links[].valid`. */
	place: string;
	/** What the contract requires. */
	contract: string;
	/** What the instance does, without its data. */
	instance: string;
	/** The probes with this difference. */
	seenIn: string[];
}

interface ProbeResponse {
	probe: Probe;
	status: number;
	headers: Record<string, string>;
	kind: 'JSON' | 'a web page' | "text that isn't JSON" | 'nothing';
	/** The parsed body of kind `JSON`. */
	json?: unknown;
}

const TOO_MANY_REQUESTS = 429;
const MAX_TRIES = 3;
const MAX_PAUSE = 60_000;
const DEFAULT_PAUSE = 1000;
const TIMEOUT = 120_000;

/**
 * Sends the probes one after another and compares the responses with the contract.
 *
 * @throws Error if a probe can't be sent, or if the first response shows that nothing can be checked
 */
export async function checkInstance(
	probes: Probe[],
	access: ValidCredential,
): Promise<ContractReport> {
	const contract = await compileContract('/', { allErrors: true, verbose: true });
	for (const probe of probes) requireSendable(probe, contract);
	const responses: ProbeResponse[] = [];
	const unchecked: ContractReport['unchecked'] = {};
	for (const [index, probe] of probes.entries()) {
		try {
			const response = await sendProbe(probe, access, contract);
			if (response.status === TOO_MANY_REQUESTS) {
				const reason = 'the instance throttled the request (429)';
				for (const { name } of probes.slice(index)) unchecked[name] = reason;
				break;
			}
			if (index === 0) requireSearchResponse(response);
			responses.push(response);
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			if (index === 0) {
				throw new Error(
					`The address didn't respond (${error.code}). Check --base-url (https:// or http://), and whether this machine reaches it and trusts its certificate (NODE_EXTRA_CA_CERTS adds authorities). Otherwise, try again later.`,
				);
			}
			unchecked[probe.name] = `no response (${error.code})`;
		}
	}
	const open = responses.filter(({ probe }) => probe.mayFail || probe.token !== undefined);
	return {
		contract: CONTRACT_FILE,
		responses: responses.length,
		differences: mergeDifferences([
			...responses.flatMap((response) => {
				const { operation, name } = response.probe;
				const found = findDifferences(response, contract);
				return found.map((each) => ({ operation, ...each, seenIn: [name] }));
			}),
			...missedRecords(responses),
			...wrongOffset(responses),
		]),
		undocumented: Object.fromEntries(
			open.map(({ probe, status, kind }) => [probe.name, `${status} with ${kind}`]),
		),
		unchecked,
	};
}

/** The file of --also may contain anything, and its requests may change something. */
function requireSendable({ name, operation, parameters, body }: Probe, contract: OpenAPIBackend) {
	const path = contract.router.getOperation(operation)?.path ?? '{operation}';
	const missing = Array.from(path.matchAll(/{(\w+)}/g), ([, parameter]) => parameter).filter(
		(parameter) => !parameters?.[parameter],
	);
	if (name && missing.length === 0 && typeof body === 'object') return;
	throw new Error(
		`The request "${name}" in the file of --also isn't complete. It needs name, operation (an operationId of ${CONTRACT_FILE}), body, and the parameters of the path. Nothing was sent.`,
	);
}

/** Sends a probe, and sends it again after a 429 that requests a wait of up to a minute. */
async function sendProbe(
	probe: Probe,
	access: ValidCredential,
	contract: OpenAPIBackend,
	triesLeft = MAX_TRIES - 1,
): Promise<ProbeResponse> {
	const { baseUrl, headerName, token } = access;
	const { operation, parameters = {}, body } = probe;
	const { method, path } = contract.router.getOperation(operation)!;
	const sentToken = probe.token ?? token;
	const { status, headers, data } = await axios.request<string>({
		method,
		url: baseUrl + path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parameters[name])),
		headers: sentToken === '' ? {} : { [headerName]: sentToken },
		data: body,
		responseType: 'text',
		transformResponse: (text) => text,
		validateStatus: null,
		// The token must not be sent to the target of a redirect.
		maxRedirects: 0,
		timeout: TIMEOUT,
	});
	const response = { probe, status, headers: headers as ProbeResponse['headers'] };
	const pause = getRetryAfterMilliseconds(response.headers) ?? DEFAULT_PAUSE;
	if (status === TOO_MANY_REQUESTS && triesLeft > 0 && pause <= MAX_PAUSE) {
		await sleep(pause);
		return await sendProbe(probe, access, contract, triesLeft - 1);
	}
	return { ...response, ...readBody(data) };
}

function readBody(text: string): Pick<ProbeResponse, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		return { kind: /^\s*</.test(text) ? 'a web page' : "text that isn't JSON" };
	}
}

function requireSearchResponse({ status, kind }: ProbeResponse): void {
	if (status < 300 && kind !== 'a web page') return;
	throw new Error(
		`The first search returned ${status} with ${kind}. Check --base-url, --header-name, --sort-field, and the token. Redirects aren't followed, so that the token isn't sent elsewhere.`,
	);
}

type Finding = Pick<Difference, 'place' | 'contract' | 'instance'>;

function findDifferences(
	{ probe, status, kind, json }: ProbeResponse,
	{ router, validator }: OpenAPIBackend,
): Finding[] {
	const isSuccess = status < 300;
	if (probe.token !== undefined) {
		const instance = `takes the request: ${status}`;
		return isSuccess ? [{ place: 'token', contract: 'requires the token (part 5)', instance }] : [];
	}
	if (probe.mayFail && !isSuccess) return [];
	// The contract lists one status for each operation, and the default.
	const [documented] = Object.keys(router.getOperation(probe.operation)!.responses!);
	if (status !== Number(documented)) {
		return [{ place: 'status', contract: documented, instance: `${status} with ${kind}` }];
	}
	if (kind !== 'JSON') return [{ place: 'body', contract: 'JSON', instance: kind }];
	const { errors } = validator.validateResponse(json, probe.operation, status);
	if (errors) {
		return errors.map(({ instancePath, message = '', data }) => ({
			place: placeOf(instancePath),
			contract: message,
			instance: typeOf(data),
		}));
	}
	if (probe.operation !== 'searchFunctions' || probe.mayFail) return [];
	return findBrokenRules(probe, json as SearchResponse);
}

/** `/results/3/links/0/valid` as `results[].links[].valid`. */
function placeOf(pointer: string): string {
	const place = pointer.replace(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
	return place.slice(1) || 'body';
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

const FIRST_MILLISECONDS = Date.UTC(1973, 2);
const LAST_MILLISECONDS = Date.UTC(2200, 0);

const isMilliseconds = (time = FIRST_MILLISECONDS): boolean =>
	time >= FIRST_MILLISECONDS && time < LAST_MILLISECONDS;

/** Violations of rules for a page that a schema can't express. */
function findBrokenRules({ body }: Probe, { results = [] }: SearchResponse): Finding[] {
	const times = (['created', 'lastModified'] as const).filter((member) =>
		results.some((each) => !isMilliseconds(each[member])),
	);
	const isTooLong = results.length > (body as { limit: number }).limit;
	return [
		...(isTooLong
			? [{ place: 'results', contract: 'at most limit items (part 4.1)', instance: 'more items' }]
			: []),
		...times.map((member) => ({
			place: `results[].${member}`,
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
		})),
	];
}

/** Pairs of searches with a shorter and a longer page of the same list. */
const SHORTER_AND_LONGER = [
	['limit 1', 'limit 10'],
	['limit 10', 'limit 5000'],
];

function pageOf(responses: ProbeResponse[], name: string): SearchResponse {
	return Object(responses.find(({ probe }) => probe.name === name)?.json);
}

/** Pages with `hasMore: false` although a longer page has more. */
function missedRecords(responses: ProbeResponse[]): Difference[] {
	return SHORTER_AND_LONGER.filter((names) => {
		const [shorter, longer] = names.map((name) => pageOf(responses, name));
		const isThereMore = (longer.results?.length ?? 0) > (shorter.results?.length ?? Infinity);
		return isThereMore && shorter.hasMore === false;
	}).map((names) => ({
		operation: 'searchFunctions',
		place: 'hasMore',
		contract: 'true when more records exist beyond the page (part 4.1)',
		instance: 'false, and a longer page holds more',
		seenIn: [names.join(' and ')],
	}));
}

/** A page at an offset that isn't the same part of a longer page. */
function wrongOffset(responses: ProbeResponse[]): Difference[] {
	const names = ['limit 10', 'limit 5, offset 5'];
	const [whole, second] = names.map((name) => pageOf(responses, name).results);
	if (!Array.isArray(whole) || !Array.isArray(second)) return [];
	const idsOf = (page: unknown[]) => page.map((each) => Object(each).id).join();
	if (idsOf(whole.slice(5)) === idsOf(second)) return [];
	return [
		{
			operation: 'searchFunctions',
			place: 'results',
			contract: 'offset is the index of the first record (part 4.1)',
			instance: 'other records than in a longer page',
			seenIn: [names.join(' and ')],
		},
	];
}

/** Merges the same difference of several probes. */
function mergeDifferences(differences: Difference[]): Difference[] {
	const same = Map.groupBy(differences, ({ seenIn: _, ...rest }) => JSON.stringify(rest));
	return [...same].map(([difference, group]) => ({
		...JSON.parse(difference),
		seenIn: [...new Set(group.flatMap(({ seenIn }) => seenIn))],
	}));
}
