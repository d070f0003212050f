import { MONTHS, MONTHS_THAT_ARE_WORDS, WEEKDAYS } from './calendarNames';
import { AMBIGUOUS, NOT_CONVERTED, WRONG_WEEKDAY, type Converted } from '../result/issues';
import { normalize } from './words';

/** What comes first in a date of three numbers. */
export type DateOrder = 'notSpecified' | 'dayFirst' | 'monthFirst' | 'yearFirst';

export interface DateInText {
	/** The days that the date can mean, as YYYY-MM-DD: at least one. */
	days: string[];
	from: number;
	to: number;
	/** Whether it may be separate numbers or one number instead: `10/12/14`, `3. 4.50`, `2 Jan 10`, `20260503`. */
	isLoose: boolean;
}

const SHORT_YEAR = String.raw`(?<!(?<!\p{L})(?:${MONTHS_THAT_ARE_WORDS.join('|')})\s{0,3}(?:\d{1,2}[\s,]{1,3})?)\d{2}`;
/** `12,90` in `3 May 12,90` is a price, but a column may follow in `31/05/2026,64.90` and `31/05/26,3`. */
const YEAR = String.raw`(?:\d{4}|${SHORT_YEAR})(?![.:]?\d|(?<=[\s.]\d{2,4}),\d\d(?![\d.:]))`;
const MONTH = `(?<name>${[...MONTHS.keys()].join('|')})`;
const DAY = String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|[aeo°])?`;
const GAP = String.raw`[-/.,\s']{0,3}(?:(?:of|del?|di)\s)?`;
const FIRST = String.raw`(?<!\d|\d\.)(?<first>\d{1,4}) ?(?<separator>[-/.])\s?`;
const SECOND = String.raw`(?<second>\d{1,2}) ?\k<separator>\s?`;

const FORMS = [
	// The order of these three numbers isn't certain.
	String.raw`${FIRST}${SECOND}(?<third>${YEAR}|\d(?![.:]?\d))`,
	String.raw`(?<!\d)(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)`,
	String.raw`(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)`,
	String.raw`(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]?`,
	String.raw`${DAY}${GAP}${MONTH}${GAP}(?<year>${YEAR})`,
	String.raw`(?<!\p{L})${MONTH}[-/.\s]{0,3}${DAY}(?:[-/,\s']{1,3}|\.\s)(?<year>${YEAR})`,
	String.raw`(?<!\d)(?<year>\d{4})[-/.\s]{1,3}${MONTH}[-/.\s]{1,3}${DAY}(?!\d)`,
].map((form) => new RegExp(form, 'giu'));

const HOUR = String.raw`(?:[01]?\d|2[0-3])`;
const HALF = String.raw`(?: ?[ap]\.?m\.?| ?Uhr)`;
const CLOCK = String.raw`${HOUR}(?::[0-5]\d){1,2}(?:[.,]\d{1,9})?${HALF}?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|CES?T|MES?Z|[ECMP][SD]T))?(?: ?[-+]\d\d:?\d\d)?`;
const TIME = String.raw`(?:T${HOUR}(?:[0-5]\d){1,2}|(?:T|,? )(?:${CLOCK}|${HOUR}${HALF}))${ZONE}`;
/** What may be before and after a date: a weekday, an article, the Polish `r` for year, and a time. */
const BEFORE_DATE = String.raw`\(?(?:(?<before>\p{L}{2,12})(?:-feira)?\.?,? ?)??(?:(?:am|den|el|il|le|on|the) )?`;
const AFTER_DATE = String.raw`(?: r)?\.?(?: \(?(?<after>\p{L}{2,12})\.?)?\)?(?:${TIME})?\)?`;
const AROUND = new RegExp(String.raw`^${BEFORE_DATE}\|${AFTER_DATE}$`, 'iu');
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
	for (const { days, from, to } of datesIn(plain, order)) {
		const around = AROUND.exec(`${plain.slice(0, from)}|${plain.slice(to)}`)?.groups;
		if (!around) continue;
		if (days.length > 1) return AMBIGUOUS;
		const [day] = days;
		// Two words aren't a weekday.
		const name = [around['before'], around['after']].filter(Boolean).join(' ');
		const weekday = name ? WEEKDAYS.get(name.toLowerCase()) : new Date(day).getUTCDay();
		if (weekday === undefined) return NOT_CONVERTED;
		if (weekday !== new Date(day).getUTCDay()) return WRONG_WEEKDAY;
		return { value: ISO_TIME.test(plain) ? plain : day };
	}
	return NOT_CONVERTED;
}

/** Finds the dates in a normalized text. They may overlap, as `10. Mai 2026` and others in a range. */
export function* datesIn(plain: string, order: DateOrder): Generator<DateInText> {
	for (const form of FORMS) {
		for (const { 0: written, index: from, groups } of plain.matchAll(form)) {
			const days = daysOf(groups!, order);
			const hasFullYear = /(?<!\d)\d{4}(?!\d)/.test(written);
			const isLoose = !hasFullYear && (days.length > 1 || /^[\p{L}\d\s]+$|\.\s/u.test(written));
			if (days.length > 0) yield { days, from, to: from + written.length, isLoose };
		}
	}
}

function daysOf(groups: Record<string, string>, order: DateOrder): string[] {
	const { first, separator, second, third, year, month, name, day } = groups;
	if (year) return calendarDay(year, month ?? MONTHS.get(name.toLowerCase()), day);
	const dayFirst = calendarDay(third, second, first);
	const monthFirst = calendarDay(third, first, second);
	const yearFirst = calendarDay(first, second, third);
	if (first.length > 2) return yearFirst;
	if (order !== 'notSpecified') return { dayFirst, monthFirst, yearFirst }[order];
	// 04.03.2026 is never April 3, but 04.03.26 can be 2004-03-26.
	if (separator === '.' && third.length === 4 && dayFirst.length > 0) return dayFirst;
	// `31/04/18` is an invalid April 31 rather than a day in 2031.
	if (dayFirst.length + monthFirst.length === 0) return [];
	return [...new Set([...dayFirst, ...monthFirst, ...yearFirst])];
}

/** Returns the day as YYYY-MM-DD. None if the calendar doesn't have it, or if its year is unlikely. */
function calendarDay(year: string, month: string | number | undefined, day: string): string[] {
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
