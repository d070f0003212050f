import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import { ApiFailure, NOT_THE_API } from './failures';

/**
 * An answer that has to be a JSON object, as all of this API are (api-spec.md 4).
 * @throws ApiFailure when it is something else
 */
export function objectAnswer(answer: unknown): IDataObject {
	if (isObject(answer)) return answer;
	throw unexpectedAnswer('is not a JSON object');
}

/**
 * A success status whose body is JSON, but not what the API documents.
 * @param received what came, where it would have to be made anew
 */
export function unexpectedAnswer(what: string, received?: IDataObject): ApiFailure {
	return new ApiFailure(`The answer ${what}`, NOT_THE_API, { unreadable: true, received });
}
