import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import { ApiFailure, NOT_THE_API } from './failures';

/** One page of a function search as far as it can be relied on (api-spec.md 4.1). */
export interface SearchPage {
	results: IDataObject[];
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

/**
 * The execution that a connector run started (api-spec.md 2.6).
 * @throws ApiFailure when the answer has no `executionId`
 */
export function executionAnswer(answer: unknown): IDataObject {
	const execution = objectAnswer(answer);
	if (['number', 'string'].includes(typeof execution.executionId)) return execution;
	throw unexpected('has no "executionId"');
}

/**
 * The envelope that answers a job update (api-spec.md 2.5).
 * @throws ApiFailure when the answer has neither a `status` nor a `code`
 */
export function jobUpdateAnswer(answer: unknown): IDataObject {
	const result = objectAnswer(answer);
	if (typeof result.status === 'string' || Number.isInteger(result.code)) return result;
	throw unexpected('has no "status"');
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
		...(isCount(totalHits) && { totalHits }),
		...(typeof hasMore === 'boolean' && { hasMore }),
		...(typeof degraded === 'boolean' && { degraded }),
	};
}

/**
 * The answer of an extraction (api-spec.md 2.8).
 * @throws ApiFailure when it has no object `output`
 */
export function extractAnswer(answer: unknown): IDataObject & { output: IDataObject } {
	const received = objectAnswer(answer);
	const { output, ...rest } = received;
	if (!isObject(output)) throw unexpected('has no object "output"', received);
	return { ...rest, output };
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function unexpected(what: string, received?: IDataObject): ApiFailure {
	return new ApiFailure(`The answer ${what}`, NOT_THE_API, { unreadable: true, received });
}
