/** Numbers of three digits may be columns of a table rather than groups. */
const COLUMNS = /(?<!\d ?)\d{3}(?: [1-9]\d\d){2,9}(?! ?\d)/g;
/** What separates the groups of a code such as an account number. Several blanks separate columns. */
const BETWEEN_GROUPS = /(?<=\d)(?! {2})[ \-/()]{1,3}(?=\d)/g;
/** The same for periods. A single one may be a decimal point. */
const PERIODS = /(?<=\d)\.(?=\d{1,9}\.)|(?<=\.\d{1,9})\.(?=\d)/g;
/** Two letters, two digits, groups of four, and a shorter group at the end, on one or two lines. */
const IBAN =
	/(?<![\p{L}\d])[A-Z]{2}\d\d(?:[ \n][A-Z\d]{4}){2,7}(?:[ \n][A-Z\d]{1,3})?(?![\p{L}\d])/gu;

/** Joins the groups of the codes in a normalized text: `040 123-45` becomes `04012345`. */
export function joinCodes(text: string): string {
	const joined = text
		.replace(COLUMNS, (columns) => columns.replaceAll(' ', '\t'))
		.replace(BETWEEN_GROUPS, '')
		.replace(PERIODS, '');
	const ibans = Array.from(text.matchAll(IBAN), ([iban]) => iban.replace(/\s/g, ''));
	return [joined, ...ibans, ...codesOverLines(joined)].join('\n');
}

/** Returns the codes that begin with the last digits of a line, and go on at the start of the next one. */
function codesOverLines(joined: string): string[] {
	const lines = joined.split('\n').map((line) => line.trim());
	return lines.slice(1).flatMap((line, at) => {
		const start = lines[at].slice(lines[at].lastIndexOf(' ') + 1);
		const [end] = line.split(' ', 1);
		return /\d$/.test(start) && /^\d/.test(end) ? [start + end] : [];
	});
}

/** Returns a value as a code with its letters and digits only. Undefined with less than seven digits. */
export function toCode(value: string): string | undefined {
	const code = value.replace(/[^\p{L}\d]/gu, '');
	return code.replace(/\D/g, '').length >= 7 ? code : undefined;
}
