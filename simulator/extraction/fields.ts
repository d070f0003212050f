import { en } from 'chrono-node';
import type { ParameterDefinition } from '../../contract/types.ts';

type Labeled = [label: string, value: string];

/** The labeled parts of a text. */
interface Reading {
	text: string;
	/** Lines such as `Label: value`. */
	values: Labeled[];
	/** The cells of order lines such as `2 x Widget 9.50`. */
	rows: Labeled[][];
}

const VALUE = /^(\p{L}[^:=]{0,40}?)(?:\s*[:=]\s*|\s{2,})(\S.*)$/u;
const ORDER_LINE =
	/^(?:- )?(?<quantity>\d+) x (?<description>.+?)\s+(?<unitPriceOrTotalPrice>\d[\d.,]*)$/;

/** Words in field names and labels, and what they mean. */
const SYNONYMS: Record<string, string> = {
	amount: 'price',
	article: 'description',
	cost: 'price',
	from: 'sender',
	item: 'description',
	product: 'description',
};

const ADDRESS_AFTER_NAME = /\s*<[^<>]*>$/;
const DATE = /\bYYYY-MM-DD\b/;
const ALLOWED = /\bone of:?\s*([^.;)]+)/i;
/** The columns that a description names, such as `List of objects, each with a (number) and b (text).` */
const COLUMNS = /\blist of objects, each with (.+)/is;
const BETWEEN_COLUMNS = /(?:,|\band\b)\s*(?![^(]*\))/;
const COLUMN = /^([\p{L}_][\p{L}\p{N}_]*)(?: \(([^()]*)\))?(?:[.;]|$)/u;

/** Reads the labeled parts of a text. */
export function readText(text: string): Reading {
	const lines = text.split('\n').map((line) => line.trim());
	return {
		text: text.trim(),
		values: lines.flatMap((line): Labeled[] => {
			const [, label, value] = VALUE.exec(line) ?? [];
			return label ? [[label, value]] : [];
		}),
		rows: lines.flatMap((line) => {
			const { groups } = ORDER_LINE.exec(line) ?? {};
			return groups ? [Object.entries(groups)] : [];
		}),
	};
}

function wordsOf(name: string): string[] {
	const words = name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu);
	return (words ?? []).map((word) => SYNONYMS[word] ?? word);
}

const includesAll = (text: string[], words: string[]) =>
	words.length > 0 && words.every((word) => text.includes(word));

/** Returns the value of the shortest label that has all words of a name. */
function lookUp(name: string, labeled: Labeled[]): string | undefined {
	const fieldWords = wordsOf(name);
	const matching = labeled
		.map(([label, value]) => ({ words: wordsOf(label), value }))
		.filter(({ words }) => includesAll(words, fieldWords))
		.sort((left, right) => left.words.length - right.words.length);
	return matching[0]?.value;
}

/** Finds a value that needs no label. */
function findUnlabeled(name: string, text: string): string | undefined {
	if (/email/i.test(name)) return /[\w.+-]+@[\w.-]*\w/.exec(text)?.[0];
	return /^(?:title|name|merchant)$/i.test(name) ? /.+/.exec(text)?.[0] : undefined;
}

/** The first number. Three digits after a period or a comma are thousands. */
function numberIn(text: string): number | null {
	const [, whole, decimals = '0'] = /(-?\d+(?:[.,]\d{3})*)(?:[.,](\d+))?/.exec(text) ?? [];
	return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, '')}.${decimals}`);
}

/** The first date with a year and a day, as YYYY-MM-DD. */
function dateIn(text: string): string | null {
	const dates = en.strict.parse(text).map(({ start }) => start);
	const found = dates.find((date) => date.isCertain('year') && date.isCertain('day'));
	if (!found) return null;
	const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => found.get(part)!);
	return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** @param definition the type, and then the description */
function readValue(name: string, definition: string, { text, values }: Reading): unknown {
	const labeled = lookUp(name, values);
	const [, allowed] = ALLOWED.exec(definition) ?? [];
	if (allowed) {
		const words = wordsOf(labeled ?? text);
		const choices = allowed.split(',').map((choice) => choice.replaceAll('"', '').trim());
		return choices.find((choice) => includesAll(words, wordsOf(choice))) ?? null;
	}
	if (DATE.test(definition)) return dateIn(labeled ?? text);
	const value = labeled ?? findUnlabeled(name, text);
	if (definition.startsWith('array')) return value?.split(/\s*,\s*/) ?? [];
	if (value === undefined) return null;
	if (/^(?:number|integer|whole)/.test(definition)) return numberIn(value);
	if (/^(?:boolean|true)/.test(definition)) return /^(?:yes|true)\b/i.test(value);
	return value.replace(ADDRESS_AFTER_NAME, '');
}

/**
 * Finds the value of a field of the output structure.
 *
 * @returns a value of the field's type; null or an empty list if the text has none
 */
export function readField(
	name: string,
	{ type, description = '' }: ParameterDefinition,
	reading: Reading,
): unknown {
	const [, words] = COLUMNS.exec(description) ?? [];
	if (words === undefined) return readValue(name, `${type} ${description}`, reading);
	const columns = words.split(BETWEEN_COLUMNS).flatMap((part) => {
		const [, column, definition = 'text'] = COLUMN.exec(part.trim()) ?? [];
		return column ? [{ column, definition }] : [];
	});
	return reading.rows.map((values) =>
		Object.fromEntries(
			columns.map(({ column, definition }) => [
				column,
				readValue(column, definition, { text: '', values, rows: [] }),
			]),
		),
	);
}
