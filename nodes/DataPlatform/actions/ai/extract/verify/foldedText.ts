import type { Place } from '../plainText';
import { foldedCharacter, plainText } from '../plainText';

/**
 * A text as it is searched: letters and digits alone, in lower case, without accents. Between two digits
 * that something separates stands a blank, so that `1.2` is not `12`.
 */
export interface FoldedText {
	/** The text in lower case and without accents, each character in its old place. */
	plain: string;
	folded: string;
	/** Where each folded character stands in the text. */
	places: number[];
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const DIGIT = /\d/;

/** Scripts that write no blanks between words. */
const WITHOUT_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/;

/** From this length on a word may be a part of another: a scanner loses blanks. */
const LONG = 12;

/** A text, made ready to be searched. */
export function foldText(text: string): FoldedText {
	const plain = plainText(text);
	const places: number[] = [];
	const words: string[] = [];
	let endsInDigit = false;
	for (const { 0: word, index } of plain.matchAll(WORDS)) {
		if (endsInDigit && isDigit(word[0])) {
			words.push(' ');
			places.push(index - 1);
		}
		endsInDigit = isDigit(word.at(-1));
		let folded = '';
		for (let at = 0; at < word.length; at++) {
			const character = word[at] < '\u0080' ? word[at] : foldedCharacter(word[at]);
			folded += character;
			for (let part = 0; part < character.length; part++) places.push(index + at);
		}
		words.push(folded);
	}
	return { plain, folded: words.join(''), places };
}

/** The same without the blanks and dashes in which people group the digits of a code: `DE89 3704`, `555-1234`. */
export function withoutGroups({ plain, folded, places }: FoldedText): FoldedText {
	const isKept = (at: number) => folded[at] !== ' ' || !/[ -]/.test(plain[places[at]]);
	const kept = [...places.keys()].filter(isKept);
	return {
		plain,
		folded: kept.map((at) => folded[at]).join(''),
		places: kept.map((at) => places[at]),
	};
}

/** Where a folded value stands in a text, as it is but for punctuation, blanks, case and accents. */
export function placeOf({ folded: value }: FoldedText, text: FoldedText): Place | undefined {
	const isLong = value.length >= LONG;
	const { folded } = text;
	for (let at = folded.indexOf(value); at >= 0; at = folded.indexOf(value, at + 1)) {
		const to = at + value.length;
		if (isBoundary(text, at, isLong) && isBoundary(text, to, isLong)) return placeIn(text, at, to);
	}
	return undefined;
}

/** Where in the text folded characters stand. */
export function placeIn({ places }: FoldedText, from: number, to: number): Place {
	return { from: places[from], to: places[to - 1] + 1 };
}

/** Whether a word or number can begin or end before a folded character. */
export function isBoundary({ plain, folded, places }: FoldedText, at: number, isLong = false) {
	if (at === 0 || at === folded.length) return true;
	const [before, after] = [folded[at - 1], folded[at]];
	const isApart = places[at] - places[at - 1] > 1;
	if (after === ' ' || before === ' ')
		return !/[.,]/.test(plain[places[before === ' ' ? at - 1 : at]]);
	if (isDigit(before) !== isDigit(after)) return true;
	return isApart || (isLong && !isDigit(after)) || WITHOUT_BLANKS.test(after);
}

export function isDigit(character: string | undefined): boolean {
	return character !== undefined && DIGIT.test(character);
}
