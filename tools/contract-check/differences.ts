import type { ExtractResponse, SearchResponse } from '../../nodes/DataPlatform/api/contract.ts';
import type { OperationId } from '../../simulator/contract.ts';
import type { AnswerContract } from './contract.ts';
import { EXTRACTED_FIELDS } from './probes.ts';
import type { Exchange } from './send.ts';
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
	/** The probe that showed it. */
	probe: string;
}

type Finding = Pick<Difference, 'place' | 'contract' | 'instance'>;

/** Every difference that one answer shows. */
export function differencesOf(exchange: Exchange, contract: AnswerContract): Difference[] {
	const { operation, name } = exchange.probe;
	return findings(exchange, contract).map((finding) => ({ operation, ...finding, probe: name }));
}

function findings({ probe, reply }: Exchange, contract: AnswerContract): Finding[] {
	const { operation, expects } = probe;
	const { status, kind, json } = reply;
	const isSuccess = status < 300;
	if (expects === 'anything' || (expects === 'either' && !isSuccess)) return [];
	if (expects === 'refusal') {
		const instance = `takes the request: ${status}`;
		return isSuccess ? [{ place: 'token', contract: 'requires the token (part 5)', instance }] : [];
	}
	const success = contract.successOf(operation).status;
	if (status !== success) {
		return [{ place: 'status', contract: String(success), instance: `${status}, ${kind}` }];
	}
	if (kind !== 'JSON') return [{ place: 'body', contract: 'JSON', instance: kind }];
	const violations = contract
		.violations(operation, json)
		.map(({ instancePath, message = '', data }): Finding => ({
			place: placeOf(instancePath),
			contract: message,
			instance: describe([data]),
		}));
	// The rules read members that they take to be as the schema has them.
	return violations.length > 0 ? violations : brokenRules({ probe, reply });
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

const functionsIn = ({ reply }: Exchange) => (reply.json as SearchResponse).results ?? [];

/** What the spec says beyond what a schema can say, and how an answer shows that it does otherwise. */
type Rule = Finding & { holds: (exchange: Exchange) => boolean };

const RULES: Partial<Record<OperationId, Rule[]>> = {
	searchFunctions: [
		{
			place: 'results',
			contract: 'at most limit items (part 4.1)',
			instance: 'more items',
			holds: (exchange) =>
				functionsIn(exchange).length <= (exchange.probe.body as { limit: number }).limit,
		},
		...(['created', 'lastModified'] as const).map((member) => ({
			place: `results[].${member}`,
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
			holds: (exchange: Exchange) =>
				functionsIn(exchange).every((each) => inMilliseconds(each[member])),
		})),
	],
	updateJob: [
		{
			place: 'code',
			contract: 'mirrors the HTTP status (part 2.5)',
			instance: 'another number',
			holds: ({ reply: { json, status } }) =>
				((json as { code?: number }).code ?? status) === status,
		},
	],
	extractData: [
		{
			place: 'output',
			contract: 'has the names of outputStructure (part 4.4)',
			instance: 'other names',
			holds: ({ reply }) =>
				Object.keys((reply.json as ExtractResponse).output)
					.sort()
					.join() === Object.keys(EXTRACTED_FIELDS).sort().join(),
		},
	],
};

function brokenRules(exchange: Exchange): Finding[] {
	const broken = RULES[exchange.probe.operation]?.filter(({ holds }) => !holds(exchange)) ?? [];
	return broken.map(({ holds: _, ...finding }) => finding);
}
