import type { ExtractResponse, OperationId, SearchResponse } from '../../contract/types.ts';
import type { AnswerContract } from './contract.ts';
import type { Answer } from './send.ts';
import { describe } from './shape.ts';

/** Something that the instance does in another way than the contract says. */
export interface Difference {
	operation: OperationId;
	/** `status`, `Content-Type`, `body` or a place in the body such as `results[].links[].valid`. */
	place: string;
	/** What the contract says. */
	contract: string;
	/** What the instance does, without its data. */
	instance: string;
	/** The probes that showed it. */
	seenIn: string[];
}

type Finding = [place: string, contract: string, instance: string];

/** Every difference that one answer shows. */
export function differencesOf(answer: Answer, contract: AnswerContract): Difference[] {
	const { operation, name } = answer.probe;
	return findings(answer, contract).map(([place, contract, instance]) => ({
		operation,
		place,
		contract,
		instance,
		seenIn: [name],
	}));
}

function findings(answer: Answer, contract: AnswerContract): Finding[] {
	const { probe, status, kind, json } = answer;
	const isSuccess = status < 300;
	if (probe.token) {
		const instance = `takes the request: ${status}`;
		return isSuccess ? [['token', 'requires the token (part 5)', instance]] : [];
	}
	if (probe.isUndescribed || (probe.question && !isSuccess)) return [];
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
	// The rules read members that they take to be as the schema has them.
	return violations.length > 0 ? violations : brokenRules(answer);
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

/** What the spec says beyond what a schema can say, where an answer does otherwise. */
function brokenRules({ probe, status, json }: Answer): Finding[] {
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

/** Two searches of which the first asks for less of the same list. */
const SHORTER_AND_LONGER = [
	['limit 1', 'limit 10'],
	['limit 10', 'limit 5000'],
];

/**
 * Pages that deny that there is more although a longer one holds it.
 *
 * @param sound the successful answers that keep the schema
 */
export function deniedRecords(sound: Answer[]): Difference[] {
	return SHORTER_AND_LONGER.filter((names) => {
		const [shorter, longer] = names.map((name) => pageOf(sound, name));
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

/** What a search of this name found; undefined when it is not among the answers. */
export const pageOf = (sound: Answer[], name: string) =>
	sound.find(({ probe }) => probe.name === name)?.json as SearchResponse | undefined;
