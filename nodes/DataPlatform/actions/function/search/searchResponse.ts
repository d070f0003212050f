import type { StoredFunction, SearchResponse } from '../../../transport/contract';
import { requireObject, createUnexpectedJsonError } from '../../../transport/response';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';

/** A page of functions. */
export interface SearchPage extends SearchResponse {
	results: StoredFunction[];
}

/**
 * Parses the response to a search. `results` may be null in an empty list. Other members are left out if
 * they are invalid, such as a negative totalHits.
 * @throws ApiError if `results` isn't a list of objects
 */
export function parseSearchPage(response: unknown): SearchPage {
	const { results, totalHits, hasMore, degraded } = requireObject<SearchResponse>(response);
	const isEmpty = results === null && (totalHits ?? 0) === 0 && hasMore !== true;
	const functions = isEmpty ? [] : results;
	if (!Array.isArray(functions) || !functions.every(isObject))
		throw createUnexpectedJsonError(response, 'has no list of objects "results"');
	return {
		results: functions,
		...(isCount(totalHits) && { totalHits }),
		...(typeof hasMore === 'boolean' && { hasMore }),
		...(typeof degraded === 'boolean' && { degraded }),
	};
}

/** Returns what identifies a function: its id, or all its members if it has no id. */
export function getFunctionKey(result: StoredFunction): unknown {
	const id = result.id ?? result;
	return typeof id === 'object' ? stringifyJson(id) : id;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
