import type { IDataObject } from 'n8n-workflow';

const LAST_TIMESTAMP = 8.64e15;
const DAY = 86_400_000;
const YEAR_1000 = Date.UTC(1000, 0, 1);
const YEAR_10000 = Date.UTC(10_000, 0, 1);
const MOST_DAYS_KEPT = 40_000;

const days = new Map<number, string>();
const text = Buffer.from('YYYY-MM-DDThh:mm:ss.sssZ', 'latin1');

/**
 * Epoch milliseconds as ISO 8601 in UTC, as `Date` writes them, in a third of its time: a search brings
 * dates by the million, and most of them share their days (`npm run bench -- --only search`).
 * Anything that is no such number stays what it is.
 */
export function isoDate(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'number' || !(Math.abs(value) <= LAST_TIMESTAMP)) return value;
	const hasFourDigits = value >= YEAR_1000 && value < YEAR_10000;
	return hasFourDigits && Number.isInteger(value) ? written(value) : new Date(value).toISOString();
}

function written(milliseconds: number): string {
	const day = Math.floor(milliseconds / DAY);
	const time = milliseconds - day * DAY;
	text.write(dateOf(day), 0, 'latin1');
	writeDigits(11, 2, Math.floor(time / 3_600_000));
	writeDigits(14, 2, Math.floor(time / 60_000) % 60);
	writeDigits(17, 2, Math.floor(time / 1000) % 60);
	writeDigits(20, 3, time % 1000);
	return text.toString('latin1');
}

function dateOf(day: number): string {
	const known = days.get(day);
	if (known !== undefined) return known;
	if (days.size >= MOST_DAYS_KEPT) days.clear();
	const date = new Date(day * DAY).toISOString().slice(0, 10);
	days.set(day, date);
	return date;
}

function writeDigits(start: number, count: number, value: number): void {
	let rest = value;
	for (let position = start + count - 1; position >= start; position--) {
		text[position] = 48 + (rest % 10);
		rest = Math.floor(rest / 10);
	}
}
