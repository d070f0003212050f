import { parseJsonWithBigInts } from '../../../helpers/exactJson';

/**
 * Parses text if it's JSON: `27` becomes a number, and `true` becomes a boolean. Other values don't change.
 * The texts `1e999` and `-0` don't change either, because as numbers they would be sent as null and 0.
 */
export function detectValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		const json = parseJsonWithBigInts(value);
		return typeof json === 'number' && !equalsText(json, value.trim()) ? value : json;
	} catch {
		return value;
	}
}

/** Whether a number can replace its text. `1.50` can, although JavaScript writes it as 1.5. `-0` can't. */
function equalsText(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}
