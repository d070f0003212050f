import type { OperationId } from '../../contract/types.ts';
import type { ResponseContract, ResponseSchema } from './contract.ts';
import { pageOf } from './differences.ts';
import { type ProbeResponse, TOO_MANY_REQUESTS } from './send.ts';
import { constant, describe, memberName, valuesOf } from './shape.ts';

/** How the instance behaves where the spec is silent. */
export interface Observation {
	operation: OperationId;
	/** What the spec leaves open, with its path in the response or its part of the spec. */
	notShown: string;
	/** What the instance does, without its data. */
	instance: string;
}

type Observed = [notShown: string, instance: string];

const SET_OF_VALUES = 'the complete set of values';
const LIMIT_HEADER = /rate-?limit|^retry-after$|^x-retry|quota/;

const ofOperation = (operation: OperationId, observed: Observed[]): Observation[] =>
	observed.map(([notShown, instance]) => ({ operation, notShown, instance }));

/** Observations in the responses of one operation. */
export function observationsOf(
	operation: OperationId,
	responses: ProbeResponse[],
	contract: ResponseContract,
): Observation[] {
	const byStatus = Map.groupBy(
		responses,
		({ status, kind, mediaType }) => `${status} with ${kind}, Content-Type ${mediaType}`,
	);
	const values = responses.filter(({ status }) => status < 300).map(({ json }) => json);
	return ofOperation(operation, [
		...[...byStatus].flatMap(([what, same]): Observed[] => [
			[`requests that get ${what}`, same.map(({ probe }) => probe.name).join(', ')],
			...shapeOf(what, same),
		]),
		...[...new Set(responses.flatMap(limits))].map((limit): Observed => [
			'rate limits (part 8)',
			limit,
		]),
		...unseenValues(contract.successOf(operation).schema, values),
	]);
}

function shapeOf(what: string, responses: ProbeResponse[]): Observed[] {
	const bodies = responses.filter(({ kind }) => kind === 'JSON').map(({ json }) => json);
	return bodies.length > 0 ? [[`the shape of ${what}`, describe(bodies)]] : [];
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

/** Values that aren't among the observed ones in the spec, where it doesn't list all of them. */
function unseenValues(schema: ResponseSchema, values: unknown[], place = ''): Observed[] {
	const { properties = {}, items, description = '', 'x-not-shown': notShown } = schema;
	const known = new Set(description.match(/\b[A-Z_]{2,}\b/g));
	const unseen = new Set(values.map(constant).filter((value) => !known.has(value)));
	const members = Object.entries(properties).flatMap(([name, member]) =>
		unseenValues(member, valuesOf(values, name), place ? `${place}.${name}` : name),
	);
	const elements = values.filter(Array.isArray).flat();
	return [
		...(notShown === SET_OF_VALUES && unseen.size > 0
			? [[`${place}: ${notShown}`, [...unseen].sort().join(', ')] satisfies Observed]
			: []),
		...members,
		...(items ? unseenValues(items, elements, `${place}[]`) : []),
	];
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
