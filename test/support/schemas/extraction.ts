import { aiExtract } from '../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { type ParameterValues, runOperation } from '../run-operation.ts';

/** Writes the JSON Schema of an object. */
export const object = (properties: object, others = {}) => ({
	type: 'object',
	properties,
	...others,
});

/** Extracts from the text `x`. Returns the items without their issues, which are listed as `field kind`. */
export async function run(values: ParameterValues, output: unknown, options = {}) {
	const flagIssues = { settings: { dontLookUp: 'v' } };
	const given = { text: 'x', options: { flagIssues, ...options }, ...values };
	const { items, hints, sent } = await runOperation(aiExtract, given, { output });
	const issues = items.flatMap((item) => item.issues as Array<{ field: string; kind: string }>);
	const kinds = issues.map(({ field, kind }) => `${field} ${kind}`);
	return { items: items.map(({ issues: _, ...item }) => item), kinds, hints, sent };
}

/** Parameters for a field `total` and a list `lines`, whose elements become items. */
export const LINES = {
	fields: {
		field: [
			{ name: 'total', type: 'number' },
			{
				name: 'lines',
				type: 'array',
				columns: { column: [{ name: 'article' }, { name: 'quantity', type: 'number' }] },
			},
		],
	},
	items: 'perElement',
};
