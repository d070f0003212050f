import { en } from 'chrono-node';
import type { ExtractRequest, ExtractResponse, ParameterDefinition } from '../contract/types.ts';

type Labeled = [label: string, value: string];

const DIRECTIVE = /^[ \t]*simulate:[ \t]*(.+?)[ \t\r]*$/gm;
const LABELED = /^(\p{L}[^:=\n]{0,40}?)(?:[ \t]*[:=][ \t]*|[ \t]{2,})(\S.*)$/gmu;
/** The names of the groups are labels. */
const ORDER_LINE =
	/^(?:- )?(?<quantity>\d+) x (?<articleDescriptionItemProduct>.+?) +(?<unitPriceTotalPriceCostAmount>\d[\d.,]*)$/gm;
/** The keywords of JSON Schema in a description. */
const KEYWORDS = /\bJSON Schema: (\{.*\})(?:\. Null if there is none\.?|\.)?$/s;
/** Values without a label, by the words of the field's name. The first group counts, if there is one. */
const UNLABELED: Array<[name: RegExp, value: RegExp]> = [
	[/^merchant$/i, /.+/],
	[/email/i, /[\w.+-]+@[\w.-]*\w/],
	[/company|vendor/i, /.*\b(?:GmbH|Ltd)\b/],
	[/^orderNumber$/i, /\border (\d[\d-]*)/i],
];
const ADDRESS_AFTER_NAME = /\s*<[^<>]*>$/;

const wordsOf = (name: string): string[] =>
	name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the value of the shortest label that has all words of a name. */
function lookUp(name: string, labeled: Labeled[]): string | undefined {
	const fieldWords = wordsOf(name);
	const [found] = labeled
		.map(([label, value]) => ({ words: wordsOf(label), value }))
		.filter(({ words }) => fieldWords.every((word) => words.includes(word)))
		.sort((left, right) => left.words.length - right.words.length);
	return found?.value;
}

/** The first date with a year and a day, as YYYY-MM-DD. */
function dateIn(text: string): string | null {
	const dates = en.strict.parse(text).map(({ start }) => start);
	const found = dates.find((date) => date.isCertain('year') && date.isCertain('day'));
	return found?.date().toLocaleDateString('sv') ?? null;
}

interface Schema {
	type?: string | string[];
	description?: string;
	enum?: unknown[];
	items?: { properties?: Record<string, Schema> };
}

/** Returns a value of the type that a schema describes; null or an empty list if there is none. */
function readValue(name: string, schema: Schema, text: string, labeled: Labeled[]): unknown {
	const { description, enum: allowed } = schema;
	// A type with null is a list.
	const [type] = [schema.type].flat();
	const found = lookUp(name, labeled);
	if (description?.includes('YYYY-MM-DD')) return dateIn(found ?? text);
	const [, pattern] = UNLABELED.find(([names]) => names.test(name)) ?? [];
	const [whole, group = whole] = pattern?.exec(text) ?? [];
	const value = found ?? (allowed ? text : group);
	if (type === 'array') return value?.split(/\s*,\s*/) ?? [];
	if (value === undefined) return null;
	const isIn = (each: unknown) => value.toLowerCase().includes(String(each).toLowerCase());
	if (allowed) return allowed.find(isIn) ?? null;
	if (type === 'boolean') return /^(?:yes|true)\b/i.test(value);
	if (type !== 'number' && type !== 'integer') return value.replace(ADDRESS_AFTER_NAME, '');
	// With commas between thousands.
	const [number = null] = /-?\d+(?:\.\d+)?/.exec(value.replace(/,(?=\d{3})/g, '')) ?? [];
	return number && Number(number);
}

/** Finds the value of a field. What the API has no member for is in the field's description. */
function readField(name: string, { type, description = '' }: ParameterDefinition, text: string) {
	const [, json = '{}'] = KEYWORDS.exec(description) ?? [];
	const schema: Schema = { type, description, ...JSON.parse(json) };
	const columns = schema.items?.properties;
	if (columns === undefined) {
		const labeled = [...text.matchAll(LABELED)].map(([, ...label]) => label as Labeled);
		return readValue(name, schema, text, labeled);
	}
	return [...text.matchAll(ORDER_LINE)].map(({ groups }) => {
		const values = Object.entries(columns).map(([column, definition]) => [
			column,
			readValue(column, definition, '', Object.entries(groups!)),
		]);
		return Object.fromEntries(values);
	});
}

/**
 * Extraction without a model (`api-spec.md` part 4.4): finds values by their labels. A line `simulate: value FIELD
 * JSON` or `simulate: missing FIELD` sets the output for a field instead.
 *
 * @throws SyntaxError when the value isn't JSON
 */
export function extract(count: number, request: ExtractRequest): ExtractResponse {
	const texts = request.input.flatMap(({ type, text }) => (type === 'TEXT' ? [`${text}`] : []));
	const all = texts.join('\n\n');
	const directives = [...all.matchAll(DIRECTIVE)].map(([, directive]) => directive);
	const trimmed = all.replace(DIRECTIVE, '').replace(/^[ \t]+|[ \t\r]+$/gm, '');
	const text = trimmed.replace(/^From:/gm, 'From sender:');
	const output = Object.entries(request.outputStructure).flatMap(([name, definition]) => {
		if (directives.includes(`missing ${name}`)) return [];
		const start = `value ${name} `;
		const directive = directives.find((each) => each.startsWith(start));
		if (directive) return [[name, JSON.parse(directive.slice(start.length))]];
		return [[name, readField(name, definition, text)]];
	});
	return {
		output: Object.fromEntries(output),
		model: 'simulator-no-model',
		requestId: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
		isCustomerModel: false,
		modelProviderUsage: { contentItemsRead: texts.length },
	};
}
