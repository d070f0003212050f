import type { IDataObject } from 'n8n-workflow';

const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);
const SECOND = 1000;

/**
 * A point in time as ISO 8601 in UTC. The unit of an execution's times is not documented (api-spec.md
 * 2.6): what lies between the years 2000 and 2100 in milliseconds or in seconds is told by its size.
 * Anything else stays what it is.
 */
export function isoDate(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'number') return value;
	const milliseconds = [value, value * SECOND].find(
		(time) => time >= YEAR_2000 && time < YEAR_2100,
	);
	return milliseconds === undefined ? value : new Date(milliseconds).toISOString();
}
