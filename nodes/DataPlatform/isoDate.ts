import type { IDataObject } from 'n8n-workflow';

const LAST_TIMESTAMP = 8.64e15;
const DAY = 86_400_000;
const YEAR_1000 = Date.UTC(1000, 0, 1);
const YEAR_10000 = Date.UTC(10_000, 0, 1);
const MOST_DAYS_KEPT = 40_000;
const [ZERO, DASH, TIME, COLON, POINT, ZONE] = codesOf('0-T:.Z');

const days = new Map<number, number[]>();

/**
 * Epoch milliseconds as ISO 8601 in UTC, as `Date` writes them, in less of its time: a search brings
 * dates by the million, and most of them share their days (`npm run bench -- --only search --profile .`).
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
	const [y1, y2, y3, y4, , m1, m2, , d1, d2] = codesOfDay(day);
	const digit = (unit: number, base: number) => ZERO + (Math.floor(time / unit) % base);
	// All characters in one call: a text that is put together from parts takes more memory.
	// prettier-ignore
	return String.fromCharCode(
		y1, y2, y3, y4, DASH, m1, m2, DASH, d1, d2,
		TIME, digit(36_000_000, 10), digit(3_600_000, 10),
		COLON, digit(600_000, 6), digit(60_000, 10),
		COLON, digit(10_000, 6), digit(1000, 10),
		POINT, digit(100, 10), digit(10, 10), digit(1, 10), ZONE,
	);
}

function codesOfDay(day: number): number[] {
	const known = days.get(day);
	if (known !== undefined) return known;
	if (days.size >= MOST_DAYS_KEPT) days.clear();
	const codes = codesOf(new Date(day * DAY).toISOString().slice(0, 10));
	days.set(day, codes);
	return codes;
}

function codesOf(text: string): number[] {
	return Array.from(text, (character) => character.charCodeAt(0));
}
