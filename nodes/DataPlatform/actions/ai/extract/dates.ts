import { toPatternSource, foldText } from '../../../helpers/characters';
import { withoutUndefined } from '../../../helpers/values';
import {
	MONTHS,
	MONTHS_THAT_ARE_WORDS,
	ROMAN_MONTHS,
	WEEKDAYS,
	WORDS_BEFORE_DATES,
} from './calendarWords';
import { NOT_CONVERTED, type Converted, type DateOrder } from './issues';

/**
 * The days that a date such as `03/04/26` can mean, as YYYY-MM-DD, by what comes first. `notSpecified` is set if
 * the date isn't ambiguous, such as `13/04/2026`, or `03.04.2026` because of its dots.
 */
export type DateInterpretations = Partial<Record<DateOrder, string>>;

export interface DateInText {
	days: DateInterpretations;
	from: number;
	to: number;
	/** Whether the range may contain separate numbers instead of a date: `2 Jan 10`, `10/12/14`. */
	isLoose: boolean;
}

/** Two-digit years are from 1950 to 2049, as in RFC 5322, section 4.3. */
const LAST_OF_CENTURY = 49;

/** A year outside this range is probably from another calendar: 1447 (Islamic) or 2569 (Buddhist). */
const YEARS = { from: '1700', to: '2199' };

const anyWord = (names: Iterable<string>) => `${toPatternSource(names)}(?!\\p{L})`;

