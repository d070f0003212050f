import { foldCase } from './normalize';
import { matchAt } from './scanner';

/** A number such as `3.10`, the letters of a word, a sign, or a letter of a script without spaces. */
export interface Word {
	word: string;
	from: number;
	to: number;
}

/** The periods of `S.A.`. */
const INITIALS = /(?<!\p{L})\p{L}(?:\.\p{L}(?!\p{L}))+/gu;

/** Signs that only separate, as a comma: `A | B`, `Acme™`, `<Acme>`, `->`. `TSH < 16`, `p>0.05` and `a > b` compare. */
const SEPARATORS = /[=|~™®©]|<(?=\p{L})|(?<!\s)>(?![^]{0,2}\d)/gu;

/**
 * Prepares a normalized text for `wordsOf`: makes one word of `O'Rourke` and of `S.A.`, and one number of `1,5`
 * and `1.5`.
 */
export function joinWords(text: string): string {
	const joined = text
		.replace(INITIALS, (initials) => initials.replaceAll('.', ''))
		.replace(/(?<=\p{L})'(?=\p{L})/gu, '')
		.replace(/(?<=\d)[,'](?=\d)/g, '.')
		.replace(SEPARATORS, ',');
	return foldCase(joined);
}

/** Numbers, letters, signs, and the minus of a number, which isn't the hyphen of `PO-4711` and `5-7`. */
const WORD =
	/\d+(?:\.\d+)*|[\p{L}\p{M}\p{Nl}]{1,999}|[%‰#@\p{Sm}\p{Sc}\p{So}\p{No}]|(?<![\p{L}\d)%.])-(?=\d)/gu;

/** Thai, Lao, Burmese, Khmer, and East Asian scripts are compared by letters. */
const WITHOUT_SPACES =
	/([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff\uf900-\uffff\u{20000}-\u{3ffff}])/u;

/** Splits a result of `joinWords` into words. */
export function* wordsOf(text: string): Generator<Word> {
	for (const { 0: written, index } of text.matchAll(WORD)) {
		let from = index;
		const parts = WITHOUT_SPACES.test(written) ? written.split(WITHOUT_SPACES) : [written];
		for (const word of parts) {
			const to = from + word.length;
			if (word !== '') yield { word, from, to };
			from = to;
		}
	}
}

type Kind = 'number' | 'letters' | 'sign';

function kindOfWord({ word }: Word): Kind {
	if (/^\d/.test(word)) return 'number';
	return /^[\p{L}\p{M}\p{Nl}]/u.test(word) && !WITHOUT_SPACES.test(word) ? 'letters' : 'sign';
}

/** Whether two words in a row belong together, so that one isn't a value without the other. */
export function isJoined(text: string, last: Word, next: Word): boolean {
	const gap = text.slice(last.to, next.from);
	// Blanks and any other punctuation separate.
	if (!/^(?:|-|-\s{1,20})$/.test(gap)) return false;
	const before = kindOfWord(last);
	const after = kindOfWord(next);
	// `C` isn't in `C++`, and `2` isn't in `2½`. But footnotes such as ² don't change a value.
	if (after === 'sign') {
		// `A$5` doesn't have `$`.
		const isOtherCurrency = before === 'letters' && /^\p{Sc}/u.test(next.word);
		return gap === '' && (isOtherCurrency || /^[+#¼½¾⅐-⅞]/.test(next.word));
	}
	// `-2 lamps` at the start of a line may be in a list.
	if (last.word === '-') return !isBullet(text, last.from);
	// `€5` has 5.
	if (before === 'sign') return false;
	// `A4` doesn't have `A`.
	if (gap === '') return true;
	// `PO-4711` has 4711.
	if (before !== after) return false;
	// `12-07` and `Lamp-A` are joined. At the end of a line, only letters are: `Be-\nstellung`.
	return gap === '-' || (before === 'letters' && gap.includes('\n'));
}

/** Whether the hyphen of `-2 lamps` may be a bullet: at the start of a line, before a whole number and a word. */
export function isBullet(text: string, at: number): boolean {
	return matchAt(/(?<=(?:^|\n)[^\S\n]{0,20})-\d{1,6} ?\p{L}/uy, text, at) !== null;
}
