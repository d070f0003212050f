import { MONTHS, MONTHS_THAT_ARE_WORDS, WEEKDAYS } from './calendarNames';
import { AMBIGUOUS, NOT_CONVERTED, WRONG_WEEKDAY, type Converted, type DateOrder } from './issues';
import { normalize } from './text';

export interface DateInText {
	/** The days that the date can mean, as YYYY-MM-DD: at least one. */
	days: string[];
	from: number;
	to: number;
	/** Whether these may be separate numbers, or one number: `10/12/14`, `2 Jan 10`, `20260503`. */
	isLoose: boolean;
}

/** Two-digit years are from 1950 to 2049, as in RFC 5322, section 4.3. */
const LAST_OF_CENTURY = 49;

/** A year outside this range is probably from another calendar: 1447 (Islamic) or 2569 (Buddhist). */
const YEARS = { from: 1700, to: 2199 };

/** The end of a year. `12.90` in `3 May 12.90` is a price, but a column may follow in `31.05.2026,64.90`. */
const YEAR = String.raw`(?<year>\d{4}(?!\d|\.\d|,\d\d?(?![\d.:]))|\d{2}(?!\d|[.,:]\d))`;
const MONTH = String.raw`(?<name>\p{L}{3,12})`;
const DAY = String.raw`(?<!\d)(?<day>\d{1,2})`;
const GAP = String.raw`[-/.,\s']{0,3}`;
const OF = String.raw`(?:(?:of|del?|di)\s)?`;

/** Three numbers, whose order isn't certain. The second can't be the year. */
const NUMBERS =
	/(?<!\d|\d\.)(?<first>\d{1,4}) ?(?<separator>[-/.])\s?(?<second>\d{1,2}) ?\k<separator>\s?(?<third>\d{4}(?!\d|\.\d|,\d\d?(?![\d.:]))|\d{1,2}(?!\d|[.,:]\d))/gu;

