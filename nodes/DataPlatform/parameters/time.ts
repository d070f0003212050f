import { tryToParseDateTime } from 'n8n-workflow';
import { inferEpochMilliseconds } from '../helpers/isoDate';
import { quote } from '../helpers/values';
import { InvalidParameterError, parseText } from './validators';

/** Text must start with a date, because n8n's tryToParseDateTime would read `Invoice 7` as July 2001. */
const STARTS_WITH_A_DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Returns epoch milliseconds. Accepts a number of epoch seconds or milliseconds, or text such as
 * `2026-05-31` or `2026-05-31 14:30`. Throws InvalidParameterError for anything else.
 * @param timezone the time zone of text that has none
 */
export function parseTime(parameter: string, value: unknown, timezone: string): number {
	const time =
		inferEpochMilliseconds(value) ?? parseTimeText(parseText(parameter, value).trim(), timezone);
	if (time !== undefined) return time;
	throw new InvalidParameterError(
		parameter,
		`must be a date or a date-time, but is ${quote(value)}`,
		'Choose a date, or use an expression such as {{ $now.minus({ days: 1 }) }}.',
	);
}

function parseTimeText(text: string, timezone: string): number | undefined {
	if (!STARTS_WITH_A_DATE.test(text)) return undefined;
	try {
		return tryToParseDateTime(text, timezone).toMillis();
	} catch {
		return undefined;
	}
}
