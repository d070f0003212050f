import { readFileSync } from 'node:fs';
import type * as api from '../contract/types.ts';

/**
 * The functions of the simulator. They're generated on request from their index and the number of functions, so
 * that pages of two million need no memory. Pages are cached, so that benchmarks don't measure their generation.
 */

const { measures, dimensions }: Record<string, string[]> = JSON.parse(
	readFileSync('simulator/function-names.json', 'utf8'),
);
/** Sorted, so that names rise with the index. */
const NAMES = measures
	.flatMap((measure) => dimensions.map((per) => `${measure} per ${per}`))
	.sort();

const OWNERS = [27, 104, 311, 512, 733, 1040, 2718, 31415];
const FIRST_ID = 1000;
const FIRST_CREATED = Date.UTC(2024, 0, 1);
const CREATED_EVERY = 41_017;
const DAY = 86_400_000;
const ILLEGAL_EVERY = 7;

/** Fields with values that rise with the index, so that they need no sorting. */
const RISING_FIELDS = new Set(['id', 'name', 'created', 'legacyId']);
/** A full page takes about 5 MB. */
const CACHED_PAGES = 250;

/** A pseudorandom unsigned 32-bit number for each index. */
function scatter(index: number): number {
	let bits = Math.imul(index + 1, 0x9e3779b1);
	bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
	return (bits ^ (bits >>> 13)) >>> 0;
}

function linkAt(index: number, position: number): api.Link {
	const bits = scatter(index * 3 + position);
	const isIllegal = position === 0 && index % ILLEGAL_EVERY === ILLEGAL_EVERY - 1;
	return {
		resource: { type: bits & 1 ? 'CARD' : 'DATA_SOURCE', id: String(100_000 + (bits % 900_000)) },
		visible: (bits & 2) !== 0,
		active: (bits & 4) !== 0,
		valid: isIllegal ? 'ILLEGAL_REFERENCE' : 'VALID',
	};
}

function functionAt(index: number, count: number): api.Function {
	const bits = scatter(index);
	const perName = Math.ceil(count / NAMES.length);
	const number = String((index % perName) + 1).padStart(String(perName).length, '0');
	const name = NAMES[Math.floor(index / perName)];
	const created = FIRST_CREATED + index * CREATED_EVERY;
	const links = Math.max(bits & 3, index % ILLEGAL_EVERY === ILLEGAL_EVERY - 1 ? 1 : 0);
	return {
		id: FIRST_ID + index,
		name: perName === 1 ? name : `${name} ${number}`,
		owner: OWNERS[bits % OWNERS.length],
		lastModified: created + (bits % (30 * DAY)),
		created,
		global: bits % 10 === 0,
		locked: bits % 11 === 0,
		legacyId: `calculation_${String(index).padStart(8, '0')}`,
		status: 'VALID',
		links: Array.from({ length: links }, (_, position) => linkAt(index, position)),
		archived: bits % 13 === 0,
		// The spec doesn't show its contents. It isn't empty, so that clients can't rely on that.
		activeLinks: { simulated: links },
	};
}

function accepts({ field, value, values, idList }: api.FilterItem, each: api.Function): boolean {
	const accepted = value ?? values ?? idList;
	if (field === undefined || accepted === undefined) return true;
	return [accepted].flat().map(String).includes(String(each[field]));
}

/** The functions and the search for them (`api-spec.md` part 4.1). */
export function createFunctions(count: number) {
	const pages = new Map<string, ReturnType<typeof page>>();

	function select({ name = '', filters }: api.SearchRequest, field: string): api.Function[] {
		const text = name.toLowerCase();
		const compare = (left: never, right: never) => (left < right ? -1 : Number(left > right));
		return Array.from({ length: count }, (_, index) => functionAt(index, count))
			.filter((each) => each.name!.toLowerCase().includes(text))
			.filter((each) => filters.every((item) => accepts(item, each)))
			.sort((left, right) => compare(left[field] as never, right[field] as never));
	}

	function page(request: api.SearchRequest) {
		const { name, filters, sort, offset = 0, limit } = request;
		// The spec requires a sort, but none of its members.
		const { field = 'name', ascending = true } = sort;
		const isWholeList = RISING_FIELDS.has(field) && !name && filters.length === 0;
		const selected = isWholeList ? undefined : select(request, field);
		const total = selected?.length ?? count;
		const start = Math.min(Math.max(offset, 0), total);
		const end = Math.min(start + limit, total);
		const results = Array.from({ length: end - start }, (_, index) => {
			const position = ascending ? start + index : total - 1 - start - index;
			return selected?.[position] ?? functionAt(position, count);
		});
		return { totalHits: total, results, hasMore: end < total, degraded: false };
	}

	/** Returns a page. The same request gets the same object, whatever the order of its members. */
	function search(request: api.SearchRequest) {
		const { name, filters, sort, offset, limit } = request;
		const key = JSON.stringify([name, filters, sort, offset, limit]);
		if (pages.size >= CACHED_PAGES) pages.clear();
		const found = pages.get(key) ?? page(request);
		pages.set(key, found);
		return found;
	}

	return { search };
}