/** Forms in which it's certain what is the year, the month and the day. */
const CERTAIN_FORMS = [
	/(?<!\d)(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/gu,
	/(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/gu,
	/(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]?/gu,
	new RegExp(`${DAY}(?:st|nd|rd|th|er|[aeo°])?${GAP}${OF}${MONTH}${GAP}${OF}${YEAR}`, 'giu'),
	new RegExp(
		String.raw`(?<!\p{L})${MONTH}[-/.\s]{0,3}${DAY}(?:st|nd|rd|th)?(?:[-/,\s']{1,3}|\.\s)${YEAR}`,
		'giu',
	),
	new RegExp(String.raw`(?<!\d)(?<year>\d{4})[-/.\s]{1,3}${MONTH}[-/.\s]{1,3}${DAY}(?!\d)`, 'giu'),
];

/** Longer texts aren't read as dates. */
const MAX_CHARACTERS = 60;

const WEEKDAY = String.raw`(?<weekday>\p{L}{2,12})(?:-feira)?\.?`;
const BEFORE = new RegExp(
	String.raw`^\(?(?:${WEEKDAY},? ?)??(?:(?:am|den|el|il|le|on|the) )?$`,
	'iu',
);
const HOUR = String.raw`(?:[01]?\d|2[0-3])`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|MEZ|MESZ|CES?T|[ECMP][SD]T))?(?: ?[-+]\d\d:?\d\d)?`;
const HALF = String.raw`(?: ?[ap]\.?m\.?| ?Uhr)`;
const CLOCK = String.raw`${HOUR}:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?${HALF}?`;
const TIME = String.raw`(?:T${HOUR}[0-5]\d(?:[0-5]\d)?|(?:T|,? )(?:${CLOCK}|${HOUR}${HALF}))${ZONE}`;
const AFTER = new RegExp(String.raw`^(?: r)?\.?(?: \(?${WEEKDAY})?\)?(?:${TIME})?\)?$`, 'iu');

const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$/;

/**
 * Parses a text that contains only one date, with at most a weekday and a time.
 * @param order what comes first in `03/04/26`; a date that is impossible in this order isn't converted
 * @returns the day as YYYY-MM-DD, without its time; but an ISO 8601 date-time keeps its time
 */
export function parseDate(text: string, order: DateOrder): Converted {
	const [iso, year, month, day] = ISO.exec(text.trim()) ?? [];
	if (iso) return calendarDay(year, month, day) ? { value: iso } : NOT_CONVERTED;
	if (text.length > MAX_CHARACTERS) return NOT_CONVERTED;
	const plain = normalize(text).trim();
	for (const { days, from, to } of datesIn(plain, order)) {
		const before = BEFORE.exec(plain.slice(0, from));
		const after = AFTER.exec(plain.slice(to));
		if (!before || !after) continue;
		if (days.length > 1) return AMBIGUOUS;
		const names = [before, after].flatMap(({ groups }) => groups?.['weekday'] ?? []);
		return confirmWeekday(days[0], names);
	}
	return NOT_CONVERTED;
}

function confirmWeekday(day: string, names: string[]): Converted {
	for (const name of names) {
		const weekday = WEEKDAYS.get(name.toLowerCase());
		if (weekday === undefined) return NOT_CONVERTED;
		if (weekday !== new Date(day).getUTCDay()) {
			return { issue: 'notConverted', reason: WRONG_WEEKDAY };
		}
	}
	return { value: day };
}

/** Finds the dates in a normalized text. They may overlap, as `10. Mai 2026` and others in a range. */
export function datesIn(plain: string, order: DateOrder): DateInText[] {
	const dates: DateInText[] = [];
	const add = (days: string[], match: RegExpMatchArray, isLoose: boolean) => {
		const from = match.index!;
		if (days.length > 0) dates.push({ days, from, to: from + match[0].length, isLoose });
	};
	for (const match of plain.matchAll(NUMBERS)) {
		const days = daysOfNumbers(match.groups!, order);
		add(days, match, match.groups!['third'].length < 3 && days.length > 1);
	}
	for (const form of CERTAIN_FORMS) {
		for (const match of plain.matchAll(form)) {
			const { year, month, day, name } = match.groups!;
			const named = name && MONTHS.get(name.toLowerCase());
			if (name && named === undefined) continue;
			const isSpaced = year.length === 2 && /^[\p{L}\d\s]+$/u.test(match[0]);
			if (isSpaced && MONTHS_THAT_ARE_WORDS.has(name.toLowerCase())) continue;
			const found = calendarDay(year, named === undefined ? month : String(Number(named) + 1), day);
			add(found ? [found] : [], match, isSpaced || /^\d+$/.test(match[0]));
		}
	}
	return dates;
}

type Groups = Record<string, string>;

function daysOfNumbers({ first, separator, second, third }: Groups, order: DateOrder): string[] {
	const yearFirst = calendarDay(first, second, third);
	if (first.length > 2) return yearFirst && first.length === 4 ? [yearFirst] : [];
	const dayFirst = calendarDay(third, second, first);
	const monthFirst = calendarDay(third, first, second);
	const days = { dayFirst, monthFirst, yearFirst };
	if (order !== 'notSpecified') return [days[order] ?? []].flat();
	// Nobody writes 04.03.2026 for April 3, but some write 04.03.26 for March 26.
	if (separator === '.' && third.length === 4 && dayFirst) return [dayFirst];
	// `31/04/18` is an invalid April 31 rather than a day in 2031.
	if (!dayFirst && !monthFirst) return [];
	return [...new Set([dayFirst, monthFirst, yearFirst])].filter((day) => day !== undefined);
}

/** Returns YYYY-MM-DD. Undefined if the calendar doesn't have the day, or the year is outside YEARS. */
function calendarDay(year: string, month: string, day: string): string | undefined {
	const century = Number(year) > LAST_OF_CENTURY ? 1900 : 2000;
	const fullYear = year.length === 2 ? century + Number(year) : Number(year);
	if (fullYear < YEARS.from || fullYear > YEARS.to) return undefined;
	const written = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	// JavaScript turns February 30 into a day in March.
	const real = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day))).toISOString();
	return real.startsWith(written) ? written : undefined;
}
