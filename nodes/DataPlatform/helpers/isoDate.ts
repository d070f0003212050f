import type { IDataObject } from 'n8n-workflow';

const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;

/**
 * A point in time as ISO 8601 in UTC, of a number that is one (`epochMilliseconds`). Anything else stays
 * what it is.
 */
export function isoDate(value: IDataObject[string]): IDataObject[string] {
	const milliseconds = epochMilliseconds(value);
	return milliseconds === undefined ? value : new Date(milliseconds).toISOString();
}

/**
 * A point in time in milliseconds. The unit of an execution's times is not documented (api-spec.md
 * 2.6): what lies between the years 2000 and 2100 in milliseconds or in seconds is told by its size;
 * undefined for anything else.
 */
export function epochMilliseconds(value: unknown): number | undefined {
	if (typeof value !== 'number') return undefined;
	if (isOfOurTime(value)) return value;
	return isOfOurTime(value * SECOND) ? value * SECOND : undefined;
}

function isOfOurTime(milliseconds: number): boolean {
	return milliseconds >= YEAR_2000 && milliseconds < YEAR_2100;
}