const MONTH = `(?<month>${anyWord(MONTHS.keys())})`;
const DAY = String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|re|ª|º|°|o|e|a)?`;
/** No digits or decimals may follow a year or a day: `12.90` in `3 May 12.90` is a price. */
const END = String.raw`(?!\d|[.,]\d)`;
/** Unlike decimals, the next column of a CSV line may follow four digits: `31.05.2026,64.90`. */
const END_OF_4 = String.raw`(?!\d|\.\d|,\d\d?(?![\d.:]))`;
const YEAR = String.raw`(?<year>\d{4}${END_OF_4}|\d{2}${END})`;
const YEAR_OR_DAY = String.raw`(?<third>\d{4}${END_OF_4}|\d{1,2}${END}|(?<=\d{4}-\d\d-)\d\d(?!\d))`;
const BETWEEN = String.raw`(?:[-/.,\s']{0,3}|\.?\s(?:of|del?|di)\s)`;

/** Patterns of dates. Only the first two, for three numbers such as `03/04/26`, can be ambiguous. */
const FORMS = [
	String.raw`(?<!\d)(?<first>\d{1,4}) ?(?<separator>[-/.])\s?(?<second>\d{1,2}) ?\k<separator>\s?${YEAR_OR_DAY}`,
	String.raw`(?<!\d|\d )(?<first>\d{1,4})(?<separator> )(?<second>\d{1,2}) ${YEAR_OR_DAY}(?! \d)`,
	String.raw`(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)`,
	String.raw`(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]?`,
	String.raw`(?<!\d)(?<day>\d{1,2})[-/. ](?<roman>${anyWord(ROMAN_MONTHS.keys())})[-/. ](?<year>\d{4})(?!\d)`,
	DAY + BETWEEN + MONTH + BETWEEN + YEAR,
	String.raw`(?<!\p{L})${MONTH}[-/.\s]{0,3}${DAY}(?:[-/,\s']{1,3}|(?:\.\s|(?<=\d\d)\.)(?=(?:19|20)\d\d))${YEAR}`,
	String.raw`(?<!\d)(?<year>\d{4})${BETWEEN}${MONTH}${BETWEEN}${DAY}(?!\d)`,
].map((source) => new RegExp(source, 'gu'));

/** Longer texts aren't read as dates. A date with a label, a weekday and a time is usually shorter. */
const MAX_CHARACTERS = 60;

const WEEKDAY = String.raw`(?<weekday>${anyWord(WEEKDAYS.keys())})(?:-feira)?\.?`;
const WORDS = String.raw`(?:${anyWord(WORDS_BEFORE_DATES)}\.? ?){0,2}`;
const BEFORE_DATE = new RegExp(
	String.raw`^(?:[\p{L} ]{1,30}(?::|,(?= ?(?:den|le|li|a) )) ?)?${WORDS}[\[( ]{0,2}(?:${WEEKDAY}[,، ]{0,2})?${WORDS}$`,
	'u',
);
const HOUR = String.raw`(?:[01]?\d|2[0-3])`;
const SUFFIX = String.raw`(?: ?[ap]\.?m\.?| ?uhr| ?hrs?)`;
const TIME = String.raw`(?:t${HOUR}[0-5]\d(?:[0-5]\d)?|(?:t|,? (?:um |at |a )?)(?:${HOUR}[:h][0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,9})?${SUFFIX}?|${HOUR}(?:\.[0-5]\d)?(?:${SUFFIX}| ?h)))`;
const ZONE = String.raw`(?: ?(?:z|utc|gmt|mez|mesz|ces?t|[ecmp][sd]t))?(?: ?[-+]\d\d:?\d\d)?(?: ?\([a-z]{1,5}\))?`;
const AFTER_DATE = new RegExp(
	// Polish `r.`, Russian `г.` and Ukrainian `р.` mean year. Hungarian dates end with a period.
	String.raw`^(?: [rгр]\.|\.)?(?:[ ,(]{1,2}${WEEKDAY})?[\]). ]{0,2}(?:${TIME}${ZONE})?[\]). ]{0,2}$`,
	'u',
);

const ISO_TIME =
	/^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?$/;

/**
 * Parses a text that contains only one date, with at most a label, brackets, a weekday and a time.
 * @param order what comes first in `03/04/26`; a date that is impossible in this order isn't converted
 * @returns the day as YYYY-MM-DD, without its time; an ISO 8601 date-time is only trimmed. The issue is
 * `ambiguous` if several days are possible, or if the weekday is wrong.
 */
export function parseDate(text: string, order: DateOrder): Converted {
	const time = ISO_TIME.exec(text.trim());
	if (time) return calendarDay(time[1], time[2], time[3]) ? { value: text.trim() } : NOT_CONVERTED;
	const days = interpretDate(text);
	if (!days) return NOT_CONVERTED;
	const value = days[order];
	if (value !== undefined) return { value };
	const isOpen = order === 'notSpecified' && (days.dayFirst ?? days.monthFirst) !== undefined;
	return isOpen || Object.keys(days).length === 0 ? { issue: 'ambiguous' } : NOT_CONVERTED;
}

/** Returns the days a date can mean; `{}` if its weekday is wrong. Undefined if the text isn't a date. */
export function interpretDate(text: string): DateInterpretations | undefined {
	if (text.length > MAX_CHARACTERS) return undefined;
	const plain = foldText(text).trim();
	for (const { days, from, to } of datesIn(plain)) {
		const before = BEFORE_DATE.exec(plain.slice(0, from));
		const after = AFTER_DATE.exec(plain.slice(to));
		if (!before || !after) continue;
		const weekday = before.groups!['weekday'] ?? after.groups!['weekday'];
		return weekday === undefined ? days : keepWeekday(days, WEEKDAYS.get(weekday)!);
	}
	return undefined;
}

/** Keeps only the days on this weekday. If exactly one day remains, it becomes `notSpecified`. */
function keepWeekday(days: DateInterpretations, weekday: number): DateInterpretations {
	const possible = Object.entries(days).filter(([, day]) => new Date(day).getUTCDay() === weekday);
	const [notSpecified, ...others] = new Set(possible.map(([, day]) => day));
	const isCertain = notSpecified !== undefined && others.length === 0;
	return { ...Object.fromEntries(possible), ...(isCertain && { notSpecified }) };
}

/** Finds the dates in a text from `foldText` or `readVisibleText`, including ambiguous dates. */
export function datesIn(plain: string): DateInText[] {
	return FORMS.flatMap((form) =>
		[...plain.matchAll(form)].flatMap(({ 0: whole, index, groups = {} }) => {
			const days = daysOf(groups);
			if (Object.keys(days).length === 0) return [];
			const { month, year, third } = groups;
			const isShortYear = (year ?? third).length === 2;
			const isSpaced = /^[\d\s]+$/.test(whole.replace(month, ''));
			if (isShortYear && isSpaced && MONTHS_THAT_ARE_WORDS.has(month)) return [];
			const isLoose = month
				? isShortYear && isSpaced
				: isSpaced || (isShortYear && !days.notSpecified);
			return { days, from: index, to: index + whole.length, isLoose };
		}),
	);
}

type Parts = Record<string, string>;

function daysOf({ year, month, day, roman, ...numbers }: Parts): DateInterpretations {
	if (year === undefined) return daysOfNumbers(numbers);
	const named = MONTHS.get(month) ?? ROMAN_MONTHS.get(roman);
	return createCertainDay(calendarDay(year, named === undefined ? month : String(named + 1), day));
}

function createCertainDay(day: string | undefined): DateInterpretations {
	return day === undefined
		? {}
		: { dayFirst: day, monthFirst: day, yearFirst: day, notSpecified: day };
}

function daysOfNumbers({ first, separator, second, third }: Parts): DateInterpretations {
	const yearFirst = calendarDay(first, second, third);
	if (first.length === 4) return createCertainDay(yearFirst);
	const dayFirst = calendarDay(third, second, first);
	const monthFirst = calendarDay(third, first, second);
	const days = new Set([dayFirst, monthFirst, yearFirst].filter((day) => day !== undefined));
	const isDayFirst = third.length === 4 && separator === '.' && dayFirst !== undefined;
	// `31/04/18` means 2031-04-18 only if the user chose Year First. Otherwise, it's an invalid April 31.
	const only = days.size === 1 ? (dayFirst ?? monthFirst) : undefined;
	return withoutUndefined<DateInterpretations>({
		dayFirst,
		monthFirst,
		yearFirst,
		notSpecified: isDayFirst ? dayFirst : only,
	});
}

/** Returns YYYY-MM-DD. Undefined if the calendar doesn't have the day, or the year is outside YEARS. */
function calendarDay(year: string, month: string, day: string): string | undefined {
	const century = Number(year) > LAST_OF_CENTURY ? '19' : '20';
	const fullYear = year.length === 4 ? year : century + year;
	if (fullYear < YEARS.from || fullYear > YEARS.to) return undefined;
	const written = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	// JavaScript turns February 30 into a day in March.
	const real = new Date(Date.UTC(Number(fullYear), Number(month) - 1, Number(day))).toISOString();
	return real.startsWith(written) ? written : undefined;
}
