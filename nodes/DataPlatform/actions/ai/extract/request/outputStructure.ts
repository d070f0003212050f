import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../../helpers/exactJson';
import { isObject, mapMembers, withoutUndefined } from '../../../../helpers/values';
import { DATE_SCHEMA, type FieldSchema, isOptional, parseType } from '../jsonSchema';

/** The longest JSON Schema of a field that is sent with each `$ref` filled in, in characters. */
const MAX_LENGTH = 20_000;

/** Types of fields for which a model could invent a value. Yes/No isn't one, because No is a fair answer if there is none. */
const MAY_BE_INVENTED = new Set<string | undefined>(['integer', 'number', 'string']);

/** How to send fields. */
interface SendOptions {
	/** Whether to also send the keywords of a field's JSON Schema as members of the field. */
	sendsSchema: boolean;
	/** Whether to allow null for texts, numbers and dates, although their schema doesn't. */
	asksForNull: boolean;
	/** Returns a field's JSON Schema with each `$ref` inside of it as the user wrote it. */
	withReferences: (part: unknown) => unknown;
}

/**
 * Creates the `outputStructure` of a request (api-spec.md 2.7). The API documents only `type` and `description`
 * of a field, so the description also contains the rest of the field's JSON Schema.
 * @returns also a hint that names the fields whose JSON Schema is too long with each `$ref` filled in
 */
export function createOutputStructure(schema: FieldSchema, options: SendOptions) {
	const tooLong: string[] = [];
	const outputStructure = mapMembers(schema.properties ?? {}, (field, name): IDataObject => {
		const mayInvent = !field.enum && MAY_BE_INVENTED.has(field.type);
		const mayAnswerNull = isOptional(schema, name) || (options.asksForNull && mayInvent);
		const filled = stringifyJson(field.source ?? {});
		const isTooLong = filled.length > MAX_LENGTH;
		const source = isTooLong ? options.withReferences(field.source) : field.source;
		if (isTooLong && stringifyJson(source) !== filled) tooLong.push(name);
		const keywords = isObject(source) ? source : {};
		return withoutUndefined<IDataObject>({
			...(options.sendsSchema && keywords),
			type: typeToSend(field),
			description: describe(field, keywords, mayAnswerNull),
		});
	});
	const hint = `With each "$ref" filled in, these fields would have more than ${MAX_LENGTH.toLocaleString('en-US')} characters, so their "$ref" is sent as it is: ${tooLong.join(', ')}.`;
	return { outputStructure, hints: tooLong.length === 0 ? [] : [hint] };
}

/** The API documents one type, as text. Text can express all others. */
function typeToSend({ type, types = [] }: FieldSchema): string {
	const [first = 'string'] = types.filter((each) => each !== 'null');
	return type ?? (types.includes('string') ? 'string' : first);
}

/**
 * Describes a field by the rest of its JSON Schema: `{"type": ["string", "null"], "format": "date", "maxLength": 10}`
 * is sent with the type `string` and `Date as YYYY-MM-DD. JSON Schema: {"maxLength":10}. Null if there is none.`
 */
function describe(field: FieldSchema, keywords: IDataObject, mayAnswerNull: boolean) {
	const { title, description, ...others } = keywords;
	const rest = stringifyJson(keywordsToDescribe(field, others, mayAnswerNull));
	return joinSentences([
		title,
		description,
		saysDate(field, keywords) && DATE_SCHEMA.description,
		rest !== '{}' && `JSON Schema: ${rest}`,
		mayAnswerNull && 'Null if there is none',
	]);
}

/** Returns the keywords that neither the field's `type` nor another sentence says: `maxLength` in the example. */
function keywordsToDescribe(field: FieldSchema, keywords: IDataObject, mayAnswerNull: boolean) {
	const { type, format, nullable, ...others } = keywords;
	const types = [type ?? []].flat().map(parseType);
	// The field's `type` can't express several types, or one that JSON Schema doesn't have.
	const hasOneType = field.type !== undefined && !types.includes(undefined);
	// Otherwise, 'Null if there is none' says it.
	const mustSayNull = types.includes('null') && !mayAnswerNull;
	return {
		type: hasOneType && !mustSayNull ? undefined : type,
		format: saysDate(field, keywords) ? undefined : format,
		nullable: nullable === true ? undefined : nullable,
		...others,
	};
}

/** Whether 'Date as YYYY-MM-DD' says the format. */
const saysDate = (field: FieldSchema, { format }: IDataObject) =>
	field.format === 'date' && format === 'date';

/** Describes the result as a whole, by what its JSON Schema says apart from fields and their types. */
export function describeResult({ title, description, ...others }: IDataObject): string | undefined {
	const rules = stringifyJson(withoutFields(others));
	return joinSentences([
		// A title alone, such as the name of a class in pydantic's schemas, asks for nothing.
		description && title,
		description,
		rules !== '{}' && `JSON Schema of the result: ${rules}`,
	]);
}

/** Leaves out fields, types, and what is only true or false, also in `allOf`. */
function withoutFields(schema: IDataObject): IDataObject {
	const rules = Object.entries(schema).flatMap(([keyword, value]) => {
		const isInFields = ['type', 'properties', 'required'].includes(keyword);
		if (isInFields || typeof value === 'boolean') return [];
		if (keyword !== 'allOf' || !Array.isArray(value)) return [[keyword, value]];
		const parts = value.filter(isObject).map(withoutFields);
		const left = parts.filter((part) => Object.keys(part).length > 0);
		return left.length > 0 ? [[keyword, left]] : [];
	});
	return Object.fromEntries(rules) as IDataObject;
}

/** A title or a description should be text (JSON Schema 2020-12), but may be anything. */
function toText(sentence: unknown): string {
	const given = sentence || '';
	return (typeof given === 'object' ? stringifyJson(given) : String(given)).trim();
}

/**
 * Joins the sentences that aren't empty, with periods. A single sentence gets no period. Equal ones are written once:
 * a description may say 'Date as YYYY-MM-DD', too.
 */
function joinSentences(sentences: unknown[]): string | undefined {
	const texts = new Set(sentences.map(toText).filter((text) => text !== ''));
	if (texts.size < 2) return [...texts][0];
	return [...texts].map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
}
