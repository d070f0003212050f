import { MONTHS, MONTHS_THAT_ARE_WORDS, WEEKDAYS } from './calendarNames';
import { normalize } from './normalize';
import { finish, type Steps } from './steps';
import { AMBIGUOUS, type Converted, NOT_CONVERTED, WRONG_WEEKDAY } from '../issues';

/** What comes first in a date of three numbers. */
export type DateOrder = 'notSpecified' | 'dayFirst' | 'monthFirst' | 'yearFirst';

export interface DateInText {
	/** The days that the date can mean, as YYYY-MM-DD: at least one. */
	days: string[];
	from: number;
	to: number;
	/**
	 * - `sure`: it's only a date
	 * - `loose`: its digits are also numbers of the text: `10/12/14`, `3. 4.50`, `2 Jan 10`, `20260503`
	 * - `unsure`: besides, the year may be another number: `3 June 12 people`
	 */
	certainty: 'sure' | 'loose' | 'unsure';
	/** Whether another day is written in between: `June 9 - 23, 2026`. */
	isRange?: boolean;
}

/** A number or the name of a month. */
interface Part {
	/** What separates it from the part before, without the ending of `31st`. */
	gap: string;
	written: string;
	/** From 1 for January. Undefined for a number. */
	month?: number;
	from: number;
	/** After the ending. */
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
	const normalized = normalize(text).trim();
	for (const date of finish(findDates(normalized, order))) {
		const word = wordAround(normalized, date);
		if (date.isRange || word === undefined) continue;
		if (date.days.length > 1 || date.certainty === 'unsure') return AMBIGUOUS;
		const [day] = date.days;
		const weekday = new Date(day).getUTCDay();
		const named = word === '' ? weekday : WEEKDAYS.get(word.toLowerCase());
		if (named === undefined) return NOT_CONVERTED;
		if (named !== weekday) return WRONG_WEEKDAY;
		return { value: ISO_TIME.test(normalized) ? normalized : day };
	}
	return NOT_CONVERTED;
}

/** The sign for day, the Polish `r` for year, and a weekday. */
const AFTER_DATE = /^(?: ?[日일])?(?: r)?\.?(?: \(?(\p{L}{2,12})\.?)?\)?/iu;

/** Returns the word before or after a date, such as a weekday. Undefined if there is more than that and a time. */
function wordAround(text: string, { from, to }: DateInText): string | undefined {
	const before = wordBefore(text.slice(0, from));
	const [written, after = ''] = AFTER_DATE.exec(text.slice(to))!;
	const rest = text.slice(to + written.length).replace(/\)$/, '');
	const hasMore = !/^\p{L}*$/u.test(before) || (rest !== '' && !isTime(rest));
	return hasMore ? undefined : [before, after].join(' ').trim();
}

const ARTICLES = 'am den el il le on the'.split(' ');

