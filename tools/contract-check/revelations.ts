import type { OperationId } from '../../simulator/contract.ts';
import type { Contract, Schema } from './contract.ts';
import { bodyInWords, mediaTypeInWords } from './differences.ts';
import type { Exchange } from './send.ts';
import { constant, describe, isObject, memberName, valuesOf } from './shape.ts';

/** What the spec does not show and the instance does. */
export interface Revelation {
	operation: OperationId;
	/** The open question, with its place in the answer or in the spec. */
	notShown: string;
	/** What the instance does, without its data. */
	instance: string;
}

/** A place of an answer that the contract marks with `x-not-shown`, with the values that were seen there. */
interface OpenPlace {
	place: string;
	notShown: string;
	schema: Schema;
	values: unknown[];
}

const ALWAYS_PRESENT = 'which members are always present';
const FURTHER_MEMBERS = 'members beyond those that the spec lists';

/** How an open question is answered; any other one by the shape of what was seen. */
const ANSWERS: Record<string, (open: OpenPlace) => string | undefined> = {
	[ALWAYS_PRESENT]: presence,
	'the complete set of values': unseenValues,
	'its meaning': ({ values }) => `${[...new Set(values.map(String))].sort().join(' and ')} came`,
};

/** Everything that the answers of one operation reveal. */
export function revelationsOf(
	operation: OperationId,
	exchanges: Exchange[],
	contract: Contract,
): Revelation[] {
	const successes = exchanges.filter(({ answer }) => answer.status < 300);
	const bodies = successes
		.filter(({ answer }) => answer.kind === 'json')
		.map(({ answer }) => answer.json);
	const answered = [
		...answeredQuestions(exchanges),
		...contentTypes(successes),
		...errorBodies(exchanges),
		...limitHeaders(exchanges),
		...openPlaces({ ...contract.successSchema(operation), 'x-not-shown': ALWAYS_PRESENT }, bodies)
			.map((open) => [
				`${open.place || 'body'}: ${open.notShown}`,
				(ANSWERS[open.notShown] ?? shape)(open),
			])
			.filter((entry): entry is [string, string] => entry[1] !== undefined),
	];
	return answered.map(([notShown, instance]) => ({ operation, notShown, instance }));
}

/** `400: limit 0, limit 5001; 401: wrong token` for each question that probes ask. */
function answeredQuestions(exchanges: Exchange[]): Array<[string, string]> {
	const asked = exchanges.filter(({ probe }) => probe.question !== undefined);
	const byQuestion = Map.groupBy(asked, ({ probe }) => probe.question!);
	return [...byQuestion].map(([question, ofQuestion]) => {
		const byStatus = Map.groupBy(ofQuestion, ({ answer }) => answer.status);
		const words = [...byStatus].map(
			([status, same]) => `${status}: ${same.map(({ probe }) => probe.name).join(', ')}`,
		);
		return [question, words.join('; ')];
	});
}

function contentTypes(successes: Exchange[]): Array<[string, string]> {
	const types = new Set(successes.map(({ answer }) => mediaTypeInWords(answer)));
	return types.size > 0 ? [['Content-Type of an answer (part 4)', [...types].join(', ')]] : [];
}

function errorBodies(exchanges: Exchange[]): Array<[string, string]> {
	const failed = exchanges.filter(({ answer }) => answer.status >= 300);
	const byShape = Map.groupBy(
		failed,
		({ answer }) => `${bodyInWords(answer)}, Content-Type ${mediaTypeInWords(answer)}`,
	);
	return [...byShape].map(([shape, same]) => {
		const statuses = new Set(same.map(({ answer }) => answer.status));
		return ['the shape of an error body (part 7)', `${[...statuses].join(', ')}: ${shape}`];
	});
}

const LIMIT_HEADER = /rate-?limit|^retry-after$|^x-retry|quota/;
const LIMITS = 'rate limits (part 8)';

function limitHeaders(exchanges: Exchange[]): Array<[string, string]> {
	const headers = exchanges.flatMap(({ answer }) => Object.entries(answer.headers));
	const telling = headers.filter(([name]) => LIMIT_HEADER.test(name));
	const kinds = telling.map(
		([name, value]) => `${memberName(name)}: ${/^\d+$/.test(value) ? 'integer' : 'text'}`,
	);
	const tooMany = exchanges.filter(({ answer }) => answer.status === 429);
	const silent = tooMany.filter(({ answer }) => answer.headers['retry-after'] === undefined);
	return [
		...[...new Set(kinds)].map((kind): [string, string] => [LIMITS, `header ${kind}`]),
		...(tooMany.length > 0 ? [[LIMITS, '429 came'] as [string, string]] : []),
		...(silent.length > 0 ? [[LIMITS, '429 came without Retry-After'] as [string, string]] : []),
	];
}

function openPlaces(schema: Schema, values: unknown[], place = ''): OpenPlace[] {
	if (values.length === 0) return [];
	const notShown = schema['x-not-shown'];
	const members = Object.entries(schema.properties ?? {});
	const elements = values.filter(Array.isArray).flat();
	const further = schema.properties ? furtherMembers(schema.properties, values) : [];
	return [
		...(notShown ? [{ place, notShown, schema, values }] : []),
		...(further.length > 0
			? [{ place, notShown: FURTHER_MEMBERS, schema: {}, values: further }]
			: []),
		...members.flatMap(([name, member]) =>
			openPlaces(member, valuesOf(values, name), place ? `${place}.${name}` : name),
		),
		...(schema.items ? openPlaces(schema.items, elements, `${place}[]`) : []),
	];
}

/** The objects without the members that the spec lists, where something is left. */
function furtherMembers(known: object, values: unknown[]): object[] {
	return values
		.filter(isObject)
		.map((value) =>
			Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(known, name))),
		)
		.filter((rest) => Object.keys(rest).length > 0);
}

/** `always: id, name; sometimes: owner; never: locked` */
function presence({ schema, values }: OpenPlace): string {
	const objects = values.filter(isObject);
	const byFrequency = Map.groupBy(Object.keys(schema.properties ?? {}), (name) => {
		const { length } = valuesOf(objects, name);
		return length === 0 ? 'never' : length < objects.length ? 'sometimes' : 'always';
	});
	return [...byFrequency].map(([often, names]) => `${often}: ${names.join(', ')}`).join('; ');
}

/** Values that the spec does not name as observed. */
function unseenValues({ schema, values }: OpenPlace): string | undefined {
	const known = new Set(schema.description?.match(/\b[A-Z_]{2,}\b/g));
	const unseen = [...new Set(values.map(constant))].filter((value) => !known.has(value)).sort();
	return unseen.length > 0 ? unseen.join(', ') : undefined;
}

/** Nothing is revealed by an object that was always empty or null. */
function shape({ values }: OpenPlace): string | undefined {
	const telling = values.filter((value) => value !== null && describe([value]) !== '{}');
	return telling.length > 0 ? describe(telling) : undefined;
}
