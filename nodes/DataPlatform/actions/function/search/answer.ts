import type { IDataObject } from 'n8n-workflow';
import { objectAnswer, unexpectedAnswer } from '../../../transport/answer';
import { isObject } from '../../../helpers/values';

/** One page of a function search as far as it can be relied on (api-spec.md 4.1). */
export interface SearchPage {
	results: IDataObject[];
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

/**
 * A page of functions. `totalHits`, `hasMore` and `degraded` are left out when they are not what the
 * API says they are; `results` must be a list of objects.
 * @throws ApiError when there is no such list
 */
export function searchPageAnswer(answer: unknown): SearchPage {
	const { results, totalHits, hasMore, degraded } = objectAnswer(answer);
	if (!Array.isArray(results) || !results.every(isObject))
		throw unexpectedAnswer(answer, 'has no list "results"');
	return {
		results: results as IDataObject[],
		...(isCount(totalHits) && { totalHits }),
		...(typeof hasMore === 'boolean' && { hasMore }),
		...(typeof degraded === 'boolean' && { degraded }),
	};
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
