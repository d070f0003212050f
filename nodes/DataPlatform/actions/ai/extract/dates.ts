import type { Place } from './plainText';
import { plainText } from './plainText';

/** What stands first where a date is written in three numbers. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'yearFirst';

/** What a written date stands for in each order; `certain` is what it means where nobody says the order. */
export type DateReadings = Partial<Record<DateOrder | 'certain', string>>;

/** A date as it stands in a text. */
export interface WrittenDate {
	readings: DateReadings;
	place: Place;
}

/** The last two-digit year of this century; from 50 on they are of the last one, as in RFC 5322, 4.3. */
const LAST_OF_CENTURY = 49;

/**
 * English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Scandinavian, Malay, Indonesian; in
 * lower case and without accents.
 */
const MONTHS = [
	'jan january januar janvier janv enero ene gennaio gen januari janeiro stycznia',
	'feb february februar fevrier fevr fev febrero febbraio februari fevereiro lutego',
	'mar march marz maerz mrz mars marzo maart mrt marco marca mac maret',
	'apr april avril avr abril abr aprile kwietnia',
	'may mai mayo maggio mag mei maio maj maja',
	'jun june juni juin junio giugno giu junho czerwca',
	'jul july juli juillet juil julio luglio lug julho lipca julai',
	'aug august aout agosto ago augustus augusti sierpnia ogos agustus',
	'sep september sept septembre septiembre settembre set setembro wrzesnia',
	'oct october oktober okt octobre octubre ottobre ott outubro out pazdziernika',
	'nov november novembre noviembre novembro listopada',
	'dec december dezember dez decembre diciembre dic dicembre dezembro grudnia disember dis desember des',
].map((names) => names.split(' '));

