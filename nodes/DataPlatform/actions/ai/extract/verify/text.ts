import { groupBy } from '../../../../helpers/values';
import type { TextRange } from '../../../../helpers/visibleText';

/**
 * A text to search, or a value to find. `compact` has only letters, digits and a few signs. A point or a
 * space separates digits that aren't next to each other in the text, so that `1.2`, `1 2` and `12` differ.
 */
export interface SearchableText {
	/** The normalized text. */
	plain: string;
	compact: string;
	/** The position in `plain` of each character of `compact`. */
	positions: number[];
	/** For each position of `compact`: whether a word or number begins or ends there. */
	boundaries: boolean[];
}

/**
 * Characters that each count as a word: signs, superscripts, fractions, scripts without spaces between
 * words, and Korean, where particles follow a word without a space.
 */
export const OWN_WORD = /[%‰°+#@\p{No}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/u;
const OWN = OWN_WORD.source;

/** Numbers, words, and single characters that count as words. */
const WORDS = new RegExp(String.raw`\d+|${OWN}|(?:(?!${OWN})[\p{L}\p{M}\p{Nl}])+`, 'gu');

/** Positions inside `non-binding`, `1'000.5` or a code, where no word or number begins or ends. */
const JOINED = new RegExp(
	`(?<!${OWN})(?!${OWN})(?:${[
		// After a prefix: `non-binding` is one word, so that `binding` isn't found in it.
		String.raw`(?<=(?<!\p{L})(?:non?|not|nicht|un|in|il|ir|im|dis|de|anti|ex|pre|sub|mis|semi|half|under|over|co|vice|a)-)`,
		// After the separator in `1'000.5` or the hyphen in `2026-0815`. But `12-15` are two numbers.
		String.raw`(?<=\d[.,'])(?=\d)|(?<=\d-)(?=\d{4}|0\d)|(?<=(?:\d{4}|(?<!\d)0\d{1,3})-)(?=\d)`,
		// Between digits and letters of a code, but not after its first letters: in `WDB124F12`, `124F12`
		// is found, but `124` isn't. `3x25` isn't a code, but two numbers.
		String.raw`(?<=\d(?!x\d)\p{L}{1,11})(?=\d)|(?<=\d)(?!x\d)(?=\p{L}{1,11}\d)`,
		String.raw`(?<=\p{L}(?<!\dx)[-/\d]{0,10}\d)(?=\p{L})`,
	].join('|')})`,
	'uy',
);

const GROUP_SEPARATOR = /^[ \-/().\n]{1,3}$/;

/** The end of a line, or of a column of a table. */
export const BREAK = /[\n\t|]| {3}/;

/**
 * @param plain a text that `readVisibleText` or `foldText` has normalized
 * @param joinsGroups whether to join the digit groups of codes such as `DE89 3704` or `040/123 45-67`. Then
 * the groups are found only together, unless a BREAK separates them.
 */
export function toSearchableText(plain: string, joinsGroups = false): SearchableText {
	const positions: number[] = [];
	const boundaries: boolean[] = [];
	let compact = '';
	let end = 0;
	for (const { 0: word, index } of plain.matchAll(WORDS)) {
		const gap = plain.slice(end, index);
		const separatesDigits = /^\d\D+\d$/.test(plain.slice(end - 1, index + 1));
		const isGroup = joinsGroups && separatesDigits && GROUP_SEPARATOR.test(gap);
		JOINED.lastIndex = index;
		const isBoundary = isGroup ? BREAK.test(gap) : !JOINED.test(plain);
		boundaries[compact.length] = isBoundary;
		if (separatesDigits && !isGroup) {
			compact += ".,'".includes(gap) ? '.' : ' ';
			positions.push(index);
			boundaries[compact.length] = isBoundary;
		}
		compact += word;
		for (let at = index; at < index + word.length; at++) positions.push(at);
		end = index + word.length;
	}
	boundaries[compact.length] = true;
	return { plain, compact, positions, boundaries };
}

/** Converts a range of `compact` to a range of `plain`. */
export function toPlainRange({ positions }: SearchableText, from: number, to: number): TextRange {
	return { from: positions[from], to: positions[to - 1] + 1 };
}

/** Word beginnings are sorted by this many characters. A longer value is then compared in full. */
const KEY_LENGTH = 64;

/**
 * Returns a function that takes the `compact` form of a value and returns the range of `plain` where the
 * value first occurs as whole words. It does a binary search in the text's sorted word beginnings.
 */
export function createWordFinder(words: SearchableText): (value: string) => TextRange | undefined {
	const { compact, boundaries } = words;
	const indexes = new Map<string, { keys: string[]; starts: Map<string, number[]> }>();
	const createIndex = (character: string) => {
		const entries: Array<[string, number]> = [];
		for (let at = compact.indexOf(character); at >= 0; at = compact.indexOf(character, at + 1)) {
			if (boundaries[at]) entries.push([compact.slice(at, at + KEY_LENGTH), at]);
		}
		const starts = groupBy(entries);
		return { keys: [...starts.keys()].sort(), starts };
	};
	return (value) => {
		const { keys, starts } = indexes.get(value[0]) ?? createIndex(value[0]);
		indexes.set(value[0], { keys, starts });
		const key = value.slice(0, KEY_LENGTH);
		let [low, high] = [0, keys.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (keys[middle] < key) low = middle + 1;
			else high = middle;
		}
		let first = Infinity;
		for (; keys[low]?.startsWith(key); low++) {
			for (const at of starts.get(keys[low])!) {
				const isFound = compact.startsWith(value, at) && boundaries[at + value.length];
				if (isFound) first = Math.min(first, at);
			}
		}
		return first === Infinity ? undefined : toPlainRange(words, first, first + value.length);
	};
}
