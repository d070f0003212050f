import type { TextRange } from '../../../../helpers/visibleText';
import { BREAK, toPlainRange, type SearchableText } from './text';

/** One misread letter is allowed per this many letters of a value, up to MOST_MISTAKES. */
const LETTERS_PER_MISTAKE = 9;
const MOST_MISTAKES = 5;

/** Shorter values must match exactly. */
const SHORTEST = 12;

/** Limit of alignment steps for all values of an item: a few tenths of a second. */
const MOST_STEPS = 6_000_000;

/** Letters may be misread. A digit may only be misread as a letter that looks like it (LOOK_ALIKE). */
const LETTER = /[\p{L}\p{M}]/u;

/** The cost of what isn't allowed. */
const NEVER = Infinity;

/** Letters and digits that a scanner confuses. */
const LOOK_ALIKE = new Map(
	['0oqd', '1ijl', '2z', '5s', '6g', '8b'].flatMap(([digit, ...letters]) => [
		[digit, letters.join('')] as const,
		...letters.map((letter) => [letter, digit] as const),
	]),
);

/** A value is aligned only with a text that contains a third of its pieces of this length. */
const PIECE_LENGTH = 5;
const PIECES = /.{5}/gu;

/**
 * An alignment of a value with the text is one number: its cost minus `START_WEIGHT` times the position
 * where it starts. So the lowest number is the cheapest alignment, and of several the one that starts last.
 */
const START_WEIGHT = 2 ** -30;

/** The alignment steps that are left for an item. */
export class StepBudget {
	steps = MOST_STEPS;
}

/**
 * Returns a function that finds a value even if a scanner misread some letters, or the text has another line
 * between the value's lines. It never reads a digit as another digit. It finds nothing if no steps are left.
 */
export function createOcrMatcher(
	text: SearchableText,
	budget: StepBudget,
): (value: SearchableText) => TextRange | undefined {
	const { compact, positions, boundaries } = text;
	const textWeights = weightsOf(text);
	/** Whether a line or a table column begins with each character. */
	const breaks = positions.map((at, i) => BREAK.test(text.plain.slice(positions[i - 1] + 1, at)));
	const pieces = new Set(Array.from(compact, (_, at) => compact.slice(at, at + PIECE_LENGTH)));

	/** Sellers' algorithm with weights. It can skip a line, or a column of a table, at no cost. */
	function align(value: SearchableText, mistakes: number): TextRange | undefined {
		const { length } = value.compact;
		const weights = weightsOf(value);
		/** The best alignment of each beginning of the value that ends at this character, or at the last break. */
		let row = new Float64Array(length + 1).fill(NEVER);
		let rowAtBreak = row;
		let best: TextRange | undefined;
		let maxCost = mistakes;
		/** Beginnings of the value that are longer than this cost too much. */
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
		if (value.compact.length < SHORTEST || /^[^\s\d]*\d\S*$/.test(value.plain)) return undefined;
		const letters = value.compact.split(/\p{L}/u).length - 1;
		const mistakes = Math.min(MOST_MISTAKES, Math.floor(letters / LETTERS_PER_MISTAKE));
		// A value with too few pieces in the text costs no steps.
		const own = value.compact.match(PIECES)!;
		const intact = own.filter((piece) => pieces.has(piece));
		if (3 * intact.length < own.length) return undefined;
		const range = align(value, mistakes);
		return range && !addsToWord(value.plain, text.plain.slice(range.from, range.to))
			? range
			: undefined;
	};
}

function costOf(one: string, weight: number, other: string, otherWeight: number): number {
	if (one === other) return 0;
	const cost = Math.max(weight, otherWeight);
	return cost === NEVER && LOOK_ALIKE.get(one)?.includes(other) ? 1 : cost;
}

/** Whether one text adds letters to a word of the other: `limited` to `unlimited`, `with` to `without`. */
function addsToWord(value: string, found: string): boolean {
	const [expected, written] = [value, found].map((text) => text.match(/[\p{L}\d]+/gu)!);
	return isExtended(written, expected) || isExtended(expected, written);
}

/** Whether `long` has a word of `short` with letters added: before it, or at least 3 after it. */
function isExtended(long: string[], short: string[]): boolean {
	const added = long.filter((word) => !short.join('').includes(word));
	const absent = short.filter((word) => word.length > 3 && !long.includes(word));
	const extendsWord = (word: string, other: string) =>
		word.endsWith(other) || (word.startsWith(other) && word.length > other.length + 2);
	return added.some((word) => absent.some((other) => extendsWord(word, other)));
}

/** Returns the cost of skipping each character of `compact`, or of reading another one instead. */
function weightsOf({ plain, compact, positions }: SearchableText): Float64Array {
	const isJoined = (at: number) =>
		positions[at] - positions[at - 1] < 2 || plain[positions[at] - 1] === '.';
	return Float64Array.from(positions, (_, at) => {
		const isMark = compact[at] === '.' || compact[at] === ' ';
		if (isMark) return BREAK.test(plain.slice(positions[at - 1] + 1, positions[at + 1])) ? 0 : 1;
		// A single letter must match: `(M)` and `(J)` may be the only difference.
		return LETTER.test(compact[at]) && (isJoined(at) || isJoined(at + 1)) ? 1 : NEVER;
	});
}
