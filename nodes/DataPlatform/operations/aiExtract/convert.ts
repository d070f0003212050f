import type { GenericValue, IDataObject } from 'n8n-workflow';
import { parsedForItems } from '../../exactJson';
import { isoDate } from '../../isoDate';
import { isObject } from '../../values';
import type { Shape } from './shape';

/** A value in its declared type, or a reason to leave it as it is. */
type Converted = { value: unknown } | { left: true };

const LEFT: Converted = { left: true };

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch']);

/** A number with a currency before it. */
const AMOUNT =
	/^(?<sign>[-+]?)(?:\s*(?<before>\p{Sc}|[A-Z]{3}))?\s*(?<innerSign>[-+]?)(?<digits>\d.*)$/su;
const CURRENCY_BEHIND = /(?:\p{Sc}|[A-Z]{3})$/u;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ \u00a0\u202f'’])\d{3}(?:\1\d{3})*(?=[.,]|$)/;

const ISO_DATE =
	/^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/;
const YEAR_FIRST = /^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/;
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

/** The number that a text holds beside a currency and thousands separators. */
function numberOf(text: string): number | undefined {
	const trimmed = text.trim();
	const behind = CURRENCY_BEHIND.exec(trimmed)?.[0];
	const number = behind === undefined ? trimmed : trimmed.slice(0, -behind.length).trimEnd();
	const amount = AMOUNT.exec(number.replace('\u2212', '-'))?.groups;
	if (!amount || !isCurrency(amount.before) || !isCurrency(behind)) return undefined;
	const notation = decimalNotation(withoutSpaces(amount.digits)) ?? NaN;
	const value = Number(`${amount.sign}${amount.innerSign}${notation}`);
	const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
	return Number.isFinite(value) && isExact ? value : undefined;
}

function isCurrency(mark: string | undefined): boolean {
	return mark === undefined || mark.length < 3 || CURRENCIES.has(mark);
}

function withoutSpaces(digits: string): string {
	return GROUPED_BY_SPACES.test(digits) ? digits.replace(/[ \u00a0\u202f'’]/g, '') : digits;
}

function decimalNotation(digits: string): string | undefined {
	if (/^\d+$/.test(digits)) return digits;
	if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(digits)) {
		return digits.replaceAll(',', '');
	}
	if (/^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/.test(digits)) {
		return digits.replaceAll('.', '').replace(',', '.');
	}
	const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
	const isDecimal = /^\d+[.,]\d+$/.test(digits);
	return isDecimal && !isAmbiguous ? digits.replace(',', '.') : undefined;
}

function toBoolean(value: unknown): Converted {
	if (typeof value === 'boolean') return { value };
	const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : LEFT;
}

function toDate(value: unknown): Converted {
	const date = typeof value === 'string' ? dateIn(value.trim()) : isoDate(value as GenericValue);
	return typeof date === 'string' ? { value: date } : LEFT;
}

function dateIn(text: string): string | undefined {
	const iso = ISO_DATE.exec(text);
	if (iso) return calendarDate(iso[1], iso[2], iso[3]) && text;
	const yearFirst = YEAR_FIRST.exec(text);
	if (yearFirst) return calendarDate(yearFirst[1], yearFirst[2], yearFirst[3]);
	const dayFirst = DAY_FIRST.exec(text);
	if (dayFirst) return calendarDate(dayFirst[3], dayFirst[2], dayFirst[1]);
	const slashed = SLASHED.exec(text);
	if (slashed) return slashedDate(slashed[1], slashed[2], slashed[3]);
	const named = NAMED.exec(text);
	if (!named || (named[1] === undefined) === (named[3] === undefined)) return undefined;
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
		return parsedForItems(value);
	} catch {
		return undefined;
	}
}
