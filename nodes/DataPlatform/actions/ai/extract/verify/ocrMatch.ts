import type { TextRange } from '../../../../helpers/visibleText';
import { BREAK, toPlainRange, type SearchableText } from './text';

/** One misread letter is allowed per this many letters of a value, up to MOST_MISTAKES. */
const LETTERS_PER_MISTAKE = 9;
const MOST_MISTAKES = 5;

/** Values with fewer characters (most spaces and punctuation don't count) must match exactly. */
const MIN_LENGTH = 12;

/** Maximum number of character comparisons per output. They take a few tenths of a second in total. */
const MAX_STEPS = 6_000_000;

const LETTER = /[\p{L}\p{M}]/u;

/** The cost of a difference that isn't allowed, such as another digit. */
const NEVER = Infinity;

/** Letters and digits that a scanner confuses. */
const LOOK_ALIKE = new Map(
	['0oqd', '1ijl', '2z', '5s', '6g', '8b'].flatMap(([digit, ...letters]) => [
		[digit, letters.join('')] as const,
		...letters.map((letter) => [letter, digit] as const),
	]),
);

/** Values are cut into pieces of this many characters. If too few are in the text, `align` isn't called. */
const PIECE_LENGTH = 5;
const PIECES = /.{5}/gu;

/**
 * An alignment is stored as one number: its cost minus START_WEIGHT times its start position in the text.
 * The lowest number is the cheapest alignment, and of equally cheap alignments, the one that starts last.
 */
const START_WEIGHT = 2 ** -30;

/** The steps (character comparisons) that are left for all values of an output. */
export class StepBudget {
	steps = MAX_STEPS;
}

/**
 * Returns a function that finds a value even if a scanner misread some letters. `Acme GmbH, Hamburg` is
 * found even if the text has the street on a line in between. If no steps are left, nothing is found.
 */
export function createOcrMatcher(
	text: SearchableText,
	budget: StepBudget,
): (value: SearchableText) => TextRange | undefined {
	const { compact, positions, boundaries } = text;
	const textWeights = weightsOf(text);
	/** For each character of `compact`: whether a line or a table column begins there. */
	const breaks = positions.map((at, i) => BREAK.test(text.plain.slice(positions[i - 1] + 1, at)));
	const pieces = new Set(Array.from(compact, (_, at) => compact.slice(at, at + PIECE_LENGTH)));

	/** Approximate search (Sellers' algorithm) with weights. Skipping a line or a table column is free. */
	function align(value: SearchableText, mistakes: number): TextRange | undefined {
		const { length } = value.compact;
		const weights = weightsOf(value);
		/** `row[i]`: the best alignment of the value's first `i` characters that ends at `compact[at]`. */
		let row = new Float64Array(length + 1).fill(NEVER);
		/** The row at the last break. Continuing from it at the next break skips the text in between. */
		let rowAtBreak = row;
		let best: TextRange | undefined;
		let maxCost = mistakes;
		/** Index after which all alignments in `row` cost more than `maxCost` (Ukkonen's cutoff). */
		let last = 0;
		for (let at = 0; at < compact.length && budget.steps > 0; at++) {
			if (breaks[at]) {
				const skipped = rowAtBreak;
				rowAtBreak = row;
				row = row.map((alignment, i) => Math.min(alignment, skipped[i]));
				last = length;
			}
			let diagonal = boundaries[at] ? -at * START_WEIGHT : NEVER;
			row[0] = NEVER;
			let i = 1;
			for (; i <= length && (i <= last + 1 || row[i - 1] <= maxCost); i++) {
				const cost = costOf(value.compact[i - 1], weights[i - 1], compact[at], textWeights[at]);
				const replaced = diagonal + cost;
				diagonal = row[i];
				row[i] = Math.min(replaced, row[i] + textWeights[at], row[i - 1] + weights[i - 1]);
			}
			budget.steps -= i;
			last = i - 1;
			while (last > 0 && row[last] > maxCost) last--;
			if (last === length && boundaries[at + 1]) {
				const cost = Math.ceil(row[length]);
				best = toPlainRange(text, Math.round((cost - row[length]) / START_WEIGHT), at + 1);
				maxCost = cost - 1;
			}
		}
		return best;
	}

	return (value) => {
		// A single word with digits is a code, which must match exactly.
		if (value.compact.length < MIN_LENGTH || /^[^\s\d]*\d\S*$/.test(value.plain)) return undefined;
		const letters = value.compact.split(/\p{L}/u).length - 1;
		const mistakes = Math.min(MOST_MISTAKES, Math.floor(letters / LETTERS_PER_MISTAKE));
		// With less than a third of the value's pieces in the text, aligning would only waste steps.
		const own = value.compact.match(PIECES)!;
		const intact = own.filter((piece) => pieces.has(piece));
		if (3 * intact.length < own.length) return undefined;
		const range = align(value, mistakes);
		return range && !addsToWord(value.plain, text.plain.slice(range.from, range.to))
			? range
			: undefined;
	};
}

/** A letter of a word may be misread as any letter, a digit only as a letter that looks like it. */
function costOf(one: string, weight: number, other: string, otherWeight: number): number {
	if (one === other) return 0;
	const cost = Math.max(weight, otherWeight);
	return cost === NEVER && LOOK_ALIKE.get(one)?.includes(other) ? 1 : cost;
}

/** Whether a word has letters added in one of the texts: `limited`/`unlimited`, `with`/`without`. */
function addsToWord(value: string, found: string): boolean {
	const [expected, written] = [value, found].map((text) => text.match(/[\p{L}\d]+/gu)!);
	return isExtended(written, expected) || isExtended(expected, written);
}

/** Whether a word of `long` is a word of `short` with letters added before it, or at least 3 after it. */
function isExtended(long: string[], short: string[]): boolean {
	const added = long.filter((word) => !short.join('').includes(word));
	const absent = short.filter((word) => word.length > 3 && !long.includes(word));
	const extendsWord = (word: string, other: string) =>
		word.endsWith(other) || (word.startsWith(other) && word.length > other.length + 2);
	return added.some((word) => absent.some((other) => extendsWord(word, other)));
}

/** Returns the cost of skipping or replacing each character of `compact`. */
function weightsOf({ plain, compact, positions }: SearchableText): Float64Array {
	const isJoined = (at: number) =>
		positions[at] - positions[at - 1] < 2 || plain[positions[at] - 1] === '.';
	return Float64Array.from(positions, (_, at) => {
		const isMark = compact[at] === '.' || compact[at] === ' ';
		if (isMark) return BREAK.test(plain.slice(positions[at - 1] + 1, positions[at + 1])) ? 0 : 1;
		// A single letter must match: `(M)` and `(J)` may be all that distinguishes two companies.
		return LETTER.test(compact[at]) && (isJoined(at) || isJoined(at + 1)) ? 1 : NEVER;
	});
}
