import type { IDataObject } from 'n8n-workflow';
import { requireObject, unexpectedJson } from '../../../transport/response';

/**
 * The envelope that answers a job update (api-spec.md 2.5).
 * @throws ApiError when the answer has neither a `status` nor a `code`
 */
export function jobUpdateAnswer(answer: unknown): IDataObject {
	const result = requireObject(answer);
	if (typeof result.status === 'string' || Number.isInteger(result.code)) return result;
	throw unexpectedJson(answer, 'has no "status"');
}
