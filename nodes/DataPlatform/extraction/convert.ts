import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { Shape } from './shape';

/** A value in its declared type, or a reason to leave it as it is. */
type Converted = { value: unknown } | { left: true };

const LEFT: Converted = { left: true };

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch']);

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const NAMED =
	/^(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(\p{L}+)\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})$/u;

const MONTHS = [
	['january', 'januar', 'jan'],
	['february', 'februar', 'feb'],
	['march', 'märz', 'maerz', 'mar', 'mär'],
	['april', 'apr'],
	['may', 'mai'],
	['june', 'juni', 'jun'],
	['july', 'juli', 'jul'],
	['august', 'aug'],
	['september', 'sept', 'sep'],
	['october', 'oktober', 'oct', 'okt'],
	['november', 'nov'],
	['december', 'dezember', 'dec', 'dez'],
];

const CONVERSIONS: Record<string, (value: unknown, shape: Shape) => Converted> = {
	string: toText,
	number: toNumber,
	integer: toInteger,
	boolean: toBoolean,
	date: toDate,
	array: toList,
	object: toObject,
};

/**
 * The extracted fields in their declared types, as far as that is safe. A value that could mean two
 * things (`1,234`, `03/04/2026`) or that is of another kind stays as it is.
 * @returns the fields, and the names of those with a value that stayed
 */
export function convertFields(
	fields: IDataObject,
	shapes: ReadonlyMap<string, Shape>,
): { fields: IDataObject; left: string[] } {
	const left: string[] = [];
	const entries = Object.entries(fields).map(([name, value]) => {
		const shape = shapes.get(name);
		return [name, shape ? convert(value, shape, () => left.push(name)) : value];
	});
	return { fields: Object.fromEntries(entries), left: [...new Set(left)] };
}

function convert(value: unknown, shape: Shape, onLeft: () => void): unknown {
	if (value === null || value === undefined) return value;
	if (!Object.hasOwn(CONVERSIONS, shape.type)) return value;
	const conversion = CONVERSIONS[shape.type];
	const converted = conversion(value, shape);
	if ('left' in converted) {
		onLeft();
		return value;
	}
	return convertInside(converted.value, shape, onLeft);
}

function convertInside(value: unknown, { items, members }: Shape, onLeft: () => void): unknown {
	if (Array.isArray(value) && items) return value.map((item) => convert(item, items, onLeft));
	if (!isObject(value) || !members) return value;
	const entries = Object.entries(value).map(([name, member]) => {
		const shape = members.get(name);
		return [name, shape ? convert(member, shape, onLeft) : member];
	});
	return Object.fromEntries(entries);
}

function toText(value: unknown): Converted {
	if (typeof value === 'string') return { value };
	return typeof value === 'object' ? LEFT : { value: String(value) };
}

function toNumber(value: unknown): Converted {
	if (typeof value === 'number') return { value };
	if (typeof value !== 'string') return LEFT;
	const number = numberOf(value);
	return number === undefined ? LEFT : { value: number };
}

function toInteger(value: unknown): Converted {
	const number = toNumber(value);
	return 'value' in number && Number.isSafeInteger(number.value) ? number : LEFT;
}

/** The number that a text holds beside currency signs, units of currency and thousands separators. */
function numberOf(text: string): number | undefined {
	const bare = text
		.trim()
		.replace(/^[-+]?\s*(?:\p{Sc}|[A-Z]{3})\s*|\s*(?:\p{Sc}|[A-Z]{3})$/gu, (match) =>
			match.trim().startsWith('-') ? '-' : '',
		)
		.replace(/[\u00a0\u202f'’ ]/gu, (separator, at: number, whole: string) =>
			/^\d{3}(\D|$)/.test(whole.slice(at + 1)) ? '' : separator,
		);
	const number = Number(decimalNotation(bare) ?? NaN);
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	return Number.isFinite(number) && isExact ? number : undefined;
}

function decimalNotation(text: string): string | undefined {
	if (/^[-+]?\d+$/.test(text)) return text;
	if (/^[-+]?\d{1,3}(,\d{3})+\.\d+$|^[-+]?\d{1,3}(,\d{3}){2,}$/.test(text)) {
		return text.replaceAll(',', '');
	}
	if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$|^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(text)) {
		return text.replaceAll('.', '').replace(',', '.');
	}
	const isAmbiguous = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
	const isDecimal = /^[-+]?\d+[.,]\d+$/.test(text);
	return isDecimal && !isAmbiguous ? text.replace(',', '.') : undefined;
}

function toBoolean(value: unknown): Converted {
	if (typeof value === 'boolean') return { value };
	const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : LEFT;
}

function toDate(value: unknown): Converted {
	if (typeof value !== 'string') return LEFT;
	const date = isoDate(value.trim());
	return date === undefined ? LEFT : { value: date };
}

function isoDate(text: string): string | undefined {
	const iso = ISO_DATE.exec(text);
	if (iso) return calendarDate(iso[1], iso[2], iso[3]) && text;
	const yearFirst = YEAR_FIRST.exec(text);
	if (yearFirst) return calendarDate(yearFirst[1], yearFirst[2], yearFirst[3]);
	const dayFirst = DAY_FIRST.exec(text);
	if (dayFirst) return calendarDate(dayFirst[3], dayFirst[2], dayFirst[1]);
	const slashed = SLASHED.exec(text);
	if (slashed) return slashedDate(slashed[1], slashed[2], slashed[3]);
	const named = NAMED.exec(text);
	if (!named || !(named[1] ?? named[3])) return undefined;
	const month = MONTHS.findIndex((names) => names.includes(named[2].toLowerCase())) + 1;
	return calendarDate(named[4], String(month), named[1] ?? named[3]);
}

/** Day and month of a date with slashes change places from country to country. */
function slashedDate(first: string, second: string, year: string): string | undefined {
	if (Number(first) > 12) return calendarDate(year, second, first);
	const isCertain = Number(second) > 12 || Number(first) === Number(second);
	return isCertain ? calendarDate(year, first, second) : undefined;
}

function calendarDate(year: string, month: string, day: string): string | undefined {
	const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const date = new Date(`${iso}T00:00:00Z`);
	const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
	return isReal ? iso : undefined;
}

function toList(value: unknown): Converted {
	const list = parsedJson(value);
	return Array.isArray(list) ? { value: list } : LEFT;
}

function toObject(value: unknown): Converted {
	const object = parsedJson(value);
	return isObject(object) ? { value: object } : LEFT;
}

function parsedJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}