const MONTH_OF = new Map(
	MONTHS.flatMap((names, index) => names.map((name) => [name, String(index + 1)] as const)),
);
const MONTH = `(?<month>${[...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`;
const DAY = String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|o)?`;
/** A time may follow without a blank where a scanner lost it. */
const LONG_YEAR = String.raw`\d{4}(?!\d(?!\d?:\d\d))`;
/** `1 SET 12.90` on a receipt is a price. */
const ENDS = String.raw`(?!\d|[.,]\d(?!\d?:\d\d))`;
const YEAR = String.raw`(?<year>${LONG_YEAR}|\d{2}${ENDS})`;
const YEAR_OR_DAY = String.raw`${LONG_YEAR}|\d{1,2}${ENDS}`;
const BETWEEN = String.raw`(?:[-/., ']{0,2}|\.? (?:of|del?|di) )`;
const BEFORE_YEAR = String.raw`(?:[-/, ']{1,2}|\. ?(?=\d{4}))`;

/** The notations of dates; only in three numbers the order is open. */
const NOTATIONS = [
	String.raw`(?<!\d)(?<first>\d{1,4}) ?(?<separator>[-/. ]) ?(?<second>\d{1,2}) ?\k<separator> ?(?<third>${YEAR_OR_DAY})`,
	String.raw`(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)`,
	String.raw`(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]?`,
	DAY + BETWEEN + MONTH + BETWEEN + YEAR,
	String.raw`(?<!\p{L})${MONTH}[-/. ]{0,2}${DAY}${BEFORE_YEAR}${YEAR}`,
	String.raw`(?<!\d)(?<year>\d{4})${BETWEEN}${MONTH}${BETWEEN}${DAY}(?!\d)`,
].map((source) => new RegExp(source, 'gu'));

/** No date is longer, with its day of the week and a time. */
const LONGEST = 60;

/** `mar` is a month. */
const WEEKDAY = `(?:${[
	'monday mon tuesday tues tue wednesday wed thursday thurs thur thu friday fri saturday sat sunday sun',
	'montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so',
	'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo',
	'lunedi martedi mercoledi giovedi venerdi domenica lun mer mie jeu jue gio ven vie sam sab dim dom',
	'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag segunda terca quarta quinta sexta',
	'日 月 火 水 木 金 土',
]
	.join(' ')
	.replaceAll(' ', '|')})(?:-feira)?(?!\\p{L})\\.?`;
const LABEL = String.raw`(?:[\p{L} ]{1,20}: ?)?`;
const BEFORE = new RegExp(String.raw`^${LABEL}[\[( ]{0,2}(?:${WEEKDAY}[, ]{0,2})?`, 'u');
const BEHIND = new RegExp(String.raw`(?:[ ,(]{1,2}${WEEKDAY})?[\]). ]{0,2}$`, 'u');
const TIME_BEHIND =
	/(?:t|[ ,-]{1,3})(?:[01]?\d|2[0-3])[:h.][0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,9})?(?: ?[ap]\.?m\.?| ?uhr| ?hrs?)?(?: ?[-+]\d\d:?\d\d|z)?$/;

/** The dates that a plain text holds, whatever they stand for. */
export function writtenDates(plain: string): WrittenDate[] {
	return NOTATIONS.flatMap((notation) =>
		[...plain.matchAll(notation)].map(({ 0: whole, index, groups = {} }) => ({
			readings: readingsIn(groups),
			place: { from: index, to: index + whole.length },
		})),
	).filter(({ readings }) => Object.values(readings).some(Boolean));
}

/** What a notation has found, by the names of its groups. */
type Parts = Record<string, string>;

function readingsIn({ year, month, day, ...numbers }: Parts): DateReadings {
	if (year === undefined) return inNumbers(numbers);
	return always(calendarDate(year, MONTH_OF.get(month) ?? month, day));
}

/**
 * What a text can stand for that is a date and nothing else.
 * @param order what stands first where that is not certain
 * @returns dates as YYYY-MM-DD; none when it is no date, or one in another order only
 */
export function datesOf(text: string, order?: DateOrder): string[] {
	const readings = readingsOf(text) ?? {};
	const date = readings[order ?? 'certain'];
	if (date !== undefined) return [date];
	const possible = possibleDates(readings);
	return possible.size > 1 ? [...possible] : [];
}

/** What a text can stand for that is a date and nothing else but a label, brackets, a day of the week and a time. */
export function readingsOf(text: string): DateReadings | undefined {
	if (text.length > LONGEST) return undefined;
	const plain = plainText(text).trim();
	return readingsOfDay(plain) ?? readingsOfDay(plain.replace(TIME_BEHIND, ''));
}

function readingsOfDay(plain: string): DateReadings | undefined {
	const date = plain.replace(BEFORE, '').replace(BEHIND, '');
	const isWhole = ({ place }: WrittenDate) => place.from === 0 && place.to === date.length;
	return writtenDates(date).find(isWhole)?.readings;
}

/** Whether two written dates mean the same in an order; without one, in any of them. */
export function isSameDate(one: DateReadings, other: DateReadings, order?: DateOrder): boolean {
	const [a, b] = order ? [one, other] : [withoutLoneYear(one), withoutLoneYear(other)];
	return (order ? [order] : ORDERS).some((key) => a[key] !== undefined && a[key] === b[key]);
}

const ORDERS = ['dayFirst', 'monthFirst', 'yearFirst', 'certain'] as const;

/** `31/04/18` is a mistaken day, and not 2031-04-18, unless somebody says that the year stands first. */
function withoutLoneYear(readings: DateReadings): DateReadings {
	return readings.dayFirst || readings.monthFirst ? readings : {};
}

function possibleDates({ dayFirst, monthFirst, yearFirst }: DateReadings): Set<string> {
	return new Set([dayFirst, monthFirst, yearFirst].filter((date) => date !== undefined));
}

function always(date: string | undefined): DateReadings {
	return { dayFirst: date, monthFirst: date, yearFirst: date, certain: date };
}

function inNumbers({ first, separator, second, third }: Parts): DateReadings {
	if (first.length === 4) return third.length < 3 ? always(calendarDate(first, second, third)) : {};
	if (first.length === 3) return {};
	const dayFirst = third.length === 1 ? undefined : calendarDate(third, second, first);
	const monthFirst = third.length === 1 ? undefined : calendarDate(third, first, second);
	if (third.length === 4) {
		if (!dayFirst || !monthFirst || separator === '.') {
			return { ...always(dayFirst ?? monthFirst), ...(monthFirst && { monthFirst }) };
		}
		return { dayFirst, monthFirst, certain: dayFirst === monthFirst ? dayFirst : undefined };
	}
	const yearFirst = first.length === 1 ? undefined : calendarDate(first, second, third);
	const isOne = possibleDates({ dayFirst, monthFirst, yearFirst }).size === 1;
	return { dayFirst, monthFirst, yearFirst, certain: isOne ? (dayFirst ?? monthFirst) : undefined };
}

/** Years of our time in the Buddhist calendar, in which Thailand writes: 2561 is 2018. */
const OTHER_ERA = /^2[56]/;

/** @returns undefined for a day that no calendar has, or one of another calendar */
export function calendarDate(year: string, month: string, day: string): string | undefined {
	const century = Number(year) > LAST_OF_CENTURY ? '19' : '20';
	const fullYear = year.length === 4 ? year : century + year.padStart(2, '0');
	const iso = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const date = new Date(`${iso}T00:00:00Z`);
	const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
	return isReal && !OTHER_ERA.test(fullYear) ? iso : undefined;
}
