import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { mapMembers, omitEmpty, pick, withoutUndefined } from '../../../helpers/values';
import { allowsNull, CONSTRAINTS, isDate, isOptional, type FieldSchema } from './schema';

/**
 * Converts a schema to the `outputStructure` of a request (api-spec.md 2.7). The API documents only `type`
 * and `description` of a field, so the description also contains the rest of the field's schema.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 */
export function toOutputStructure(schema: FieldSchema, sendsSchema: boolean) {
	return mapMembers(schema.properties ?? {}, (field, name) =>
		withoutUndefined<IDataObject>({
			...(sendsSchema && toJsonSchema(field)),
			type: field.type ?? 'string',
			description: describe(field, isOptional(schema, name)),
		}),
	);
}

/** Returns the text that describes a field to the model, including constraints such as `minimum`. */
function describe(field: FieldSchema, isOptionalField: boolean): string | undefined {
	const { description, format, ...others } = toJsonSchema({ ...field, type: undefined });
	const keywords = omitEmpty(isDate(field) ? others : withoutUndefined({ ...others, format }));
	return joinSentences([
		description,
		keywords && `JSON Schema: ${stringifyJson(keywords)}`,
		isOptionalField || allowsNull(field) ? 'Null if there is none' : undefined,
	]);
}

function toJsonSchema(schema: FieldSchema): IDataObject {
	const { type, description, nullable, items, properties } = schema;
	return withoutUndefined<IDataObject>({
		type: nullable && type ? [type, 'null'] : type,
		description: joinSentences([description, isDate(schema) ? 'Date as YYYY-MM-DD' : undefined]),
		...(pick(schema, ['enum', 'required', ...CONSTRAINTS]) as IDataObject),
		items: items && toJsonSchema(items),
		properties: properties && mapMembers(properties, toJsonSchema),
	});
}

/** Joins the sentences that aren't empty, with periods. A single sentence gets no period. */
function joinSentences(sentences: unknown[]): string | undefined {
	const texts = sentences.map((text) => String(text ?? '').trim()).filter(Boolean);
	if (texts.length < 2) return texts[0];
	return texts.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
}
