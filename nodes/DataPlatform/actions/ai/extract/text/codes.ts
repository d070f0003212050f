/** Groups of digits, apart from the last quantifier. Several blanks separate columns. */
const GROUP_BY_GROUP = String.raw`[+(]?(?<!\d)\d+(?:(?! {2})[ \-/()]{1,3}\d+)`;
/** Groups of digits in a row: `4711 0815 22`, `(040) 123 45-67`. */
const GROUPS = new RegExp(`${GROUP_BY_GROUP}+`, 'g');
const FIRST_GROUPS = new RegExp(`^${GROUP_BY_GROUP}*`);
const LAST_GROUPS = new RegExp(`${GROUP_BY_GROUP}*$`);
/** What separates the groups of a code such as an account number. */
const BETWEEN_GROUPS = /(?<=\d)[ \-/()]{1,3}(?=\d)/g;
/** The same without blanks. */
const INSIDE_WORD = /(?<=\d)[-/()]{1,3}(?=\d)/g;
/** The same for periods. A single one may be a decimal point. */
const PERIODS = /(?<=\d)\.(?=\d{1,9}\.)|(?<=\.\d{1,9})\.(?=\d)/g;
/** Two letters, two digits, groups of four, and a shorter group at the end, on one or two lines. */
const IBAN =
	/(?<![\p{L}\d])[A-Z]{2}\d\d(?:[ \n][A-Z\d]{4}){2,7}(?:[ \n][A-Z\d]{1,3})?(?![\p{L}\d])/gu;

/** The prefix of a phone number. The groups after it can have any length: `+49`, `040`, `(11)`. */
const PREFIX = /^(?:\+|\(?0\d|\(\d{2,5}\))/;
/** Numbers of three digits may be columns of a table rather than groups: `250 120 300`. */
const COLUMNS = /^[1-9]\d\d(?: [1-9]\d\d)+ [1-9]\d\d$/;

/** Joins the groups of the codes in a normalized text: `040 123-45` becomes `04012345`. */
export function joinCodes(text: string): string {
	const joined = text
		.replace(GROUPS, (groups) => groups.replace(isCode(groups) ? BETWEEN_GROUPS : INSIDE_WORD, ''))
		.replace(PERIODS, '');
	const ibans = Array.from(text.matchAll(IBAN), ([iban]) => iban.replace(/\s/g, ''));
	return [joined, ...ibans, ...codesOverLines(text)].join('\n');
}

/**
 * Whether groups of digits are one code, rather than several numbers such as `2 1500000`: three or more groups of up
 * to six digits (`4 006381 333931`), or two of up to four. But `2 4711 1500 3` may be columns.
 */
function isCode(groups: string): boolean {
	if (PREFIX.test(groups) || !groups.includes(' ')) return true;
	if (COLUMNS.test(groups)) return false;
	const lengths = Array.from(groups.matchAll(/\d+/g), ([group]) => group.length);
	const hasCountAndPrice = lengths[0] === 1 && lengths.at(-1) === 1;
	return !hasCountAndPrice && Math.max(...lengths) <= (lengths.length > 2 ? 6 : 4);
}

/** Returns the codes that begin with the last digits of a line, and go on at the start of the next one. */
function codesOverLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim());
	return lines.slice(1).flatMap((line, at) => {
		// A code is shorter.
		const [start] = LAST_GROUPS.exec(lines[at].slice(-40)) ?? [];
		const [end] = FIRST_GROUPS.exec(line) ?? [];
		const groups = `${start} ${end}`;
		return start && end && isCode(groups) ? [groups.replace(BETWEEN_GROUPS, '')] : [];
	});
}

/** Returns a value as a code with its letters and digits only. Undefined with less than seven digits. */
export function toCode(value: string): string | undefined {
	const code = value.replace(/[^\p{L}\d]/gu, '');
	return code.replace(/\D/g, '').length >= 7 ? code : undefined;
}
