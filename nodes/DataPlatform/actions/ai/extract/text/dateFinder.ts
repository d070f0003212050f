import { MONTHS } from './calendarNames';
import {
	calendarDay,
	type DateInText,
	type DateOrder,
	GAP,
	isFullYear,
	namedDate,
	numericDate,
	type Part,
} from './dateForms';
import type { Steps } from './steps';

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

/** What is between the two days of a range. */
const TO = '- / & to bis and und et a al au e y tot en do til'.split(' ');
const isTo = (gap: string) => TO.includes(gap.replace(/^\.|\s/g, '').toLowerCase());

/** Reads both days of `June 9 - 23, 2026`: once as `June 9, 2026`, once as `June 23, 2026`. */
function daysOfRange(text: string, [month, first, last, year]: Part[]): DateInText[] {
	if (!month.month || last.month || !isTo(last.gap)) return [];
	// The gap of the last day is about the range: `-` or `to`. With the gap of the first day, it reads as June 23, 2026.
	return [first, { ...last, gap: first.gap }].flatMap((day) => {
		const date = namedDate(text, [month, day, year]);
		return date ? [{ ...date, hasDayBetween: true }] : [];
	});
}

/**
 * Reads the first day of a range whose year is only at its end. [first, second, ...date] is 26|05|27|09|2026 for
 * `26.05.-27.09.2026`, and (any)|26|27|Sept|2026 for `26-27 Sept 2026`.
 */
function firstOfRange([first, second, ...date]: Part[], last: DateInText): DateInText[] {
	// In `5/6-7/8/2026`, days and months can't be told apart.
	const hasDayFirst = date.some((part) => part.month) || date[2].gap.includes('.');
	// A date in one piece, such as 20260503, isn't the end of a range.
	const hasParts = last.from === date[0].from;
	const isCertain =
		hasParts && last.days.length === 1 && last.certainty !== 'unsure' && hasDayFirst;
	if (!isCertain || !isTo(date[0].gap) || isFullYear(date[0])) return [];
	// In `26-27 Sept, 5-6 Oct 2026`, Sept isn't the month of the 5. In `May 28 - June 3, 2026`, May is the one of the 28.
	const isMonthFirst = first.month !== undefined && date[0].month !== undefined;
	const hasMonth = isMonthFirst || second.month ? GAP.test(second.gap) : /^[./]$/.test(second.gap);
	const [year, month] = last.days[0].split('-');
	const days = hasMonth ? dayInYear(year, first, second) : calendarDay(year, month, second.written);
	const from = hasMonth ? first.from : second.from;
	return days.length > 0 && days[0] < last.days[0] ? [{ ...last, days, from, to: second.to }] : [];
}

/** Reads the day and the month of `28 Dec`, `Dec 28` or `26.05`. */
function dayInYear(year: string, first: Part, second: Part): string[] {
	return first.month
		? calendarDay(year, first.month, second.written)
		: calendarDay(year, second.month ?? second.written, first.written);
}
