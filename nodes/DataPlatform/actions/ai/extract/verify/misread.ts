import type { Place } from '../plainText';
import type { FoldedText } from './foldedText';
import { isBoundary, isDigit, placeIn } from './foldedText';

/** One misread letter is allowed for so many, and no more than a few in all. */
const LETTERS_PER_MISTAKE = 9;
const MOST_MISTAKES = 5;

/** Longer ones are looked for as they stand. */
const LONGEST = 200;

/** Steps of alignment for one item: some tenths of a second. */
export const MOST_WORK = 20_000_000;

/** How many steps may still be done. */
export interface Work {
	left: number;
}

/** Further than any alignment that counts. */
const NEVER = 1_000;

/** Digits, and the letters that a scanner takes them for. */
const LOOK_ALIKE = new Set(
	['0o', '0q', '0d', '1i', '1l', '1j', '2z', '5s', '6g', '8b'].flatMap(([digit, letter]) => [
		digit + letter,
		letter + digit,
	]),
);

/** Where a line ends, or a column of a table. */
const BREAK = /[\n\t|]| {3}/g;

/** How much of a value must stand in the text unchanged for the rest to be looked at. */
const PIECE = 5;
const MOST_JUMPS = 3;

/** What it costs to align each beginning of a value with the text, and where in the text it starts. */
interface Alignments {
	costs: Int32Array;
	starts: Int32Array;
}

/** A folded text with what an alignment asks of each character. */
export interface AlignableText extends FoldedText {
	/** What it costs to leave a character out, or to take it for another. */
	weights: Int32Array;
	/** Before which characters a word or number can begin or end, and a line; with one more at the end. */
	boundaries: Uint8Array;
	breaks: Uint8Array;
}

/** Done once for a text in which several values are looked for. */
export function alignable(text: FoldedText): AlignableText {
	const boundaries = new Uint8Array(text.folded.length + 1);
	for (let at = 0; at < boundaries.length; at++) boundaries[at] = Number(isBoundary(text, at));
	return { ...text, weights: weightsOf(text), boundaries, breaks: breaksOf(text) };
}

/**
 * Where a text holds a value in which some letters were misread, or between whose lines another line
 * stands. A digit is never taken for another.
 * @returns undefined also for a value that is too long, or too short to tell a misread one from another one,
 * and when no work is left
 */
export function misreadPlaceOf(
	value: FoldedText,
	text: AlignableText,
	work: Work,
): Place | undefined {
	if (value.folded.length > LONGEST) return undefined;
	const letters = value.folded.replace(/[^\p{L}]/gu, '').length;
	const mistakes = Math.min(MOST_MISTAKES, Math.floor(letters / LETTERS_PER_MISTAKE));
	if (mistakes === 0 || !holdsPieces(value.folded, text.folded, mistakes)) return undefined;
	return bestAlignment(alignable(value), text, mistakes, work);
}

/** Each mistake and each jump spoils a piece of the value; the others stand in the text as they are. */
function holdsPieces(value: string, text: string, mistakes: number): boolean {
	const pieces = Math.floor(value.length / PIECE);
	let spoilt = 0;
	for (let piece = 0; piece < pieces; piece++) {
		if (!text.includes(value.substr(piece * PIECE, PIECE))) spoilt++;
		if (spoilt > mistakes + MOST_JUMPS) return false;
	}
	return spoilt < pieces;
}

/** Sellers' algorithm with weights, and free jumps from the end of a line to the start of a later one. */
function bestAlignment(
	value: AlignableText,
	text: AlignableText,
	mistakes: number,
	work: Work,
): Place | undefined {
	const { weights } = value;
	const { boundaries, breaks } = text;
	const length = value.folded.length;
	const { costs, starts } = alignments(length);
	const atLineEnds = alignments(length);
	let best: Place | undefined;
	let most = mistakes;
	/** Beyond it every beginning costs too much. */
	let last = 0;

	for (let at = 0; at < text.folded.length && work.left > 0; at++) {
		if (breaks[at]) last = Math.max(last, takeCheaper(atLineEnds, { costs, starts }));
		const character = text.folded[at];
		const weight = text.weights[at];
		let diagonal = boundaries[at] ? 0 : NEVER;
		let diagonalStart = at;
		costs[0] = NEVER;
		for (let i = 1; i <= length; i++) {
			const replaced = diagonal + costOf(value.folded[i - 1], weights[i - 1], character, weight);
			const extra = costs[i] + weight;
			const left = costs[i - 1] + weights[i - 1];
			diagonal = costs[i];
			const start = diagonalStart;
			diagonalStart = starts[i];
			const cost = Math.min(replaced, extra, left);
			if (i > last && cost > most) break;
			costs[i] = cost;
			if (cost === replaced) starts[i] = start;
			else if (cost === left) starts[i] = starts[i - 1];
			if (i > last) last = i;
		}
		work.left -= last + 1 + (breaks[at] ? length : 0);
		while (last > 0 && costs[last] > most) costs[last--] = NEVER;
		if (last === length && boundaries[at + 1]) {
			best = placeIn(text, starts[length], at + 1);
			most = costs[length] - 1;
			if (most < 0) return best;
		}
		if (breaks[at + 1]) takeCheaper({ costs, starts }, atLineEnds, value.boundaries);
	}
	return best;
}

function alignments(length: number): Alignments {
	return { costs: new Int32Array(length + 1).fill(NEVER), starts: new Int32Array(length + 1) };
}

/** Hands on what is cheaper than what is known there; returns the longest of it. */
function takeCheaper(from: Alignments, to: Alignments, canJump?: Uint8Array): number {
	let longest = 0;
	for (let i = 1; i < from.costs.length; i++) {
		if (from.costs[i] >= to.costs[i] || canJump?.[i] === 0) continue;
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

function weightsOf({ plain, folded, places }: FoldedText): Int32Array {
	const isJoined = (at: number) => {
		const gap = places[at] - places[at - 1];
		return gap < 2 || (gap === 2 && plain[places[at] - 1] === '.');
	};
	return Int32Array.from(folded, (character, at) => {
		if (character === ' ') return 1;
		// A letter that is a word by itself is not misread: `(M)` and `(J)` are two companies.
		return isDigit(character) || !(isJoined(at) || isJoined(at + 1)) ? NEVER : 1;
	});
}

/** Before which folded characters a line begins; there is one after the last, too. */
function breaksOf({ plain, places, folded }: FoldedText): Uint8Array {
	const breaks = new Uint8Array(folded.length + 1);
	breaks[folded.length] = 1;
	let at = 0;
	for (const { index } of plain.matchAll(BREAK)) {
		while (at < folded.length && places[at] < index) at++;
		breaks[at] = 1;
	}
	return breaks;
}
