import { MONTHS_THAT_ARE_WORDS } from './calendarNames';

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
	hasDayBetween?: boolean;
}

/** A number or the name of a month. */
export interface Part {
	/** What separates it from the part before, without the ending of `31st`. */
	gap: string;
	written: string;
	/** From 1 for January. Undefined for a number. */
	month?: number;
	from: number;
	/** After the ending. */
	to: number;
}

const NUMERIC = /^(\d{1,4}) ?([-/.])\s?(\d{1,2}) ?\2\s?(\d{4}|\d\d?)$/;
const EAST_ASIAN = /^(\d{4}) ?([年년]) ?(\d{1,2}) ?[月월] ?(\d{1,2})$/;
/** With an empty separator. */
const COMPACT = /^((?:19|20)\d\d)()(\d\d)(\d\d)$/;

/** Reads three numbers: `31/05/2026`, `2026-5-3`, `2026年5月3日`, or all in one: `20260503`. */
export function numericDate(text: string, parts: Part[], order: DateOrder): DateInText | undefined {
	const last = parts[2];
	const compact = COMPACT.exec(last.written);
	const [{ from, gap }] = compact ? [last] : parts;
	const { to } = last;
	const written = text.slice(from, to);
	const match = compact ?? NUMERIC.exec(written) ?? EAST_ASIAN.exec(written);
	if (!match) return undefined;
	const days = daysOf(match, order);
	const [, first, sign, , third] = match;
	// `10.1.12.2024` is a version, and `06-15-2026` in `2025-06-15-2026-06-14` has the parts of two dates. A year of four
	// digits at the start is certain enough.
	const isAfterYear = /\d{4}[-/.]$/.test(text.slice(Math.max(0, from - 5), from));
	const isPart = gap === '.' || isAfterYear || !isEnd(text, last);
	if (days.length === 0 || (first.length < 4 && isPart)) return undefined;
	// Two dates, too: `06-15 - 2026` in `2025-06-15 - 2026-06-14`.
	if (/[-/]/.test(sign) && parts[1].gap !== last.gap) return undefined;
	const hasFullYear = first.length === 4 || third.length === 4;
	const isLoose = hasFullYear ? sign === '' : days.length > 1 || /\.\s/.test(written);
	return { days, from, to, certainty: isLoose ? 'loose' : 'sure' };
}

/** What can be between a month and its day or year. */
export const GAP = /^[-/.,\s']{0,3}(?:(?:of|del?|di)\s)?$/i;

/** Reads three parts with the name of a month. */
export function namedDate(text: string, parts: Part[]): DateInText | undefined {
	const [first, second, third] = parts;
	if (!GAP.test(second.gap) || !GAP.test(third.gap)) return undefined;
	// An exchange rate: `Dec 1.1850`.
	if (first.month && third.gap === '.') return undefined;
	const { day, month, year } = orderParts(parts);
	// Two dates: `2025 - Jan 3` in `Dec 28, 2025 - Jan 3, 2026`.
	if (year === first && second.gap !== third.gap) return undefined;
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

export const isFullYear = ({ written }: Part) => /^\d{4}$/.test(written);

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
export function calendarDay(year: string, month: string | number, day: string): string[] {
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