/** Returns what is before a date, without an article and punctuation. */
function wordBefore(text: string): string {
	const words = text.split(/[\s(.,]+|-feira/i).filter((word) => word !== '');
	if (ARTICLES.includes(words.at(-1)?.toLowerCase() ?? '')) words.pop();
	return words.join(' ');
}

const ZONE = / ?(?:Z|UTC|GMT|CES?T|MES?Z|[ECMP][SD]T)$/i;
const OFFSET = / ?[-+]\d\d:?\d\d$/;

/** Whether a text is a time, with a blank or a T before it and a zone after it. */
function isTime(text: string): boolean {
	const time = text.replace(OFFSET, '').replace(ZONE, '');
	const clock = time.replace(/ ?(?:[ap]\.?m\.?|Uhr)$/i, '');
	const [, hours, minutes] =
		/^T(\d\d)((?:[0-5]\d){1,2})$/.exec(clock) ??
		/^(?:T|,? )(\d\d?)((?::[0-5]\d){1,2}(?:[.,]\d+)?)?$/.exec(clock) ??
		[];
	return Number(hours) < 24 && (minutes !== undefined || clock !== time);
}

/** A number without the ending of `31st`, or a word. */
const NUMBER_OR_WORD = /(\d+)(?:(?:st|nd|rd|th|er|[aeo°])(?!\p{L}))?|\p{L}+/giu;

/** Finds the dates in a normalized text. They may overlap, as the two days of a range. */
export function* findDates(text: string, order: DateOrder): Steps<DateInText[]> {
	const dates: DateInText[] = [];
	/** The last five, because `26.05.-27.09.2026` has five. */
	let parts = Array.from({ length: 5 }, (): Part => ({ gap: '', written: '', from: 0, to: 0 }));
	let count = 0;
	for (const { 0: word, 1: number, index: from } of text.matchAll(NUMBER_OR_WORD)) {
		if (++count % 10_000 === 0) yield;
		const month = number ? undefined : MONTHS.get(word.toLowerCase());
		if (!number && !month) continue;
		const to = from + word.length;
		const part = { gap: text.slice(parts[4].to, from), written: number ?? word, month, from, to };
		parts = [...parts.slice(1), part];
		// In `26.05.-27.09.2026`, the last three are the date 27|09|2026, and the two before them 26|05.
		const lastThree = parts.slice(2);
		const date = numericDate(text, lastThree, order) ?? namedDate(text, lastThree);
		if (date) dates.push(date, ...firstOfRange(parts, date));
		// In `June 9 - 23, 2026`, the last four are June|9|23|2026.
		dates.push(...daysOfRange(text, parts.slice(1)));
	}
	return dates;
}

const NUMERIC = /^(\d{1,4}) ?([-/.])\s?(\d{1,2}) ?\2\s?(\d{4}|\d\d?)$/;
const EAST_ASIAN = /^(\d{4}) ?([年년]) ?(\d{1,2}) ?[月월] ?(\d{1,2})$/;
/** With an empty separator. */
const COMPACT = /^((?:19|20)\d\d)()(\d\d)(\d\d)$/;

/** Reads three numbers: `31/05/2026`, `2026-5-3`, `2026年5月3日`, or all in one: `20260503`. */
function numericDate(text: string, parts: Part[], order: DateOrder): DateInText | undefined {
	const last = parts[2];
	const compact = COMPACT.exec(last.written);
	const [{ from, gap }] = compact ? [last] : parts;
	const { to } = last;
	const written = text.slice(from, to);
	const match = compact ?? NUMERIC.exec(written) ?? EAST_ASIAN.exec(written);
	if (!match) return undefined;
	const days = daysOf(match, order);
	const [, first, sign, , third] = match;
	// `10.1.12.2024` is a version.
	const isPart = gap === '.' || !isEnd(text, last);
	if (days.length === 0 || (first.length < 4 && isPart)) return undefined;
	const hasFullYear = first.length === 4 || third.length === 4;
	const isLoose = hasFullYear ? sign === '' : days.length > 1 || /\.\s/.test(written);
	return { days, from, to, certainty: isLoose ? 'loose' : 'sure' };
}

/** What can be between a month and its day or year. */
const GAP = /^[-/.,\s']{0,3}(?:(?:of|del?|di)\s)?$/i;

/** Reads three parts with the name of a month. */
function namedDate(text: string, parts: Part[]): DateInText | undefined {
	const [first, second, third] = parts;
	if (!GAP.test(second.gap) || !GAP.test(third.gap)) return undefined;
	// An exchange rate: `Dec 1.1850`.
	if (first.month && third.gap === '.') return undefined;
	const { day, month, year } = orderParts(parts);
	const days = month.month ? calendarDay(year.written, month.month, day.written) : [];
	if (days.length === 0 || (year === third && !isEnd(text, year))) return undefined;
	const isShort = year.written.length === 2;
	const certainty = isShort ? checkShortYear(text, month.written, second.gap, third) : 'sure';
	return certainty && { days, from: first.from, to: third.to, certainty };
}

/** Reads `31 May 2026`, `May 31, 2026`, and `2026 May 31`. */
function orderParts([first, second, third]: Part[]) {
	if (first.month) return { month: first, day: second, year: third };
	if (isFullYear(first)) return { year: first, month: second, day: third };
	return { day: first, month: second, year: third };
}

const isFullYear = ({ written }: Part) => /^\d{4}$/.test(written);

/** Whether a year ends here. Not in `31.5.26.5` and `14.5.10:30`, and not the price of `31. Mai 26,50`. */
function isEnd(text: string, year: Part): boolean {
	const next = text.slice(year.to, year.to + 4);
	// A column may follow in `31/05/26,3`.
	const isPrice = /[\s.]$/.test(year.gap) && /^,\d\d(?![\d.:])/.test(next);
	return !isPrice && !/^[.:]?\d/.test(next);
}

/**
 * How certain it is that two digits after a month are a year: after an apostrophe, between equal separators
 * (`31-May-26`), or between blanks at the end of a line (`31 May 26`). Undefined if they aren't.
 */
function checkShortYear(text: string, month: string, gapBefore: string, { gap, to }: Part) {
	if (gap.endsWith("'")) return 'sure';
	if (gap === gapBefore && /^ ?[-/.] ?$/.test(gap)) return gap.includes('.') ? 'loose' : 'sure';
	const areBlanks = /^\.? {1,3}(?:\p{L}+ )?$/u.test(gapBefore) && /^\.? {1,3}$/.test(gap);
	if (!areBlanks || MONTHS_THAT_ARE_WORDS.includes(month)) return undefined;
	const isLast = /^(?:[.)]{0,2} *(?:$|\n|\t|[|;])|,? \d{1,2}:\d\d)/.test(text.slice(to, to + 10));
	return isLast ? 'loose' : 'unsure';
}

/** What is between the two days of a range. */
const TO = '- / & to bis and und et a al au e y tot en do til'.split(' ');
const isTo = (gap: string) => TO.includes(gap.replace(/^\.|\s/g, '').toLowerCase());

/** Reads both days of `June 9 - 23, 2026`: once as `June 9, 2026`, once as `June 23, 2026`. */
function daysOfRange(text: string, [month, first, last, year]: Part[]): DateInText[] {
	if (!month.month || last.month || !isTo(last.gap)) return [];
	// The gap of the last day is about the range: `-` or `to`. With the gap of the first day, it reads as June 23, 2026.
	return [first, { ...last, gap: first.gap }].flatMap((day) => {
		const date = namedDate(text, [month, day, year]);
		return date ? [{ ...date, isRange: true }] : [];
	});
}

/**
 * Reads the first day of a range whose year is only at its end. [before, day, ...date] is 26|05|27|09|2026 for
 * `26.05.-27.09.2026`, and (any)|26|27|Sept|2026 for `26-27 Sept 2026`.
 */
function firstOfRange([before, day, ...date]: Part[], last: DateInText): DateInText[] {
	// In `5/6-7/8/2026`, days and months can't be told apart.
	const hasDayFirst = date.some((part) => part.month) || date[2].gap.includes('.');
	const isCertain = last.days.length === 1 && last.certainty !== 'unsure' && hasDayFirst;
	if (!isCertain || !isTo(date[0].gap) || isFullYear(date[0])) return [];
	const days = dayInYear(before, day, last.days[0]);
	return days.length > 0 && days[0] < last.days[0] ? [{ ...last, days }] : [];
}

/** Reads two parts as a day with or without a month. The rest is as in the last day. */
function dayInYear(before: Part, day: Part, last: string): string[] {
	const [year, month] = last.split('-');
	const isJoined = GAP.test(day.gap);
	// `28 Dec`
	if (day.month) return isJoined ? calendarDay(year, day.month, before.written) : [];
	// `Dec 28`
	if (isJoined && before.month) return calendarDay(year, before.month, day.written);
	// `26.05`
	if (/^[./]$/.test(day.gap)) return calendarDay(year, day.written, before.written);
	// `26`: the part before isn't about it
	return calendarDay(year, month, day.written);
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
	if (day.length > 2) return [];
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
