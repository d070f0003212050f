import type { StoredFunction, SearchResponse } from '../../../transport/contract';
import { requireObject, createUnexpectedJsonError } from '../../../transport/response';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';
import { formatResult, type Output } from '../../../parameters/output';
import { functionShape } from './functionResult';
import type { Keep } from './keepOnly';
import type { Page } from './paging';

/** The documented members of a response (api-spec.md 4.1). */
export interface SearchPage extends Omit<Page, 'keys' | 'functions'> {
	results: StoredFunction[];
}

/**
 * Parses the response to a search. Members other than `results` are left out if they are invalid, such as a
 * negative totalHits.
 * @throws ApiError if `results` isn't a list of objects
 */
export function parseSearchPage(response: unknown): SearchPage {
	const { results, totalHits, hasMore, degraded } = requireObject<SearchResponse>(response);
	if (!Array.isArray(results) || !results.every(isObject))
		throw createUnexpectedJsonError(response, 'has no list of objects "results"');
	return {
		results,
		...(isCount(totalHits) && { totalHits }),
		...(typeof hasMore === 'boolean' && { hasMore }),
		...(typeof degraded === 'boolean' && { degraded }),
	};
}

/** Converts functions to items when their page arrives, so that full responses needn't stay in memory. */
export function convertPage(
	{ results, ...rest }: SearchPage,
	{ keep, output }: { keep?: Keep; output: Output },
): Page {
	const functions = results.map((result) => {
		const decision = keep ? keep(result) : true;
		if (decision) return formatResult(result, output, functionShape);
		return decision === undefined ? 'undated' : undefined;
	});
	return { ...rest, keys: results.map(getFunctionKey), functions };
}

/** Returns what identifies a function: its id, or all its members if it has no id. */
function getFunctionKey(result: StoredFunction): unknown {
	const id = result.id ?? result;
	return typeof id === 'object' ? stringifyJson(id) : id;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
