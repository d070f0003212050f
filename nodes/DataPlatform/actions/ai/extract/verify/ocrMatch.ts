import type { TextRange, Words } from './text';
import { isDigit, isMark, rangeIn, separatorBefore } from './text';

/** One misread letter is allowed for this many, and no more than a few in total. */
const LETTERS_PER_MISTAKE = 9;
const MOST_MISTAKES = 5;

/** Shorter and longer values are compared as they are. */
const LENGTHS = { from: 12, to: 200 };

/** Steps of alignment for all values of an item: some tenths of a second. */
const MOST_STEPS = 6_000_000;

/** More than any alignment that counts. */
const NEVER = 1_000;

/** Digits, and the letters that a scanner takes them for. */
const LOOK_ALIKE = new Set(
	['0o', '0q', '0d', '1i', '1l', '1j', '2z', '5s', '6g', '8b'].flatMap(([digit, letter]) => [
		digit + letter,
		letter + digit,
	]),
);

/** The end of a line, or of a column of a table. */
const BREAK = /[\n\t|]| {3}/;

/** A text is aligned with a value only if it contains enough pieces of it unchanged. */
const PIECE = 5;
const PIECES = /.{5}/gu;
const MOST_SKIPS = 3;

/** What alignment needs to know of each character. */
interface Costs {
	/** What it costs to leave it out, or to take it for another. */
	weights: Int32Array;
	/** Whether a line begins there. One more at the end. */
	breaks: Uint8Array;
}

/** What it costs to align each beginning of a value with the text, and where in the text it starts. */
interface Alignments {
	costs: Int32Array;
	starts: Int32Array;
}

/** Counts the steps that are left for an item. */
export class Work {
	steps = MOST_STEPS;
}

/**
 * Prepares a text for finding values of which a scanner misread some letters, or between whose lines is one
 * other line. A digit is never taken for another. Nothing is found when no steps are left.
 */
export function ocrMatcher(text: Words, work: Work): (value: Words) => TextRange | undefined {
	const costs = costsOf(text);
	const pieces = new Set(Array.from(text.folded, (_, at) => text.folded.slice(at, at + PIECE)));
	return (value) => {
		const { folded } = value;
		if (folded.length < LENGTHS.from || folded.length > LENGTHS.to) return undefined;
		const letters = folded.replace(/[^\p{L}]/gu, '').length;
		const mistakes = Math.min(MOST_MISTAKES, Math.floor(letters / LETTERS_PER_MISTAKE));
		// Each mistake and each skipped line spoils a piece of the value. Without this, values that aren't in
		// the text would use up the steps of those that are.
		const own = folded.match(PIECES)!;
		const spoiled = own.filter((piece) => !pieces.has(piece)).length;
		if (spoiled === own.length || spoiled > mistakes + MOST_SKIPS) return undefined;
		const found = align(value, mistakes, text, costs, work);
		if (!found || addsToWord(value, text, found)) return undefined;
		return rangeIn(text, found.from, found.to);
	};
}

