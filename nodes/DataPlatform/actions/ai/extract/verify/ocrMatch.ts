import type { TextRange, SearchableText } from './text';
import { BREAK, isMark, separatorAt, toPlainRange } from './text';

/** One misread letter is allowed per this many letters of a value, up to MOST_MISTAKES. */
const LETTERS_PER_MISTAKE = 9;
const MOST_MISTAKES = 5;

/** Shorter values must match exactly. */
const SHORTEST = 12;

/** Limit of alignment steps for all values of an item: some tenths of a second. */
const MOST_STEPS = 6_000_000;

/** Only letters are misread, not digits or signs such as `@`. */
const LETTER = /[\p{L}\p{M}]/u;

/** A cost higher than any match may have. */
const NEVER = 1_000;

/** Pairs of digits and letters that a scanner confuses. */
const LOOK_ALIKE = new Set(
	['0o', '0q', '0d', '1i', '1l', '1j', '2z', '5s', '6g', '8b'].flatMap(([digit, letter]) => [
		digit + letter,
		letter + digit,
	]),
);

/** A value is aligned with a text only if the text contains a third of the value's pieces of this length. */
const PIECE_LENGTH = 5;
const PIECES = /.{5}/gu;

interface CharacterCosts {
	/** By character: the cost of skipping it or of reading another one instead. */
	weights: Int32Array;
	/** By character: whether a line or a table column begins with it. */
	breaks: boolean[];
}

/** The cheapest alignment of each beginning of a value: its cost, and where in the text it starts. */
interface Alignments {
	costs: Int32Array;
	starts: Int32Array;
}

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
	const characterCosts = characterCostsOf(text);
	const pieces = new Set(
		Array.from(text.compact, (_, at) => text.compact.slice(at, at + PIECE_LENGTH)),
	);
	return (value) => {
		const { compact } = value;
		if (compact.length < SHORTEST) return undefined;
		const letters = compact.split(/\p{L}/u).length - 1;
		const mistakes = Math.min(MOST_MISTAKES, Math.floor(letters / LETTERS_PER_MISTAKE));
		// A value with too few pieces in the text costs no steps.
		const own = compact.match(PIECES)!;
		const intact = own.filter((piece) => pieces.has(piece));
		if (3 * intact.length < own.length) return undefined;
		const found = align(value, mistakes, text, characterCosts, budget);
		const range = found && toPlainRange(text, found.from, found.to);
		return range && !addsToWord(value.plain, text.plain.slice(range.from, range.to))
			? range
			: undefined;
	};
}

/** Sellers' algorithm with weights. It can skip a line, or a column of a table, at no cost. */
function align(
	value: SearchableText,
	mistakes: number,
	text: SearchableText,
	{ weights: textWeights, breaks }: CharacterCosts,
	budget: StepBudget,
): TextRange | undefined {
	const { weights } = characterCostsOf(value);
	const { compact } = text;
	const length = value.compact.length;
	const { costs, starts } = newAlignments(length);
	let lineBefore = newAlignments(length);
	let line = newAlignments(length);
	let best: TextRange | undefined;
	let most = mistakes;
	/** The length of the value's longest beginning that doesn't cost too much. */
	let last = 0;
	for (let at = 0; at < compact.length && budget.steps > 0; at++) {
		if (breaks[at]) {
			[lineBefore, line] = [line, { costs: costs.slice(), starts: starts.slice() }];
			last = Math.max(last, takeCheaper(lineBefore, { costs, starts }));
			budget.steps -= length;
		}
		const character = compact[at];
		const weight = textWeights[at];
		let diagonal = text.isBoundary(at) ? 0 : NEVER;
		let diagonalStart = at;
		costs[0] = NEVER;
		let i = 1;
		for (; i <= length; i++) {
			const replaceCost =
				diagonal + costOf(value.compact[i - 1], weights[i - 1], character, weight);
			const skipCost = costs[i - 1] + weights[i - 1];
			const cost = Math.min(replaceCost, costs[i] + weight, skipCost);
			const start = diagonalStart;
			diagonal = costs[i];
			diagonalStart = starts[i];
			if (i > last && cost > most) break;
			costs[i] = cost;
			if (cost === replaceCost) starts[i] = start;
			else if (cost === skipCost) starts[i] = starts[i - 1];
			last = Math.max(last, i);
		}
		budget.steps -= i;
		// This ends at the latest at index -1, which is undefined.
		while (costs[last] > most) costs[last--] = NEVER;
		if (last === length && text.isBoundary(at + 1)) {
			best = { from: starts[length], to: at + 1 };
			most = costs[length] - 1;
		}
	}
	return best;
}

function newAlignments(length: number): Alignments {
	return { costs: new Int32Array(length + 1).fill(NEVER), starts: new Int32Array(length + 1) };
}

/** Copies the alignments that are cheaper. Returns the length of the longest beginning copied. */
function takeCheaper(from: Alignments, to: Alignments): number {
	let longest = 0;
	for (let i = 1; i < from.costs.length; i++) {
		if (from.costs[i] >= to.costs[i]) continue;
		to.costs[i] = from.costs[i];
		to.starts[i] = from.starts[i];
		longest = i;
	}
	return longest;
}

function costOf(one: string, weight: number, other: string, otherWeight: number): number {
	if (one === other) return 0;
	const cost = Math.max(weight, otherWeight);
	return cost === NEVER && LOOK_ALIKE.has(one + other) ? 1 : cost;
}

/** Whether one text adds letters to a word of the other: `limited` to `unlimited`, `with` to `without`. */
function addsToWord(value: string, found: string): boolean {
	const [expected, written] = [value, found].map((text) => text.match(/[\p{L}\d]+/gu)!);
	return isExtended(written, expected) || isExtended(expected, written);
}

/** Whether a word only in `long` extends one only in `short`: before it, or after it by 3 letters or more. */
function isExtended(long: string[], short: string[]): boolean {
	const added = long.filter((word) => !short.join('').includes(word));
	const absent = short.filter((word) => word.length > 3 && !long.includes(word));
	const extendsWord = (word: string, other: string) =>
		word.endsWith(other) || (word.startsWith(other) && word.length > other.length + 2);
	return added.some((word) => absent.some((other) => extendsWord(word, other)));
}

function characterCostsOf(words: SearchableText): CharacterCosts {
	const { plain, compact, places } = words;
	const breaks = places.map((_, at) => BREAK.test(separatorAt(words, at)));
	const isJoined = (at: number) => places[at] - places[at - 1] < 2 || plain[places[at] - 1] === '.';
	const weights = Int32Array.from(places, (_, at) => {
		// A line or column break between digits costs nothing.
		if (isMark(compact[at])) return breaks[at] ? 0 : 1;
		// A single letter is never a misread one: `(M)` and `(J)` are two companies.
		return LETTER.test(compact[at]) && (isJoined(at) || isJoined(at + 1)) ? 1 : NEVER;
	});
	return { weights, breaks };
}
