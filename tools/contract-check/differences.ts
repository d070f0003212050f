import type { ExtractResponse, OperationId, SearchResponse } from '../../contract/types.ts';
import type { ResponseContract } from './contract.ts';
import type { ProbeResponse } from './send.ts';
import { describe } from './shape.ts';

/** A difference between the instance and the contract. */
export interface Difference {
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

type Finding = [place: string, contract: string, instance: string];

/** The differences in a response. */
export function differencesOf(response: ProbeResponse, contract: ResponseContract): Difference[] {
	const { operation, name } = response.probe;
	return findings(response, contract).map(([place, contract, instance]) => ({
		operation,
		place,
		contract,
		instance,
		seenIn: [name],
	}));
}

function findings(response: ProbeResponse, contract: ResponseContract): Finding[] {
	const { probe, status, kind, json } = response;
	const isSuccess = status < 300;
	if (probe.token) {
		const instance = `takes the request: ${status}`;
		return isSuccess ? [['token', 'requires the token (part 5)', instance]] : [];
	}
	if (probe.isUndescribed || (probe.mayFail && !isSuccess)) return [];
	const success = contract.successOf(probe.operation).status;
	if (status !== success) return [['status', String(success), `${status}, ${kind}`]];
	if (kind !== 'JSON') return [['body', 'JSON', kind]];
	const violations = contract
		.violations(probe.operation, json)
		.map(({ instancePath, message = '', data }): Finding => [
			placeOf(instancePath),
			message,
			describe([data]),
		]);
	// The other rules require a body that matches the schema.
	return violations.length > 0 ? violations : brokenRules(response);
}

/** `/results/3/links/0/valid` as `results[].links[].valid`. */
function placeOf(pointer: string): string {
	const place = pointer.replace(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
	return place.slice(1) || 'body';
}

const FIRST_MILLISECONDS = Date.UTC(1973, 2);
const LAST_MILLISECONDS = Date.UTC(2200, 0);

const inMilliseconds = (time = FIRST_MILLISECONDS): boolean =>
	time >= FIRST_MILLISECONDS && time < LAST_MILLISECONDS;

/** Violations of rules in the spec that a schema can't express. */
function brokenRules({ probe, status, json }: ProbeResponse): Finding[] {
	const broken: Finding[] = [];
	if (probe.operation === 'searchFunctions') {
		const { results = [] } = json as SearchResponse;
		if (results.length > (probe.body as { limit: number }).limit) {
			broken.push(['results', 'at most limit items (part 4.1)', 'more items']);
		}
		for (const member of ['created', 'lastModified'] as const) {
			if (results.every((each) => inMilliseconds(each[member]))) continue;
			broken.push([`results[].${member}`, 'epoch milliseconds (part 2.1)', 'another range']);
		}
	}
	if (probe.operation === 'updateJob' && ((json as { code?: number }).code ?? status) !== status) {
		broken.push(['code', 'mirrors the HTTP status (part 2.5)', 'another number']);
	}
	if (probe.operation === 'extractData') {
		const { outputStructure } = probe.body as { outputStructure: object };
		const { output } = json as ExtractResponse;
		if (namesOf(output) !== namesOf(outputStructure)) {
			broken.push(['output', 'has the names of outputStructure (part 4.4)', 'other names']);
		}
	}
	return broken;
}

const namesOf = (members: object) => Object.keys(members).sort().join();

/** Pairs of searches with a shorter and a longer page of the same list. */
const SHORTER_AND_LONGER = [
	['limit 1', 'limit 10'],
	['limit 10', 'limit 5000'],
];

/**
 * Pages with `hasMore: false` although a longer page has more.
 *
 * @param valid successful responses that match the schema
 */
export function missedRecords(valid: ProbeResponse[]): Difference[] {
	return SHORTER_AND_LONGER.filter((names) => {
		const [shorter, longer] = names.map((name) => pageOf(valid, name));
		const isThereMore = (longer?.results?.length ?? 0) > (shorter?.results?.length ?? Infinity);
		return isThereMore && shorter?.hasMore === false;
	}).map((names) => ({
		operation: 'searchFunctions',
		place: 'hasMore',
		contract: 'true when more records exist beyond the page (part 4.1)',
		instance: 'false, and a longer page holds more',
		seenIn: [names.join(' and ')],
	}));
}

/** The page of the search with a name; undefined without a response. */
export const pageOf = (valid: ProbeResponse[], name: string) =>
	valid.find(({ probe }) => probe.name === name)?.json as SearchResponse | undefined;
