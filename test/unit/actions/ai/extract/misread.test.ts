import fc from 'fast-check';
import { foldText } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/foldedText.ts';
import {
	alignable,
	type AlignableText,
	misreadPlaceOf,
	MOST_WORK,
} from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/misread.ts';

const LOOK_ALIKE = /^(0[oqd]|1[ilj]|2z|5s|6g|8b)$/;

interface Stretch {
	from: number;
	to: number;
}

/**
 * The same table as misread.ts has, every cell of it, and without a thought for speed.
 *
 * @param only the stretch of the text that the value has to fill; any one without it
 * @returns what the value costs at least, and where it then ends first
 */
function leastCost(value: AlignableText, text: AlignableText, only?: Stretch) {
	const size = value.folded.length;
	const { from, to } = only ?? { from: 0, to: text.folded.length };
	let costs = Array<number>(size + 1).fill(Infinity);
	let atLineEnds = [...costs];
	let least = Infinity;
	let end = from;
	for (let at = from; at < to; at++) {
		if (text.breaks[at]) costs = costs.map((cost, index) => Math.min(cost, atLineEnds[index]));
		const mayStart = text.boundaries[at] === 1 && (!only || at === from);
		const before = [mayStart ? 0 : Infinity, ...costs.slice(1)];
		const after = [Infinity];
		for (let index = 1; index <= size; index++) {
			const [one, other] = [value.folded[index - 1], text.folded[at]];
			const weight = Math.max(value.weights[index - 1], text.weights[at]);
			const isAlike = LOOK_ALIKE.test(one + other) || LOOK_ALIKE.test(other + one);
			const replaced = one === other ? 0 : isAlike ? 1 : weight;
			after[index] = Math.min(
				before[index - 1] + replaced,
				before[index] + text.weights[at],
				after[index - 1] + value.weights[index - 1],
			);
		}
		const mayEnd = text.boundaries[at + 1] === 1 && (!only || at + 1 === to);
		if (mayEnd && after[size] < least) [least, end] = [after[size], at + 1];
		if (text.breaks[at + 1])
			atLineEnds = atLineEnds.map((cost, index) =>
				value.boundaries[index] ? Math.min(cost, after[index]) : cost,
			);
		costs = after;
	}
	return { least, end };
}

const word = fc.constantFrom(
	'hardware',
	'trading',
	'glass',
	'lamps',
	'so1d',
	'sdn',
	'bhd',
	'40',
	'm',
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const lines = fc.array(line, { minLength: 1, maxLength: 9 });
const change = fc.record({
	kind: fc.constantFrom('left out', 'put in', 'replaced'),
	at: fc.nat(80),
	by: fc.constantFrom(...'abdgijloqsz01258 '),
});

/** A value that nearly stands in the text: some of its lines, or of their words, with some characters changed. */
const nearlyThere = fc.record({
	lines,
	left: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
	cutOff: fc.nat(12),
	changes: fc.array(change, { maxLength: 4 }),
});

function changed(text: string, { kind, at, by }: { kind: string; at: number; by: string }): string {
	const place = at % (text.length + 1);
	const behind = text.slice(kind === 'put in' ? place : place + 1);
	return text.slice(0, place) + (kind === 'left out' ? '' : by) + behind;
}

test('what is found is what the whole table says, and where', () => {
	const seen = { found: 0, not: 0 };
	fc.assert(
		fc.property(nearlyThere, ({ lines, left, cutOff, changes }) => {
			const text = alignable(foldText(lines.join('\n')));
			const kept = lines.filter((_, index) => !left[index]).join(' ');
			const value = foldText(changes.reduce(changed, kept.slice(cutOff)));
			const { folded } = value;
			const letters = folded.replace(/[^\p{L}]/gu, '').length;
			const mistakes = Math.min(5, Math.floor(letters / 9));
			const pieces = folded.match(/.{5}/gs) ?? [];
			const place = misreadPlaceOf(value, text, { left: MOST_WORK });
			const { least, end } = leastCost(alignable(value), text);
			const isThere =
				folded.length <= 200 &&
				mistakes > 0 &&
				least <= mistakes &&
				pieces.some((each) => text.folded.includes(each));

			expect(place !== undefined).toBe(isThere);
			seen[place ? 'found' : 'not']++;
			if (!place) return;
			const [from, to] = [
				text.places.indexOf(place.from),
				text.places.lastIndexOf(place.to - 1) + 1,
			];
			expect(to).toBe(end);
			expect(leastCost(alignable(value), text, { from, to }).least).toBe(least);
		}),
		{ numRuns: 3000 },
	);
	expect(Math.min(seen.found, seen.not)).toBeGreaterThan(300);
});
