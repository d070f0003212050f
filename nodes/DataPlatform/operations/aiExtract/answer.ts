import type { IDataObject } from 'n8n-workflow';
import { objectAnswer, unexpectedAnswer } from '../../api/answer';
import { isObject } from '../../values';

/**
 * The answer of an extraction (api-spec.md 2.8).
 * @throws ApiFailure when it has no object `output`
 */
export function extractAnswer(answer: unknown): IDataObject & { output: IDataObject } {
	const received = objectAnswer(answer);
	const { output, ...rest } = received;
	if (!isObject(output)) throw unexpectedAnswer(answer, 'has no object "output"', received);
	return { ...rest, output };
}
