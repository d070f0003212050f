import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { mapMembers, omitEmpty, pick, withoutUndefined } from '../../../helpers/values';
import type { OutputStructure, ParameterDefinition } from '../../../transport/contract';
import { allowsNull, CONSTRAINTS, isDate, isOptional, type FieldSchema } from './schema';

/**
 * Converts a schema to the `outputStructure` of a request (api-spec.md 2.7). The API documents only `type`
 * and `description` of a field, so the description also contains the rest of the field's schema.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 */
export function toOutputStructure(schema: FieldSchema, sendsSchema: boolean): OutputStructure {
	return mapMembers(schema.properties ?? {}, (field, name) =>
		withoutUndefined<ParameterDefinition>({
			...(sendsSchema && toJsonSchema(field)),
			type: field.type ?? 'string',
			description: describe(field, isOptional(schema, name)),
		}),
	) as OutputStructure;
}

/** Returns a field's text for the model: description, JSON Schema keywords, and whether null is allowed. */
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

/** Joins sentences and adds missing periods, unless there is only one. Undefined if there is none. */
function joinSentences(sentences: unknown[]): string | undefined {
	const texts = sentences.map((text) => String(text ?? '').trim()).filter(Boolean);
	if (texts.length < 2) return texts[0];
	return texts.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
}
