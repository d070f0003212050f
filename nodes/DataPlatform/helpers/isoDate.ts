const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;

/**
 * Formats epoch seconds or milliseconds from 2000 to 2099 as ISO 8601 in UTC. Keeps any other value. The API
 * doesn't document the unit for connector executions (api-spec.md 2.6), but only one gives such a date.
 */
export function formatIsoDate<Value>(value: Value): Value | string {
	if (typeof value !== 'number') return value;
	const time = Math.floor(value < YEAR_2000 ? value * SECOND : value);
	const isDate = time >= YEAR_2000 && time < YEAR_2100;
	return isDate ? new Date(time).toISOString() : value;
}
