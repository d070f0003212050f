const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * Parts of ISO 8601 dates: `2026-05-31T`, `14:30:`, `07.` and `250Z`. Each is formatted only once. If every
 * date called toISOString, a search would take 1.4 times the CPU time.
 */
const days = new Map<number, string>();
const MINUTES = createParts(24 * 60, MINUTE, 11, 17);
const SECONDS = createParts(60, SECOND, 17, 20);
const MILLISECONDS = createParts(SECOND, 1, 20, 24);

function createParts(count: number, unit: number, begin: number, end: number): string[] {
	const dates = Array.from({ length: count }, (_, index) => new Date(index * unit));
	return dates.map((date) => date.toISOString().slice(begin, end));
}

/**
 * Formats epoch seconds or milliseconds from 2000 to 2099 as ISO 8601 in UTC. Keeps any other value. The API
 * doesn't document the unit for connector executions (api-spec.md 2.6), but only one gives such a date.
 */
export function formatIsoDate<Value>(value: Value): Value | string {
	if (typeof value !== 'number') return value;
	const time = Math.floor(value < YEAR_2000 ? value * SECOND : value);
	if (!(time >= YEAR_2000 && time < YEAR_2100)) return value;
	const dayNumber = Math.floor(time / DAY);
	const day = days.get(dayNumber) ?? new Date(time).toISOString().slice(0, 11);
	days.set(dayNumber, day);
	const minute = MINUTES[Math.floor((time % DAY) / MINUTE)];
	const second = SECONDS[Math.floor((time % MINUTE) / SECOND)];
	return `${day}${minute}${second}${MILLISECONDS[time % SECOND]}`;
}
