const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;

/** Formats epoch seconds or milliseconds as ISO 8601 in UTC. Returns any other value unchanged. */
export function formatIsoDate<Value>(value: Value): Value | string {
	const milliseconds = inferEpochMilliseconds(value);
	return milliseconds === undefined ? value : new Date(milliseconds).toISOString();
}

/**
 * Converts epoch seconds or milliseconds to milliseconds. Returns undefined for any other value. The API
 * doesn't document the unit of an execution's times (api-spec.md 2.6). So the right unit is the one that
 * gives a date from 2000 to 2099.
 */
export function inferEpochMilliseconds(value: unknown): number | undefined {
	if (typeof value !== 'number') return undefined;
	if (isInRange(value)) return value;
	return isInRange(value * SECOND) ? value * SECOND : undefined;
}

function isInRange(milliseconds: number): boolean {
	return milliseconds >= YEAR_2000 && milliseconds < YEAR_2100;
}
