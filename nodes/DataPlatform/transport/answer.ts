import type { IDataObject } from 'n8n-workflow';
import { writtenJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import { ApiError, excerpt, NOT_THE_API } from './failures';

/**
 * An answer that has to be a JSON object, as all of this API are (api-spec.md 4).
 * @throws ApiError when it is something else
 */
export function objectAnswer(answer: unknown): IDataObject {
	if (isObject(answer)) return answer;
	throw unexpectedAnswer(answer, 'is not a JSON object');
}

/**
 * A success status whose body is JSON, but not what the API documents.
 * @param answer what came, which its details show, cut to size
 * @param received the whole of it, where it would have to be made anew
 */
export function unexpectedAnswer(answer: unknown, what: string, received?: IDataObject): ApiError {
	const body = written(answer);
	return new ApiError(`The answer ${what}`, NOT_THE_API, { unreadable: true, body, received });
}

function written(answer: unknown): string | undefined {
	try {
		return excerpt(writtenJson(answer));
	} catch {
		return undefined; // It is nested more deeply than JavaScript can write.
	}
}