/** Sellers' algorithm with weights. From the end of a line it may continue after the next one, at no cost. */
function align(
	value: Words,
	mistakes: number,
	text: Words,
	{ weights: textWeights, breaks }: Costs,
	work: Work,
): TextRange | undefined {
	const { weights } = costsOf(value);
	const { folded } = text;
	const length = value.folded.length;
	const { costs, starts } = newAlignments(length);
	let lineBefore = newAlignments(length);
	let line = newAlignments(length);
	let best: TextRange | undefined;
	let most = mistakes;
	/** After it every beginning costs too much. */
	let last = 0;
	for (let at = 0; at < folded.length && work.steps > 0; at++) {
		if (breaks[at] && at > 0) {
			[lineBefore, line] = [line, lineBefore];
			line.costs.fill(NEVER);
			takeCheaper({ costs, starts }, line, value.isBoundary);
			last = Math.max(last, takeCheaper(lineBefore, { costs, starts }));
			work.steps -= 2 * length;
		}
		const character = folded[at];
		const weight = textWeights[at];
		let diagonal = text.isBoundary(at) ? 0 : NEVER;
		let diagonalStart = at;
		costs[0] = NEVER;
		for (let i = 1; i <= length; i++) {
			const replaced = diagonal + costOf(value.folded[i - 1], weights[i - 1], character, weight);
			const left = costs[i - 1] + weights[i - 1];
			const cost = Math.min(replaced, costs[i] + weight, left);
			const start = diagonalStart;
			diagonal = costs[i];
			diagonalStart = starts[i];
			if (i > last && cost > most) break;
			costs[i] = cost;
			if (cost === replaced) starts[i] = start;
			else if (cost === left) starts[i] = starts[i - 1];
			if (i > last) last = i;
		}
		work.steps -= last + 1;
		while (last > 0 && costs[last] > most) costs[last--] = NEVER;
		if (last === length && text.isBoundary(at + 1)) {
			best = { from: starts[length], to: at + 1 };
			most = costs[length] - 1;
			if (most < 0) return best;
		}
	}
	return best;
}

function newAlignments(length: number): Alignments {
	return { costs: new Int32Array(length + 1).fill(NEVER), starts: new Int32Array(length + 1) };
}

/** Takes over what is cheaper; returns the longest beginning taken. */
function takeCheaper(
	from: Alignments,
	to: Alignments,
	isAllowed: (at: number) => boolean = () => true,
): number {
	let longest = 0;
	for (let i = 1; i < from.costs.length; i++) {
		if (from.costs[i] >= to.costs[i] || !isAllowed(i)) continue;
		to.costs[i] = from.costs[i];
		to.starts[i] = from.starts[i];
		longest = i;
	}
	return longest;
}

/** What it costs to take one character for another. */
function costOf(one: string, weight: number, other: string, otherWeight: number): number {
	if (one === other) return 0;
	const cost = Math.max(weight, otherWeight);
	return cost === NEVER && LOOK_ALIKE.has(one + other) ? 1 : cost;
}

/** `unlimited` isn't a misread `limited`, nor `without` `with`: whether one side adds letters to a word of the other. */
function addsToWord(value: Words, text: Words, { from, to }: TextRange): boolean {
	const expected = wordsOf(value, 0, value.folded.length);
	const written = wordsOf(text, from, to);
	return isExtended(written, expected) || isExtended(expected, written);
}

/** Whether a word that `short` lacks ends with one that `long` lacks, or begins with it and is much longer. */
function isExtended(long: string[], short: string[]): boolean {
	const added = long.filter((word) => !short.join('').includes(word));
	const absent = short.filter((word) => word.length > 3 && !long.includes(word));
	return added.some((word) =>
		absent.some(
			(other) => word.endsWith(other) || (word.startsWith(other) && word.length > other.length + 2),
		),
	);
}

function wordsOf({ plain, places }: Words, from: number, to: number): string[] {
	return plain.slice(places[from], places[to - 1] + 1).match(/[\p{L}\d]+/gu) ?? [];
}

function costsOf(words: Words): Costs {
	const { plain, folded, places } = words;
	const breaks = Uint8Array.from({ length: folded.length + 1 }, (_, at) =>
		Number(at === folded.length || (at > 0 && BREAK.test(separatorBefore(words, at)))),
	);
	const isJoined = (at: number) => {
		const gap = places[at] - places[at - 1];
		return gap < 2 || (gap === 2 && plain[places[at] - 1] === '.');
	};
	const weights = Int32Array.from(folded, (character, at) => {
		// The end of a line between digits costs nothing.
		if (isMark(character)) return 1 - breaks[at];
		// A letter that is a word isn't misread: `(M)` and `(J)` are two companies.
		return isDigit(character) || !(isJoined(at) || isJoined(at + 1)) ? NEVER : 1;
	});
	return { weights, breaks };
}
