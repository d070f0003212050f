import type { OperationId } from '../../simulator/contract.ts';
import type { Contract, Violation } from './contract.ts';
import { brokenRules } from './rules.ts';
import type { Answer, Exchange } from './send.ts';
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

type Finding = Omit<Difference, 'operation' | 'probe'>;

const KINDS: Record<Answer['kind'], string> = {
	json: 'JSON',
	page: 'a web page',
	text: 'a text that is no JSON',
	empty: 'nothing',
};

/** The kind of an answer's body and its shape, in words. */
export const bodyInWords = ({ kind, json }: Answer): string =>
	kind === 'json' ? describe([json]) : KINDS[kind];

const COMMON_TYPE = /^(application|text)\/(problem\+)?(json|xml|html|plain|octet-stream)$/;

/** The media type when it is a common one: others may carry names. */
export const mediaTypeInWords = ({ mediaType }: Answer): string =>
	COMMON_TYPE.test(mediaType) ? mediaType : mediaType === '' ? 'none' : 'another one';

/** Every difference that one answer shows. */
export function differencesOf(exchange: Exchange, contract: Contract): Difference[] {
	const { operation, name } = exchange.probe;
	return findings(exchange, contract).map((finding) => ({ operation, ...finding, probe: name }));
}

function findings(exchange: Exchange, contract: Contract): Finding[] {
	const { probe, answer } = exchange;
	const success = contract.successStatus(probe.operation);
	if (probe.expects === 'anything') return [];
	if (probe.expects === 'refusal') {
		if (answer.status >= 300) return [];
		const contract = 'requires the token (part 5)';
		return [{ place: 'token', contract, instance: `takes the request: ${answer.status}` }];
	}
	const instance = `${answer.status}, ${KINDS[answer.kind]}`;
	const status = { place: 'status', contract: String(success), instance };
	if (answer.status >= 300) return probe.expects === 'either' ? [] : [status];
	return [
		...(answer.status === success ? [] : [status]),
		...(answer.kind === 'json'
			? content(exchange, contract)
			: [{ place: 'body', contract: KINDS.json, instance: KINDS[answer.kind] }]),
	];
}

function content(exchange: Exchange, contract: Contract): Finding[] {
	const violations = contract.violations(exchange.probe.operation, exchange.answer.json);
	// The rules read members that they take to be as the schema has them.
	return violations.length > 0 ? violations.map(schemaFinding) : brokenRules(exchange);
}

type Words = (violation: Violation) => { member?: string; contract: string; instance: string };

/** What a schema's keyword says and what came instead; every other keyword speaks for itself. */
const BY_KEYWORD: Record<string, Words> = {
	required: ({ params }) => ({
		member: String(params.missingProperty),
		contract: 'required',
		instance: 'missing',
	}),
	type: ({ params, value }) => ({
		contract: [params.type].flat().join(' or '),
		instance: describe([value]),
	}),
};

function schemaFinding(violation: Violation): Finding {
	const words = BY_KEYWORD[violation.keyword] ?? inAjvsWords;
	const { member, ...finding } = words(violation);
	return { place: placeOf(violation.pointer, member), ...finding };
}

const inAjvsWords: Words = ({ message, value }) => ({
	contract: message,
	instance: describe([value]),
});

/** `/results/3/links/0` and `valid` as `results[].links[].valid`. */
function placeOf(pointer: string, member?: string): string {
	const names = pointer.split('/').slice(1);
	const place = [...names, ...(member === undefined ? [] : [member])]
		.map((name) => (/^\d+$/.test(name) ? '[]' : `.${name}`))
		.join('')
		.replace(/^\./, '');
	return place || 'body';
}
