import type { IDataObject } from 'n8n-workflow';
import { objectAnswer, unexpectedAnswer } from '../../../transport/answer';
import { isObject } from '../../../helpers/values';

/** An answer of the platform (api-spec.md 2.8). */
export type ExtractAnswer = IDataObject & { output: IDataObject };

/** @throws ApiError when the answer has no object `output` */
export function extractAnswer(answer: unknown): ExtractAnswer {
	const received = objectAnswer(answer);
	const { output, ...rest } = received;
	if (!isObject(output)) throw unexpectedAnswer(answer, 'has no object "output"', received);
	return { ...rest, output };
}
