import { MONTHS, MONTHS_THAT_ARE_WORDS, WEEKDAYS } from './calendarNames';
import { matchAt } from './scanner';
import { normalize } from './normalize';
import { AMBIGUOUS, type Converted, NOT_CONVERTED, WRONG_WEEKDAY } from '../result/issues';

/** What comes first in a date of three numbers. */
export type DateOrder = 'notSpecified' | 'dayFirst' | 'monthFirst' | 'yearFirst';

export interface DateInText {
	/** The days that the date can mean, as YYYY-MM-DD: at least one. */
	days: string[];
	from: number;
	to: number;
	/** Whether it may be separate numbers or one number instead: `10/12/14`, `3. 4.50`, `2 Jan 10`, `20260503`. */
	isLoose: boolean;
	/** Whether the year may be another number: `3 June 12 people`. */
	isUnsure?: boolean;
	/** Whether another day is written in between: `June 9 - 23, 2026`. */
	isRange?: boolean;
}

/** The day or the year next to a month name. */
interface Part {
	/** What separates it from what is before it; from the month, if it's a day. */
	gap: string;
	number: string;
	/** The position after it. */
	to: number;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:[\d:.,Z+-]+$/;

/**
 * Parses a text that contains only one date, with at most a weekday and a time.
 * @param order what comes first in `03/04/26`; a date that is impossible in this order isn't converted
 * @returns the day as YYYY-MM-DD, without its time; but an ISO 8601 date-time keeps its time
 */
export function parseDate(text: string, order: DateOrder): Converted {
	// Longer texts aren't dates.
	if (text.length > 60) return NOT_CONVERTED;
	const plain = normalize(text).trim();
	for (const { days, from, to, isUnsure, isRange } of datesIn(plain, order)) {
		const before = readBefore(plain.slice(0, from));
		const after = readAfter(plain.slice(to));
		if (before === undefined || after === undefined || isRange) continue;
		if (days.length > 1 || isUnsure) return AMBIGUOUS;
		const [day] = days;
		// Two words aren't a weekday.
		const name = [before, after].filter(Boolean).join(' ');
		const weekday = name ? WEEKDAYS.get(name.toLowerCase()) : new Date(day).getUTCDay();
		if (weekday === undefined) return NOT_CONVERTED;
		if (weekday !== new Date(day).getUTCDay()) return WRONG_WEEKDAY;
		return { value: ISO_TIME.test(plain) ? plain : day };
	}
	return NOT_CONVERTED;
}

/** Reads the word before a date, which should be a weekday, and an article. Undefined for anything else. */
function readBefore(before: string): string | undefined {
	const word = /^\(?(?:(\p{L}{2,12})(?:-feira)?\.?,? ?)??(?:(?:am|den|el|il|le|on|the) )?$/iu;
	const match = word.exec(before);
	return match ? (match[1] ?? '') : undefined;
}

/** Reads the word after a date, the Polish `r` for year, and a time. Undefined for anything else. */
function readAfter(after: string): string | undefined {
	const [written, word = ''] = /^(?: r)?\.?(?: \(?(\p{L}{2,12})\.?)?\)?/iu.exec(after)!;
	const rest = after.slice(written.length).replace(/\)$/, '');
	return rest === '' || isTime(rest) ? word : undefined;
}

/** Whether a text is a time, with a blank or a T before it and a zone after it. */
function isTime(text: string): boolean {
	if (/^T(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}(?:Z|[-+]\d{4})?$/.test(text)) return true;
	const zone = / ?(?:Z|UTC|GMT|CES?T|MES?Z|[ECMP][SD]T)?(?: ?[-+]\d\d:?\d\d)?$/i;
	const clock =
		/^(?:T|,? )(?:[01]?\d|2[0-3])((?::[0-5]\d){1,2}(?:[.,]\d{1,9})?)?( ?(?:[ap]\.?m\.?|Uhr))?$/i;
	const [, minutes, unit] = clock.exec(text.replace(zone, '')) ?? [];
	return minutes !== undefined || unit !== undefined;
}

/** Three numbers: `31/05/2026`, `2026-5-3`, `20260503`, `2026年5月3日`. */
const NUMERIC_DATES = [
	/(?<!\d|\d\.)(\d{1,4}) ?([-/.])\s?(\d{1,2}) ?\2\s?(\d{4}|\d\d?)(?![.:]?\d)/g,
	/(?<!\d)(\d{4})(-)(\d{1,2})-(\d{1,2})(?!\d)/g,
	/(?<!\d)((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)/g,
	/(?<!\d)(\d{4}) ?([年년]) ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]?/g,
];

/** Finds the dates in a normalized text. They may overlap, as the two days of a range. */
export function* datesIn(plain: string, order: DateOrder): Generator<DateInText> {
	for (const form of NUMERIC_DATES) {
		for (const match of plain.matchAll(form)) yield* numericDate(plain, match, order);
	}
	for (const { 0: word, index } of plain.matchAll(/(?<!\p{L})\p{L}{3,20}/gu)) {
		if (MONTHS.has(word.toLowerCase())) yield* datesAround(plain, word, index);
	}
}

function* numericDate(plain: string, match: RegExpExecArray, order: DateOrder) {
	const [written, first, sign, , third] = match;
	const from = match.index;
	const to = from + written.length;
	const days = daysOf(match, order);
	if (days.length === 0 || isPrice(plain, to)) return;
	const hasFullYear = first.length === 4 || third.length === 4;
	const isLoose = hasFullYear ? sign === '' : days.length > 1 || /\.\s/.test(written);
	const date = { days, from, to, isLoose };
	yield date;
	if (days.length === 1 && sign === '.') yield* firstOfRange(plain, date);
}

/** What is between the two days of a range. */
const TO = String.raw`\s?(?:-|/|&|to|bis|and|und|et|al?|au|e|y|tot|en|do|til)`;
const TO_AT_END = new RegExp(String.raw`${TO}\s?$`, 'i');

const DAY_BEFORE =
	/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[aeo°])?([-/.,\s']{0,3})(?:(?:of|del?|di)\s)?$/iu;
const YEAR_BEFORE = /(?<!\d)(\d{4})[-/.\s]{1,3}$/;
const DAY = /([-/.\s]{0,3})(\d{1,2})(?:st|nd|rd|th|er|[aeo°])?/iuy;
const RANGE_END = new RegExp(TO + DAY.source, 'iuy');
const YEAR = /([-/,\s']{1,3}|\.\s)(\d{4}|\d\d)(?![.:]?\d)/y;
const YEAR_AFTER_MONTH = /([-/.,\s']{0,3}(?:(?:of|del?|di)\s)?)(\d{4}|\d\d)(?![.:]?\d)/y;

/** Finds dates with a month name: `31 May 2026`, `May 31, 2026`, `June 9 - 23, 2026`, `2026 May 31`. */
function* datesAround(plain: string, word: string, from: number): Generator<DateInText> {
	const before = plain.slice(Math.max(0, from - 14), from);
	const end = from + word.length;

	function* add(day: Part, year: Part | undefined, begin = from, isRange = false) {
		const days = year ? calendarDay(year.number, MONTHS.get(word.toLowerCase())!, day.number) : [];
		if (!year || days.length === 0 || isPrice(plain, year.to)) return;
		const isShort = year.number.length === 2;
		const certainty = isShort ? checkShortYear(plain, word, day.gap, year) : 'yes';
		if (certainty === 'no') return;
		const isUnsure = certainty === 'unsure';
		const isLoose = isUnsure || (isShort && /^\.?\s*$/.test(year.gap));
		const date = { days, from: begin, to: year.to, isLoose, isUnsure, isRange };
		yield date;
		if (!isRange && !isUnsure) yield* firstOfRange(plain, date);
	}

	const dayBefore = DAY_BEFORE.exec(before);
	if (dayBefore) {
		const [written, number, gap] = dayBefore;
		yield* add(
			{ gap, number, to: from },
			readPart(YEAR_AFTER_MONTH, plain, end),
			from - written.length,
		);
	}
	const day = readPart(DAY, plain, end);
	if (!day) return;
	yield* add(day, readPart(YEAR, plain, day.to));
	const last = readPart(RANGE_END, plain, day.to);
	const yearOfRange = last && readPart(YEAR, plain, last.to);
	if (yearOfRange) yield* add(day, yearOfRange, from, true);
	if (yearOfRange) yield* add(last, yearOfRange, from, true);
	const [written = '', number] = YEAR_BEFORE.exec(before) ?? [];
	const isDay = !/\d/.test(plain[day.to] ?? '');
	if (number && isDay) yield* add(day, { gap: '', number, to: day.to }, from - written.length);
}

/** Reads what a form says: a gap and a number. */
function readPart(form: RegExp, plain: string, from: number): Part | undefined {
	const match = matchAt(form, plain, from);
	return match ? { gap: match[1], number: match[2], to: from + match[0].length } : undefined;
}

/** Whether the digits that end here are the whole part of a price. A column may follow in `31/05/26,3`. */
function isPrice(plain: string, at: number): boolean {
	if (!/^,\d\d(?![\d.:])/.test(plain.slice(at, at + 4))) return false;
	return /[\s.]\d{2,4}$/.test(plain.slice(Math.max(0, at - 5), at));
}

/**
 * Whether two digits after a month are a year: after an apostrophe, between equal separators (`31-May-26`), or
 * between blanks at the end of a line (`31 May 26`). Before other words, they may be something else.
 */
function checkShortYear(plain: string, word: string, gapBefore: string, { gap, to }: Part) {
	if (gap.endsWith("'")) return 'yes';
	if (gap === gapBefore && /^ ?[-/.] ?$/.test(gap)) return 'yes';
	const areBlanks = [gapBefore, gap].every((each) => /^\.? {1,3}$/.test(each));
	if (!areBlanks || MONTHS_THAT_ARE_WORDS.includes(word)) return 'no';
	const next = plain.slice(to, to + 10);
	if (/^,\d/.test(next)) return 'no';
	return /^(?:[.)]{0,2} *(?:$|\n|\t|[|;])|,? \d{1,2}:\d\d)/.test(next) ? 'yes' : 'unsure';
}

/** Finds the first day of a range whose year is only at its end: `26-27 Sept 2026`, `26.05.-27.09.2026`. */
function* firstOfRange(plain: string, last: DateInText): Generator<DateInText> {
	const before = plain.slice(Math.max(0, last.from - 30), last.from);
	const to = TO_AT_END.exec(before);
	if (!to) return;
	const start = before.slice(0, to.index);
	const [year, lastMonth] = last.days[0].split('-');
	const [, day, month = lastMonth] =
		/(?<![\d.,])(\d{1,2})(?:[./](\d{1,2}))?(?:\.|st|nd|rd|th)?$/.exec(start) ?? [];
	const [, dayBefore, name = '', dayAfter] =
		/(\d{1,2})?(?:\.|st|nd|rd|th)? ?(?<!\p{L})(\p{L}{3,12})\.? ?(\d{1,2})?$/u.exec(start) ?? [];
	const named = MONTHS.get(name.toLowerCase());
	const days = named
		? calendarDay(year, named, dayBefore ?? dayAfter ?? '0')
		: calendarDay(year, month, day ?? '0');
	if (days.length > 0 && days[0] < last.days[0]) yield { ...last, days };
}

function daysOf([, first, sign, second, third]: string[], order: DateOrder): string[] {
	const dayFirst = calendarDay(third, second, first);
	const monthFirst = calendarDay(third, first, second);
	const yearFirst = calendarDay(first, second, third);
	if (first.length > 2) return yearFirst;
	if (order !== 'notSpecified') return { dayFirst, monthFirst, yearFirst }[order];
	// 04.03.2026 is never April 3, but 04.03.26 can be 2004-03-26.
	if (sign === '.' && third.length === 4 && dayFirst.length > 0) return dayFirst;
	// `31/04/18` is an invalid April 31 rather than a day in 2031.
	if (dayFirst.length + monthFirst.length === 0) return [];
	return [...new Set([...dayFirst, ...monthFirst, ...yearFirst])];
}

/** Returns the day as YYYY-MM-DD. None if the calendar doesn't have it, or if its year is unlikely. */
function calendarDay(year: string, month: string | number, day: string): string[] {
	// Two-digit years are from 1950 to 2049, as in RFC 5322, section 4.3.
	const century = Number(year) > 49 ? 1900 : 2000;
	const fullYear = year.length === 2 ? century + Number(year) : Number(year);
	// Other years are probably from another calendar: 1447 (Islamic) or 2569 (Buddhist).
	if (fullYear < 1700 || fullYear > 2199) return [];
	const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day)));
	// JavaScript turns February 30 into a day in March.
	const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
	return isReal ? [date.toISOString().slice(0, 10)] : [];
}
