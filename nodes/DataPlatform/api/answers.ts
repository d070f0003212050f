import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import { ApiFailure } from './failures';

/** One page of a function search as far as it can be relied on (api-spec.md 4.1). */
export interface SearchPage {
	results: IDataObject[];
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

const NOT_THE_API =
	'Check the Base URL in the credential: something else than the API of the platform may answer there.';

/**
 * An answer that must be a JSON object with at least one of the members that the API describes.
 * @throws ApiFailure for anything else
 */
export function describedAnswer(answer: unknown, members: readonly string[]): IDataObject {
	const object = objectAnswer(answer);
	if (members.some((member) => Object.hasOwn(object, member))) return object;
	throw unexpected(`has no member that the API describes, such as "${members[0]}"`);
}

function objectAnswer(answer: unknown): IDataObject {
	if (isObject(answer)) return answer;
	throw unexpected('is not a JSON object');
}

/**
 * A page of functions. `totalHits`, `hasMore` and `degraded` are left out when they are not what the
 * API says they are; `results` must be a list of objects.
 * @throws ApiFailure when there is no such list
 */
export function searchPageAnswer(answer: unknown): SearchPage {
	const { results, totalHits, hasMore, degraded } = objectAnswer(answer);
	if (!Array.isArray(results) || !results.every(isObject))
		throw unexpected('has no list "results"');
	return {
		results: results as IDataObject[],
		...(Number.isFinite(totalHits) && { totalHits: totalHits as number }),
		...(typeof hasMore === 'boolean' && { hasMore }),
		...(typeof degraded === 'boolean' && { degraded }),
	};
}

/**
 * The answer of an extraction (api-spec.md 2.8).
 * @throws ApiFailure when it has no object `output`
 */
export function extractAnswer(answer: unknown): IDataObject & { output: IDataObject } {
	const { output, ...rest } = objectAnswer(answer);
	if (!isObject(output)) throw unexpected('has no object "output"');
	return { ...rest, output };
}

function unexpected(what: string): ApiFailure {
	return new ApiFailure(`The answer ${what}`, NOT_THE_API, { unreadable: true });
}
