import { de, en, ja } from 'chrono-node';
import type { ParameterDefinition } from '../../contract/types.ts';
import type { Labeled, Reading } from './reading.ts';
import { readRow } from './reading.ts';
import type { FieldShape } from './structure.ts';
import { shapeOf } from './structure.ts';

/** What other words of field names and labels stand for it. */
const SYNONYMS = {
	action: 'task',
	amount: 'cost price',
	description: 'article item name product',
	quantity: 'count pcs pieces qty units',
	sender: 'author from',
	unit: 'each single',
};
const SAME = new Map(
	Object.entries(SYNONYMS).flatMap(([word, others]) =>
		others.split(' ').map((other) => [other, word]),
	),
);
const FILLERS = new Set(['of', 'per', 'the']);

const ADDRESS_BEHIND_NAME = /\s*<[^<>]*>$/;

/** The first number, in English or German notation: three digits behind a point or a comma are thousands. */
function numberIn(text: string): number | undefined {
	const [, whole, decimals = '0'] = /(-?\d+(?:[.,'’]\d{3})*)(?:[.,](\d+))?/.exec(text) ?? [];
	return whole === undefined ? undefined : Number(`${whole.replace(/[.,'’]/g, '')}.${decimals}`);
}

/** The first date as YYYY-MM-DD: German before English, so that 03.11.2026 is in November. */
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
	return text.replace(ADDRESS_BEHIND_NAME, '');
}

function wordsOf(name: string): string[] {
	const words = name
		.replace(/e-mail/gi, 'email')
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu);
	return (words ?? []).filter((word) => !FILLERS.has(word)).map((word) => SAME.get(word) ?? word);
}

const saysAll = (text: string[], words: string[]) =>
	words.length > 0 && words.every((word) => text.includes(word));

/** What stands behind the shortest label that has all words of a name. */
function lookUp<Value>(name: string, labeled: Array<Labeled<Value>>): Value | undefined {
	const wanted = wordsOf(name);
	const fitting = labeled
		.map(([label, value]) => ({ words: wordsOf(label), value }))
		.filter(({ words }) => saysAll(words, wanted))
		.sort((left, right) => left.words.length - right.words.length);
	return fitting[0]?.value;
}

/** What needs no label, by the field's name. */
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
		const standsIn = (place: string) =>
			allowed.find((each) => saysAll(wordsOf(place), wordsOf(each)));
		return standsIn(value ?? '') ?? standsIn(text) ?? null;
	}
	if (value === undefined && /^bool/i.test(type)) {
		return saysAll(wordsOf(text), wordsOf(name).slice(-1));
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
	const held = ([row = []]: Labeled[][]) =>
		properties.filter(([name]) => lookUp(name, row) !== undefined).length;
	const [best = []] = [...tables].sort((left, right) => held(right) - held(left));
	return held(best) > 0 ? best : [];
}

/**
 * Looks up what a field of the output structure asks for.
 *
 * @returns a value of the field's type; null, or an empty list, when nothing is labeled so
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
