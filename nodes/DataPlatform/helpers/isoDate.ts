const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;

/** Formats a number that is a point in time as ISO 8601 in UTC. Anything else is returned as it is. */
export function formatIsoDate<Value>(value: Value): Value | string {
	const milliseconds = toEpochMilliseconds(value);
	return milliseconds === undefined ? value : new Date(milliseconds).toISOString();
}

/**
 * Converts a number that is a point in time to milliseconds; undefined for anything else. The unit of an
 * execution's times isn't documented (api-spec.md 2.6), so it's inferred: seconds or milliseconds, if they
 * give a date between 2000 and 2100.
 */
export function toEpochMilliseconds(value: unknown): number | undefined {
	if (typeof value !== 'number') return undefined;
	if (isInRange(value)) return value;
	return isInRange(value * SECOND) ? value * SECOND : undefined;
}

function isInRange(milliseconds: number): boolean {
	return milliseconds >= YEAR_2000 && milliseconds < YEAR_2100;
}
