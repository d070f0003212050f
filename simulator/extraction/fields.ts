import { de, en, ja } from 'chrono-node';
import type { ParameterDefinition } from '../../contract/types.ts';
import type { Labeled, Reading } from './reading.ts';
import { readRow } from './reading.ts';
import type { FieldShape } from './structure.ts';
import { shapeOf } from './structure.ts';

/** Words in field names and labels that mean the same. */
const SYNONYMS = {
	action: 'task',
	amount: 'cost price',
	description: 'article item name product',
	quantity: 'count pcs pieces qty units',
	sender: 'author from',
	unit: 'each single',
};
const CANONICAL = new Map(
	Object.entries(SYNONYMS).flatMap(([word, others]) =>
		others.split(' ').map((other) => [other, word]),
	),
);
const FILLERS = new Set(['of', 'per', 'the']);

const ADDRESS_AFTER_NAME = /\s*<[^<>]*>$/;

/** The first number, in English or German notation. Three digits after a period or a comma are thousands. */
function numberIn(text: string): number | undefined {
	const [, whole, decimals = '0'] = /(-?\d+(?:[.,'’]\d{3})*)(?:[.,](\d+))?/.exec(text) ?? [];
	return whole === undefined ? undefined : Number(`${whole.replace(/[.,'’]/g, '')}.${decimals}`);
}

/** The first date as YYYY-MM-DD. German goes first, so that 03.11.2026 is in November. */
function dateIn(text: string): string | undefined {
	for (const { strict } of [de, en, ja]) {
		const dates = strict.parse(text).map(({ start }) => start);
		const found = dates.find((date) => date.isCertain('year') && date.isCertain('day'));
		if (!found) continue;
		const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => found.get(part)!);
		return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
	}
	return undefined;
}

function convert(text: string, type: string): unknown {
	if (/^(?:number|int|whole)/i.test(type)) return numberIn(text) ?? null;
	if (/^date/i.test(type)) return dateIn(text) ?? null;
	if (/^(?:boolean|true)/i.test(type)) return /^(?:yes|ja|true)\b/i.test(text);
	return text.replace(ADDRESS_AFTER_NAME, '');
}

function wordsOf(name: string): string[] {
	const words = name
		.replace(/e-mail/gi, 'email')
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu);
	return (words ?? [])
		.filter((word) => !FILLERS.has(word))
		.map((word) => CANONICAL.get(word) ?? word);
}

const includesAll = (text: string[], words: string[]) =>
	words.length > 0 && words.every((word) => text.includes(word));

/** Returns the value of the shortest label that has all words of a name. */
function lookUp<Value>(name: string, labeled: Array<Labeled<Value>>): Value | undefined {
	const fieldWords = wordsOf(name);
	const matching = labeled
		.map(([label, value]) => ({ words: wordsOf(label), value }))
		.filter(({ words }) => includesAll(words, fieldWords))
		.sort((left, right) => left.words.length - right.words.length);
	return matching[0]?.value;
}

/** Values that need no label. */
function unlabeled(name: string, text: string): string[] {
	if (/e-?mail/i.test(name)) return text.match(/[\w.+-]+@[\w.-]*\w/g) ?? [];
	if (/^(?:title|name|merchant)$/i.test(name)) return /^(?:#+ )?(.+)/.exec(text)?.slice(1) ?? [];
	return [];
}

function readValue(
	name: string,
	{ type, allowed }: FieldShape,
	{ text, values }: Reading,
): unknown {
	const value = lookUp(name, values);
	if (allowed) {
		const findIn = (place: string) =>
			allowed.find((each) => includesAll(wordsOf(place), wordsOf(each)));
		return findIn(value ?? '') ?? findIn(text) ?? null;
	}
	if (value === undefined && /^bool/i.test(type)) {
		return includesAll(wordsOf(text), wordsOf(name).slice(-1));
	}
	const found = value ?? (/^date/i.test(type) ? text : unlabeled(name, text)[0]);
	return found === undefined ? null : convert(found, type);
}

function readList(name: string, { type }: FieldShape, { text, values, lists }: Reading): unknown[] {
	const inLine = lookUp(name, values)?.split(/[,;、]|\s(?:and|und)\s/);
	const entries = lookUp(name, lists) ?? inLine ?? unlabeled(name, text);
	return entries.map((entry) => convert(entry.trim(), type));
}

/** The rows of the table whose columns hold the most of the properties. */
function rowsOf({ properties }: FieldShape, { tables }: Reading): Labeled[][] {
	const countHeld = ([row = []]: Labeled[][]) =>
		properties.filter(([name]) => lookUp(name, row) !== undefined).length;
	const [best = []] = [...tables].sort((left, right) => countHeld(right) - countHeld(left));
	return countHeld(best) > 0 ? best : [];
}

/**
 * Finds the value of a field of the output structure.
 *
 * @returns a value of the field's type; null or an empty list if the text has none
 */
export function readField(
	name: string,
	definition: ParameterDefinition,
	reading: Reading,
): unknown {
	const shape = shapeOf(definition);
	if (shape.properties.length === 0) {
		return shape.isList ? readList(name, shape, reading) : readValue(name, shape, reading);
	}
	const readObject = (from: Reading) =>
		Object.fromEntries(
			shape.properties.map(([property, each]) => [property, readField(property, each, from)]),
		);
	return shape.isList
		? rowsOf(shape, reading).map((row) => readObject(readRow(row)))
		: readObject(reading);
}
