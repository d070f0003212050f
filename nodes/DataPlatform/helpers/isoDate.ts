const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

// For example, 2026-05-31T, 14:30:, 07. and 250Z.
const formatDay = createPartFormat(DAY, 0, 11);
const formatMinute = createPartFormat(MINUTE, 11, 17);
const formatSecond = createPartFormat(SECOND, 17, 20);
const formatMillisecond = createPartFormat(1, 20, 24);

/**
 * Formats epoch seconds or milliseconds from 2000 to 2099 as ISO 8601 in UTC. Keeps any other value. The API
 * doesn't document the unit for connector executions (api-spec.md 2.6), but only one gives such a date.
 */
export function formatIsoDate<Value>(value: Value): Value | string {
	if (typeof value !== 'number') return value;
	const time = Math.floor(value < YEAR_2000 ? value * SECOND : value);
	if (!(time >= YEAR_2000 && time < YEAR_2100)) return value;
	const day = formatDay(Math.floor(time / DAY));
	const minute = formatMinute(Math.floor((time % DAY) / MINUTE));
	const second = formatSecond(Math.floor((time % MINUTE) / SECOND));
	return day + minute + second + formatMillisecond(time % SECOND);
}

/**
 * Returns a function that formats a number of units since 1970 as the characters `begin` to `end` of an ISO date. It
 * remembers each text, because toISOString is slow for a search that returns a million functions.
 */
function createPartFormat(unit: number, begin: number, end: number): (count: number) => string {
	const texts: string[] = [];
	return (count) => (texts[count] ??= new Date(count * unit).toISOString().slice(begin, end));
}
