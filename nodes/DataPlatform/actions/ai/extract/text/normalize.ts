/** Letters and signs that Unicode doesn't decompose. */
// prettier-ignore
const LETTERS: Record<string, string> = {
	ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ı: 'i', ð: 'd', ħ: 'h', ŧ: 't', '٫': '.',
};

/** What Unicode calls ignorable by default, such as soft hyphens and variation selectors, and the Arabic tatweel. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;
/** A line break in a word, where it has a soft hyphen. */
const BROKEN_WORD = /(?<=[\p{L}\p{M}])\u00ad[^\S\n]{0,9}\n\s{0,9}(?=\p{L})/gu;
/** A soft hyphen on a line of its own. Before a capital, another word may begin. */
const BROKEN_WITH_HYPHEN_LINE = /(?<=[\p{L}\p{M}])\n\u00ad\n(?=\p{Ll})/gu;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** The marks of scripts in which they are optional, or only an accent. Those of others make other letters: `が`. */
const MARKS =
	/(?=\p{Mn})[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}]/gu;

/** Not superscripts and fractions, because `99²` isn't 992. */
const TO_DECOMPOSE = /[^\p{ASCII}\p{No}™℠]{1,1000}/gu;

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/**
 * Normalizes text for comparisons: `É – １２` becomes `E - 12`. All line breaks become `\n`. Removes accents,
 * invisible characters, and Markdown's backslashes. Converts the digits of all scripts. Keeps
 * upper and lower case, apart from the `LETTERS` and đ: `ÆON` becomes `aeON`.
 */
export function normalize(text: string): string {
	return (
		text
			.replace(LINE_BREAK, '\n')
			.replace(BROKEN_WORD, '')
			.replace(BROKEN_WITH_HYPHEN_LINE, '')
			.replace(IGNORABLE, '')
			.replace(/[´`‘’ʼ′٬]/g, "'")
			.replace(/[\p{Pd}\u2212]/gu, '-')
			.replace(/[\u2044\u2215]/g, '/')
			.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
			.replace(/[ßæœøłıðħŧ٫]/giu, (character) => LETTERS[character.toLowerCase()])
			// Alone, it's the sign of the dong.
			.replace(/(?<=\p{L})đ|đ(?=\p{L})/giu, 'd')
			.replace(TO_DECOMPOSE, (part) => part.normalize('NFKD').replace(MARKS, '').normalize('NFC'))
			.replace(OTHER_DIGIT, toDigit)
	);
}

/** Returns text in lower case. The Greek sigma has two, so that `ΟΔΟΣ` and `Οδός` would differ. */
export const foldCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** Unicode lists the digits 0 to 9 of each script in a row. Rows of two scripts may be next to each other. */
function toDigit(character: string): string {
	const code = character.codePointAt(0)!;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}
