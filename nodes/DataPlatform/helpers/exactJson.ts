import { randomUUID } from 'node:crypto';

const NUMBER_CHARACTERS = '-+.eE0123456789';

/** A whole number that a double may not hold exactly, as JSON writes it. */
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
const FEWEST_DIGITS = 16;

/** Stands before the digits of a BigInt while it is text: nobody who writes JSON knows it. */
const MARK = randomUUID();
const MARKED_INTEGER = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/**
 * Parses JSON whose values become items. Whole numbers beyond ±9007199254740991, which the numbers of
 * JavaScript and so of n8n would change, come out as text.
 * @throws SyntaxError as JSON.parse does
 */
export function parsedForItems(json: string): unknown {
	const value: unknown = JSON.parse(json);
	return holdsLongDigits(json) ? JSON.parse(withLongIntegers(json, inQuotes)) : value;
}

/**
 * Parses JSON that is sent on. Whole numbers beyond ±9007199254740991 come out as BigInt.
 * @throws SyntaxError as JSON.parse does
 */
export function parsedForSending(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!holdsLongDigits(json)) return value;
	return JSON.parse(
		withLongIntegers(json, (digits) => inQuotes(`${MARK}${digits}`)),
		(_, member: unknown) => (isMarked(member) ? BigInt(member.slice(MARK.length)) : member),
	);
}

/** What JSON.stringify takes a member from. */
type Holder = Record<string, unknown>;

/** Writes JSON, each BigInt as a number. */
export function writtenJson(value: unknown): string {
	const json = JSON.stringify(value, function (this: Holder, name, member: unknown) {
		// Not `member`: n8n-workflow gives BigInt a toJSON that makes text of it.
		const original = this[name];
		return typeof original === 'bigint' ? `${MARK}${original}` : member;
	});
	return json.includes(MARK) ? json.replace(MARKED_INTEGER, '$1') : json;
}

function isMarked(value: unknown): value is string {
	return typeof value === 'string' && value.startsWith(MARK);
}

function inQuotes(digits: string): string {
	return `"${digits}"`;
}

function holdsLongDigits(json: string): boolean {
	return longDigits(json).next().done !== true;
}

/**
 * Where 16 digits or more stand in a row, in texts too. It looks at every sixteenth character only: a
 * search brings pages of megabytes, and few of them have such digits.
 */
function* longDigits(json: string): Generator<{ begin: number; end: number }> {
	for (let at = FEWEST_DIGITS - 1; at < json.length; at += FEWEST_DIGITS) {
		if (!isDigit(json.charCodeAt(at))) continue;
		let begin = at;
		while (isDigit(json.charCodeAt(begin - 1))) begin--;
		while (isDigit(json.charCodeAt(at + 1))) at++;
		if (at - begin >= FEWEST_DIGITS - 1) yield { begin, end: at + 1 };
	}
}

function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}

/** Valid JSON with each long whole number written in another way; what stands in a text stays. */
function withLongIntegers(json: string, written: (digits: string) => string): string {
	let result = '';
	let copied = 0;
	let openingQuote = json.indexOf('"');
	let closingQuote = -1;
	for (const digits of longDigits(json)) {
		while (openingQuote !== -1 && openingQuote < digits.begin) {
			closingQuote = closingQuoteOf(json, openingQuote);
			openingQuote = json.indexOf('"', closingQuote + 1);
		}
		if (closingQuote > digits.begin) continue;
		const [begin, end] = numberAround(json, digits);
		const number = json.slice(begin, end);
		if (!LONG_INTEGER.test(number) || Number.isSafeInteger(Number(number))) continue;
		result += json.slice(copied, begin) + written(number);
		copied = end;
	}
	return result + json.slice(copied);
}

function closingQuoteOf(json: string, openingQuote: number): number {
	let quote = openingQuote;
	do quote = json.indexOf('"', quote + 1);
	while (isEscaped(json, quote));
	return quote;
}

function isEscaped(json: string, at: number): boolean {
	let begin = at;
	while (json[begin - 1] === '\\') begin--;
	return (at - begin) % 2 === 1;
}

function numberAround(json: string, digits: { begin: number; end: number }): [number, number] {
	let { begin, end } = digits;
	while (begin > 0 && NUMBER_CHARACTERS.includes(json[begin - 1])) begin--;
	while (end < json.length && NUMBER_CHARACTERS.includes(json[end])) end++;
	return [begin, end];
}
