/** Digits in groups: `4711 0815 22`, `(040) 123 45-67`. Not from the cents of `12.50 4711` on. */
const GROUPS = /[+(]?(?<!\d)(?<!\d[.,](?=\d\d? ))\d+(?:(?! {2})[ \-/()]{1,3}\d+)+/g;
/** What separates the groups of a code, as in `040 123-45`. */
const IN_CODE = /(?<=\d)[ \-/()]{1,3}(?=\d)/g;
/** What separates groups in any case: `123-45`. */
const IN_ANY_GROUPS = /(?<=\d)[-/()]{1,3}(?=\d)/g;
/** The periods of `12.345.67`. A single one may be a decimal point. */
const PERIODS = /(?<=\d)\.(?=\d{1,9}\.)|(?<=\.\d{1,9})\.(?=\d)/g;
/** Two letters, two digits, groups of four, and a shorter group at the end, on one or two lines. */
const IBAN =
	/(?<![\p{L}\d])[A-Z]{2}\d\d(?:[ \n][A-Z\d]{4}){2,7}(?:[ \n][A-Z\d]{1,3})?(?![\p{L}\d])/gu;

/** Groups of digits after capitals, such as a tax ID: `DE 123 456 789`. */
const AFTER_CAPITALS =
	/(?<![\p{L}\d])[A-Z]{2,4}[ .-]?\d{2,12}(?:[ .-]\d{2,12}){1,4}(?![\p{L}\d])/gu;

/** The prefix of a phone number. The groups after it can have any length: `+49`, `040`, `(11)`. */
const PREFIX = /^(?:\+|\(?0\d|\(\d{2,5}\))/;
/** Numbers of three digits may be columns of a table rather than groups: `250 120 300`. */
const COLUMNS = /^[1-9]\d\d(?: [1-9]\d\d)+ [1-9]\d\d$/;

/**
 * Joins the groups of the codes in a normalized text: `040 123-45` becomes `04012345`. Adds codes with
 * letters and codes over two lines at the end.
 */
export function joinCodes(text: string): string {
	const joined = text
		.replace(GROUPS, (groups) => groups.replace(isCode(groups) ? IN_CODE : IN_ANY_GROUPS, ''))
		.replace(PERIODS, '');
	const withLetters = [IBAN, AFTER_CAPITALS].flatMap((form) =>
		Array.from(text.matchAll(form), ([code]) => code.replace(/[^A-Z\d]/g, '')),
	);
	return [joined, ...withLetters, ...codesOverLines(text)].join('\n');
}

/**
 * Whether groups of digits are one code, rather than several numbers such as `2 1500000`: a phone number, groups without
 * blanks between them, three or more groups of up to six digits (`4 006381 333931`), or two of up to four.
 */
function isCode(groups: string): boolean {
	if (PREFIX.test(groups) || !groups.includes(' ')) return true;
	if (COLUMNS.test(groups)) return false;
	const lengths = Array.from(groups.matchAll(/\d+/g), ([group]) => group.length);
	// In `2 4711 1500 3`, the single digits may be counts.
	const hasSingleDigitEnds = lengths[0] === 1 && lengths.at(-1) === 1;
	return !hasSingleDigitEnds && Math.max(...lengths) <= (lengths.length > 2 ? 6 : 4);
}

/**
 * Returns the codes whose first groups end a line, and whose last ones begin the next line: `0401234567` for `040 12`
 * and `345 67`.
 */
function codesOverLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim());
	return lines.slice(1).flatMap((line, at) => {
		// A code is shorter than these parts of the lines.
		const end = lines[at].slice(-40);
		const begin = line.slice(0, 99);
		// A plus begins another code.
		if (!/\d$/.test(end) || !/^\(?\d/.test(begin)) return [];
		const matches = Array.from(`${end} ${begin}`.matchAll(GROUPS));
		const overLines = matches.find(({ 0: groups, index }) => index + groups.length > end.length);
		return overLines && isCode(overLines[0]) ? [overLines[0].replace(IN_CODE, '')] : [];
	});
}

/** Returns a value as a code with its letters and digits only. Undefined with less than seven digits. */
export function toCode(value: string): string | undefined {
	const code = value.replace(/[^\p{L}\d]/gu, '');
	return code.replace(/\D/g, '').length >= 7 ? code : undefined;
}
