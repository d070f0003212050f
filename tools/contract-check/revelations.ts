import { isObject } from '../../nodes/DataPlatform/values.ts';
import type { OperationId } from '../../simulator/contract.ts';
import type { AnswerContract, ResponseSchema } from './contract.ts';
import type { Exchange, Reply } from './send.ts';
import { TOO_MANY_REQUESTS } from './send.ts';
import { constant, describe, memberName, valuesOf } from './shape.ts';

/** What the spec does not show and the instance does. */
export interface Revelation {
	operation: OperationId;
	/** The open question, with its place in the answer or in the spec. */
	notShown: string;
	/** What the instance does, without its data. */
	instance: string;
}

type Answered = [notShown: string, instance: string];

const ALWAYS_PRESENT = 'which members are always present';
const LIMIT_HEADER = /rate-?limit|^retry-after$|^x-retry|quota/;

/** Everything that the answers of one operation reveal. */
export function revelationsOf(
	operation: OperationId,
	exchanges: Exchange[],
	contract: AnswerContract,
): Revelation[] {
	const replies = exchanges.map(({ reply }) => reply);
	const successes = replies.filter(({ status }) => status < 300);
	const failures = replies.filter(({ status }) => status >= 300);
	const types = successes.map(({ mediaType }) => mediaType);
	const bodies = successes.filter(({ kind }) => kind === 'JSON').map(({ json }) => json);
	const schema = { ...contract.successOf(operation).schema, 'x-not-shown': ALWAYS_PRESENT };
	const answered: Answered[] = [
		...answeredQuestions(exchanges),
		...once('Content-Type of an answer (part 4)', types),
		...errorBodies(failures),
		...once('rate limits (part 8)', replies.flatMap(limits)),
		...openPlaces(schema, bodies),
	];
	return answered.map(([notShown, instance]) => ({ operation, notShown, instance }));
}

const once = (notShown: string, instances: string[]) =>
	[...new Set(instances)].map((instance): Answered => [notShown, instance]);

/** `400: limit 0, limit 5001; 401: wrong token` for each question that probes ask. */
function answeredQuestions(exchanges: Exchange[]): Answered[] {
	const asked = exchanges.filter(({ probe }) => probe.question !== undefined);
	const byQuestion = Map.groupBy(asked, ({ probe }) => probe.question!);
	return [...byQuestion].map(([question, ofQuestion]) => {
		const byStatus = Map.groupBy(ofQuestion, ({ reply }) => reply.status);
		const words = [...byStatus].map(
			([status, same]) => `${status}: ${same.map(({ probe }) => probe.name).join(', ')}`,
		);
		return [question, words.join('; ')];
	});
}

function errorBodies(failures: Reply[]): Answered[] {
	const byShape = Map.groupBy(
		failures,
		({ kind, json, mediaType }) =>
			`${kind === 'JSON' ? describe([json]) : kind}, Content-Type ${mediaType}`,
	);
	return [...byShape].map(([shape, same]) => {
		const statuses = new Set(same.map(({ status }) => status));
		return ['the shape of an error body (part 7)', `${[...statuses].join(', ')}: ${shape}`];
	});
}

function limits({ status, headers }: Reply): string[] {
	const telling = Object.entries(headers)
		.filter(([name]) => LIMIT_HEADER.test(name))
		.map(([name, value]) => `${memberName(name)}: ${/^\d+$/.test(value) ? 'integer' : 'text'}`)
		.map((header) => `header ${header}`);
	if (status !== TOO_MANY_REQUESTS) return telling;
	return [...telling, `429 came${'retry-after' in headers ? '' : ' without Retry-After'}`];
}

/** How an open question of the contract is answered; any other one by the shape of what was seen. */
const ANSWERS: Record<string, (values: unknown[], schema: ResponseSchema) => string> = {
	[ALWAYS_PRESENT]: presence,
	'the complete set of values': unseenValues,
	'its meaning': (values) => `${[...new Set(values.map(String))].sort().join(' and ')} came`,
};

/** The places that the contract marks with `x-not-shown`, where the values that were seen there tell something. */
function openPlaces(schema: ResponseSchema, values: unknown[], place = ''): Answered[] {
	if (values.length === 0) return [];
	const { properties = {}, items, 'x-not-shown': notShown } = schema;
	const answer = notShown && (ANSWERS[notShown] ?? shapeOf)(values, schema);
	const further = schema.properties
		? shapeOf(values.map((value) => without(properties, value)))
		: '';
	const answered: Answered[] = [
		[`${place || 'body'}: ${notShown}`, answer ?? ''],
		[`${place || 'body'}: members beyond those that the spec lists`, further],
	];
	return [
		...answered.filter(([, instance]) => instance !== ''),
		...Object.entries(properties).flatMap(([name, member]) =>
			openPlaces(member, valuesOf(values, name), place ? `${place}.${name}` : name),
		),
		...(items ? openPlaces(items, values.filter(Array.isArray).flat(), `${place}[]`) : []),
	];
}

/** What an object has beyond the properties; null for anything else. */
function without(properties: object, value: unknown): object | null {
	if (!isObject(value)) return null;
	const entries = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
	return Object.fromEntries(entries);
}

/** `always: id, name; sometimes: owner; never: locked` */
function presence(values: unknown[], { properties = {} }: ResponseSchema): string {
	const objects = values.filter(isObject);
	const byFrequency = Map.groupBy(Object.keys(properties), (name) => {
		const { length } = valuesOf(objects, name);
		return length === 0 ? 'never' : length < objects.length ? 'sometimes' : 'always';
	});
	return [...byFrequency].map(([often, names]) => `${often}: ${names.join(', ')}`).join('; ');
}

/** Values that the spec does not name as observed. */
function unseenValues(values: unknown[], { description = '' }: ResponseSchema): string {
	const known = new Set(description.match(/\b[A-Z_]{2,}\b/g));
	const unseen = new Set(values.map(constant).filter((value) => !known.has(value)));
	return [...unseen].sort().join(', ');
}

/** Nothing is revealed by an object that was always empty or null. */
function shapeOf(values: unknown[]): string {
	return describe(values.filter((value) => value !== null && describe([value]) !== '{}'));
}
