import { WEEKDAYS } from './calendarNames';
import { findDates } from './dateFinder';
import type { DateInText, DateOrder } from './dateForms';
import { normalize } from './normalize';
import { finish } from './steps';
import { AMBIGUOUS, type Converted, NOT_CONVERTED, WRONG_WEEKDAY } from '../issues';

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
		if (date.hasDayBetween || word === undefined) continue;
		// Whatever the word is: `3 June 12 people` may be June 3, 2012, or 12 people on June 3.
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
const OFFSET = / ?[-+]\d\d(?::?\d\d)?$/;

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
