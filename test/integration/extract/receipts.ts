import { existsSync, readFileSync } from 'node:fs';

/** Real receipts as a scanner read them; no part of the project, so they may be absent. */
export const RECEIPTS_FILE = '../shared/receipts/receipts.jsonl';

const FIELDS = ['company', 'date', 'address', 'total'] as const;

type Field = (typeof FIELDS)[number];

/** What a scanner read, and what people say that stands there. */
interface Receipt {
	text: string;
	fields: Record<Field, string>;
}

/** Makes a text ready and says of a value whether the text holds it. */
export type LookUp = (text: string) => (value: string) => boolean;

/** How often a look-up was asked for something, and how often it was wrong. */
export interface Rate {
	asked: number;
	wrong: number;
}

/** What a look-up makes of the values of one field. */
interface FieldRates {
	field: Field;
	/** Labeled values, and those that are called not found. */
	falseAlarms: Rate;
	/** Values of other receipts that do not stand in this one, and those that are called found. */
	ofOthers: Rate;
	/** Values in which one number was changed, and those that are called found. */
	changed: Rate;
}

/** The receipts; undefined where the file is absent. */
export function readReceipts(): Receipt[] | undefined {
	if (!existsSync(RECEIPTS_FILE)) return undefined;
	const lines = readFileSync(RECEIPTS_FILE, 'utf8').trim().split('\n');
	return lines.map((line) => JSON.parse(line));
}

/** Asks a look-up for every labeled value, and for values that are certainly wrong. */
export function ratesOf(receipts: Receipt[], lookUp: LookUp): FieldRates[] {
	const holds = receipts.map(({ text }) => lookUp(text));
	return FIELDS.map((field) => {
		const labels = [...new Set(receipts.map(({ fields }) => fields[field]))];
		const rates = { falseAlarms: none(), ofOthers: none(), changed: none() };
		for (const [index, { text, fields }] of receipts.entries()) {
			const isFound = holds[index];
			count(rates.falseAlarms, !isFound(fields[field]));
			for (const label of labels) {
				if (!standsIn(text, fields[field], label, field)) count(rates.ofOthers, isFound(label));
			}
			for (const value of changedValues(fields[field], field)) {
				if (!standsIn(text, fields[field], value, field)) count(rates.changed, isFound(value));
			}
		}
		return { field, ...rates };
	});
}

function none(): Rate {
	return { asked: 0, wrong: 0 };
}

function count(rate: Rate, isWrong: boolean): void {
	rate.asked++;
	if (isWrong) rate.wrong++;
}

/** Whether a value is right here although it is another receipt's: it stands there, or means the same. */
function standsIn(text: string, label: string, value: string, field: Field): boolean {
	if (field === 'date' && dayOf(label) === dayOf(value)) return true;
	const folded = field === 'total' ? value.replace(/[^\d.,]/g, '') : lettersAndDigits(value);
	return field === 'total' ? text.includes(folded) : lettersAndDigits(text).includes(folded);
}

function lettersAndDigits(text: string): string {
	return text.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** A total with one digit changed; a date with its day or its year changed. */
function changedValues(value: string, field: Field): string[] {
	if (field === 'total') {
		return [...value].flatMap((character, at) =>
			[...'0123456789']
				.filter((digit) => /\d/.test(character) && digit !== character)
				.map((digit) => value.slice(0, at) + digit + value.slice(at + 1)),
		);
	}
	if (field !== 'date') return [];
	const parts = value.split(/(\d+)/);
	return parts.flatMap((part, at) =>
		otherNumbers(part).map((other) =>
			[...parts.slice(0, at), other, ...parts.slice(at + 1)].join(''),
		),
	);
}

function otherNumbers(part: string): string[] {
	if (!/^\d{1,4}$/.test(part)) return [];
	const others = part.length === 4 ? [1, 2, 5, 10].map((by) => Number(part) + by) : DAYS;
	return others
		.map((other) => String(other).padStart(part.length, '0'))
		.filter((other) => Number(other) !== Number(part) && other.length === part.length);
}

const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** The shapes in which these receipts write dates, by hand: what the node makes of them is held against it. */
const SHAPES: Array<[RegExp, (a: string, b: string, c: string) => [string, string, string]]> = [
	[/^(\d{4})(\d\d)(\d\d)$/, (year, month, day) => [year, month, day]],
	[/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/, (year, month, day) => [year, month, day]],
	[/^(\d\d?)[-/. ](\d\d?)[-/. ](\d{4}|\d\d)$/, dayOrMonthFirst],
	[
		/^(\d\d?)[-/. ]?([A-Z]{3})[A-Z]*[-/. ']*(\d{4}|\d\d)$/i,
		(day, name, year) => [year, number(name), day],
	],
	[
		/^([A-Z]{3})[A-Z]*[. ]*(\d\d?)[, ]+(\d{4}|\d\d)$/i,
		(name, day, year) => [year, number(name), day],
	],
];

/** They are Malaysian: the day comes first, unless that cannot be. */
function dayOrMonthFirst(first: string, second: string, year: string): [string, string, string] {
	return Number(second) > 12 ? [year, first, second] : [year, second, first];
}

function number(monthName: string): string {
	return String(MONTHS.indexOf(monthName.toUpperCase()) + 1);
}

/** The day of a labeled date, as YYYY-MM-DD; undefined for a shape that nobody wrote down here. */
export function dayOf(label: string): string | undefined {
	const written = label.replace(/[()]/g, '').trim();
	for (const [shape, read] of SHAPES) {
		const [, ...parts] = shape.exec(written) ?? [];
		if (parts.length === 0) continue;
		const [year, month, day] = read(parts[0], parts[1], parts[2]);
		return [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	}
	return undefined;
}

/** A labeled total as a number, by hand: these receipts write `RM 1,299.00`. */
export function amountOf(label: string): number {
	return Number(label.replace(/RM|\$|,|\s/g, ''));
}
