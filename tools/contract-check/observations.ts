import { isObject } from '../../nodes/DataPlatform/helpers/values.ts';
import type { OperationId } from '../../contract/types.ts';
import type { ResponseContract, ResponseSchema } from './contract.ts';
import { pageOf } from './differences.ts';
import { type ProbeResponse, TOO_MANY_REQUESTS } from './send.ts';
import { constant, describe, memberName, valuesOf } from './shape.ts';

/** An answer of the instance to an open question of the spec. */
export interface Observation {
	operation: OperationId;
	/** The open question, with its path in the response or its part of the spec. */
	notShown: string;
	/** What the instance does, without its data. */
	instance: string;
}

type Observed = [notShown: string, instance: string];

const ALWAYS_PRESENT = 'which members are always present';
const LIMIT_HEADER = /rate-?limit|^retry-after$|^x-retry|quota/;

const ofOperation = (operation: OperationId, observed: Observed[]): Observation[] =>
	observed.map(([notShown, instance]) => ({ operation, notShown, instance }));

/** Observations in the responses of one operation. */
export function observationsOf(
	operation: OperationId,
	responses: ProbeResponse[],
	contract: ResponseContract,
): Observation[] {
	const successes = responses.filter(({ status }) => status < 300);
	const failures = responses.filter(({ status }) => status >= 300);
	const types = successes.map(({ mediaType }) => mediaType);
	const bodies = successes.filter(({ kind }) => kind === 'JSON').map(({ json }) => json);
	const schema = { ...contract.successOf(operation).schema, 'x-not-shown': ALWAYS_PRESENT };
	return ofOperation(operation, [
		...statusesByQuestion(responses),
		...once('Content-Type of a response (part 4)', types),
		...errorBodies(failures),
		...once('rate limits (part 8)', responses.flatMap(limits)),
		...openPlaces(schema, bodies),
	]);
}

const once = (notShown: string, instances: string[]) =>
	[...new Set(instances)].map((instance): Observed => [notShown, instance]);

/** `400: limit 0, limit 5001; 401: wrong token` for each question of the probes. */
function statusesByQuestion(responses: ProbeResponse[]): Observed[] {
	const byQuestion = Map.groupBy(responses, ({ probe }) => probe.question ?? '');
	byQuestion.delete('');
	return [...byQuestion].map(([question, ofQuestion]) => {
		const byStatus = Map.groupBy(ofQuestion, ({ status }) => status);
		const words = [...byStatus].map(
			([status, same]) => `${status}: ${same.map(({ probe }) => probe.name).join(', ')}`,
		);
		return [question, words.join('; ')];
	});
}

function errorBodies(failures: ProbeResponse[]): Observed[] {
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

function limits({ status, headers }: ProbeResponse): string[] {
	const names = Object.keys(headers).filter((name) => LIMIT_HEADER.test(name));
	const described = names.map((name) => {
		const type = /^\d+$/.test(headers[name]) ? 'integer' : 'text';
		return `header ${memberName(name)}: ${type}`;
	});
	if (status !== TOO_MANY_REQUESTS) return described;
	return [...described, `429${'retry-after' in headers ? '' : ' without Retry-After'}`];
}

/** Functions that describe values for an open question. Other questions get the shape of the values. */
const DESCRIPTIONS: Record<string, (values: unknown[], schema: ResponseSchema) => string> = {
	[ALWAYS_PRESENT]: presence,
	'the complete set of values': unseenValues,
	'its meaning': (values) => `${[...new Set(values.map(String))].sort().join(' and ')}`,
};

/** Describes the values at paths that the contract marks with `x-not-shown`. */
function openPlaces(schema: ResponseSchema, values: unknown[], place = ''): Observed[] {
	if (values.length === 0) return [];
	const { properties = {}, items, 'x-not-shown': notShown } = schema;
	const observed: Observed[] = [];
	const add = (question: string, instance: string) => {
		if (instance !== '') observed.push([`${place || 'body'}: ${question}`, instance]);
	};
	if (notShown) add(notShown, (DESCRIPTIONS[notShown] ?? shapeOf)(values, schema));
	if (schema.properties) {
		const entries = values.filter(isObject).map((value) => Object.entries(value));
		const further = entries.map((each) =>
			each.filter(([name]) => !Object.hasOwn(properties, name)),
		);
		add('undocumented members', shapeOf(further.map(Object.fromEntries)));
	}
	return [
		...observed,
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

/** Values that aren't among the observed ones in the spec. */
function unseenValues(values: unknown[], { description = '' }: ResponseSchema): string {
	const known = new Set(description.match(/\b[A-Z_]{2,}\b/g));
	const unseen = new Set(values.map(constant).filter((value) => !known.has(value)));
	return [...unseen].sort().join(', ');
}

/** The shape of values. Empty if all are empty objects or null. */
function shapeOf(values: unknown[]): string {
	return describe(values.filter((value) => value !== null && describe([value]) !== '{}'));
}

/**
 * Observations that compare searches.
 *
 * @param valid successful responses that match the schema
 */
export function comparisonsOf(valid: ProbeResponse[]): Observation[] {
	const idsOf = (name: string) => {
		const page = pageOf(valid, name);
		return page && (page.results ?? []).map(({ id }) => id);
	};
	const first = idsOf('limit 10');
	if (!first) return [];
	const atZero = idsOf('limit 10, offset 0');
	const later = first.length > 5 && idsOf('limit 5, offset 5');
	const descending = first.length > 1 && idsOf('limit 10, descending');
	const { totalHits, hasMore } = pageOf(valid, 'limit 10')!;

	const observed: Observed[] = [];
	const add = (...observation: Observed) => observed.push(observation);
	if (atZero) {
		const words = isSame(first, atZero) ? '0' : 'another page than offset 0';
		add('offset: what it is when it is left out (part 4.1)', words);
	}
	if (later) {
		const start = [0, 1].find((base) => isSame(first.slice(5 - base, 10 - base), later));
		const words = String(start ?? "unknown, because the pages don't match");
		add('offset: from which number it counts (part 4.1)', words);
	}
	if (descending) {
		const words = isSame(first, descending) ? 'the same page' : 'another page';
		add('sort.ascending: what it changes (part 2.3)', words);
	}
	if (totalHits !== undefined && hasMore !== undefined) {
		const words = totalHits > first.length === hasMore ? 'matches' : "doesn't match";
		add('totalHits: its meaning (part 4.1)', `${words} hasMore`);
	}
	return ofOperation('searchFunctions', observed);
}

const isSame = (left: unknown[], right: unknown[]): boolean =>
	JSON.stringify(left) === JSON.stringify(right);
