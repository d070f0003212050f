import type { FieldSchema } from '../../../../../../nodes/DataPlatform/actions/ai/extract/jsonSchema.ts';
import { lookUp } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';

export type LookUpOptions = Parameters<typeof lookUp>[2];

/** What `lookUpValue` returns. */
export const [YES, NO, TWO] = ['yes', 'notInText', 'ambiguous'];

const TYPES = {
	text: { type: 'string' },
	number: { type: 'number' },
	integer: { type: 'integer' },
	date: { type: 'string', format: 'date' },
} satisfies Record<string, FieldSchema>;

/** Looks up the value of a field of this type in a text. */
export async function lookUpValue(
	text: string,
	value: string | number,
	type: keyof typeof TYPES,
	options: Partial<LookUpOptions> = {},
): Promise<string> {
	const all = { dateOrder: 'notSpecified', numberFormat: 'notSpecified' };
	const values = [{ path: [], value, schema: TYPES[type] }];
	const [issue] = await lookUp(values, [text], { ...all, ...options } as LookUpOptions);
	return issue?.kind ?? YES;
}
