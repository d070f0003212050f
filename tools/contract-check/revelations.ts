import { isObject } from '../../nodes/DataPlatform/helpers/values.ts';
import type { OperationId } from '../../contract/types.ts';
import type { AnswerContract, ResponseSchema } from './contract.ts';
import { pageOf } from './differences.ts';
import { type Answer, TOO_MANY_REQUESTS } from './send.ts';
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

const ofOperation = (operation: OperationId, answered: Answered[]): Revelation[] =>
	answered.map(([notShown, instance]) => ({ operation, notShown, instance }));

/** Everything that the answers of one operation reveal, each by itself. */
export function revelationsOf(
	operation: OperationId,
	answers: Answer[],
	contract: AnswerContract,
): Revelation[] {
	const successes = answers.filter(({ status }) => status < 300);
	const failures = answers.filter(({ status }) => status >= 300);
	const types = successes.map(({ mediaType }) => mediaType);
	const bodies = successes.filter(({ kind }) => kind === 'JSON').map(({ json }) => json);
	const schema = { ...contract.successOf(operation).schema, 'x-not-shown': ALWAYS_PRESENT };
	return ofOperation(operation, [
		...answeredQuestions(answers),
		...once('Content-Type of an answer (part 4)', types),
		...errorBodies(failures),
		...once('rate limits (part 8)', answers.flatMap(limits)),
		...openPlaces(schema, bodies),
	]);
}

const once = (notShown: string, instances: string[]) =>
	[...new Set(instances)].map((instance): Answered => [notShown, instance]);

/** `400: limit 0, limit 5001; 401: wrong token` for each question that probes ask. */
function answeredQuestions(answers: Answer[]): Answered[] {
	const byQuestion = Map.groupBy(answers, ({ probe }) => probe.question ?? '');
	byQuestion.delete('');
	return [...byQuestion].map(([question, ofQuestion]) => {
		const byStatus = Map.groupBy(ofQuestion, ({ status }) => status);
		const words = [...byStatus].map(
			([status, same]) => `${status}: ${same.map(({ probe }) => probe.name).join(', ')}`,
		);
		return [question, words.join('; ')];
	});
}

function errorBodies(failures: Answer[]): Answered[] {
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

function limits({ status, headers }: Answer): string[] {
	const names = Object.keys(headers).filter((name) => LIMIT_HEADER.test(name));
	const telling = names.map((name) => {
		const type = /^\d+$/.test(headers[name]) ? 'integer' : 'text';
		return `header ${memberName(name)}: ${type}`;
	});
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
	const answered: Answered[] = [];
	const tell = (question: string, instance: string) => {
		if (instance !== '') answered.push([`${place || 'body'}: ${question}`, instance]);
	};
	if (notShown) tell(notShown, (ANSWERS[notShown] ?? shapeOf)(values, schema));
	if (schema.properties) {
		const entries = values.filter(isObject).map((value) => Object.entries(value));
		const further = entries.map((each) =>
			each.filter(([name]) => !Object.hasOwn(properties, name)),
		);
		tell('members beyond those that the spec lists', shapeOf(further.map(Object.fromEntries)));
	}
	return [
		...answered,
		...Object.entries(properties).flatMap(([name, member]) =>
			openPlaces(member, valuesOf(values, name), place ? `${place}.${name}` : name),
		),
		...(items ? openPlaces(items, values.filter(Array.isArray).flat(), `${place}[]`) : []),
	];
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

/**
 * What searches reveal together, nothing where one of them is missing.
 *
 * @param sound the successful answers that keep the schema
 */
export function comparisonsOf(sound: Answer[]): Revelation[] {
	const idsOf = (name: string) => {
		const page = pageOf(sound, name);
		return page && (page.results ?? []).map(({ id }) => id);
	};
	const first = idsOf('limit 10');
	if (!first) return [];
	const atZero = idsOf('limit 10, offset 0');
	const later = first.length > 5 && idsOf('limit 5, offset 5');
	const descending = first.length > 1 && idsOf('limit 10, descending');
	const { totalHits, hasMore } = pageOf(sound, 'limit 10')!;

	const answered: Answered[] = [];
	const tell = (...answer: Answered) => answered.push(answer);
	if (atZero) {
		const words = isSame(first, atZero) ? '0' : 'another page than offset 0';
		tell('offset: what it is when it is left out (part 4.1)', words);
	}
	if (later) {
		const start = [0, 1].find((base) => isSame(first.slice(5 - base, 10 - base), later));
		const words = String(start ?? 'not told: the pages do not fit each other');
		tell('offset: from which number it counts (part 4.1)', words);
	}
	if (descending) {
		const words = isSame(first, descending) ? 'the same page' : 'another page';
		tell('sort.ascending: what it changes (part 2.3)', words);
	}
	if (totalHits !== undefined && hasMore !== undefined) {
		const words = totalHits > first.length === hasMore ? 'goes' : 'does not go';
		tell('totalHits: its meaning (part 4.1)', `${words} with hasMore`);
	}
	return ofOperation('searchFunctions', answered);
}

const isSame = (left: unknown[], right: unknown[]): boolean =>
	JSON.stringify(left) === JSON.stringify(right);
