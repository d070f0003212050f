import { foldCharacter, CHARACTER_TO_FOLD } from '../../../../helpers/characters';
import { groupBy } from '../../../../helpers/values';
import { CLOSINGS, ELEMENTS, ENTITIES } from './htmlNames';

/** A part of a text. `from` is inclusive, `to` is exclusive. */
export interface TextRange {
	from: number;
	to: number;
}

/** A text as a person sees it. */
export interface VisibleText {
	/** In lower case, without accents, with digits from 0 to 9. */
	plain: string;
	/** Converts a range of `plain` to a range of the original text. */
	origin: (range: TextRange) => TextRange;
}

const TAG = String.raw`<(?<slash>\/?)(?<element>[a-z][a-z0-9:]*|!doctype)(?=[\s/>])[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}>`;
const ENTITY = String.raw`&(?<entity>#\d{1,6}|#x[0-9a-f]{1,5}|[a-z][a-z0-9]{1,30});`;
const SPECIAL = new RegExp(`${TAG}|(?<comment><!--)|${ENTITY}|${CHARACTER_TO_FOLD.source}`, 'giu');

type Special = Partial<Record<'slash' | 'element' | 'comment' | 'entity', string>>;

/** Normalizes a text. Leaves out HTML tags and hidden elements, and decodes entities. */
export function readVisibleText(text: string): VisibleText {
	const findEnd = createEndFinder(text);
	/** Where each character of `plain` begins and ends in the original text. */
	const starts: number[] = [];
	const ends: number[] = [];
	let plain = '';
	let copied = 0;
	const copyTo = (end: number) => {
		plain += text.slice(copied, end).toLowerCase();
		for (; copied < end; copied++) {
			starts.push(copied);
			ends.push(copied + 1);
		}
	};
	const special = new RegExp(SPECIAL);
	for (let match = special.exec(text); match; match = special.exec(text)) {
		const { 0: characters, index, groups = {} } = match;
		const visible = toVisibleText(characters, groups);
		if (visible === undefined) {
			// This isn't a known tag or entity, so it may contain special characters.
			special.lastIndex = index + 1;
			continue;
		}
		copyTo(index);
		plain += visible;
		copied = findEnd(closingOf(groups), index + characters.length);
		special.lastIndex = copied;
		for (let i = 0; i < visible.length; i++) {
			starts.push(index);
			ends.push(copied);
		}
	}
	copyTo(text.length);
	return { plain, origin: ({ from, to }) => ({ from: starts[from], to: ends[to - 1] }) };
}

/** Returns what a person sees for a match of SPECIAL. Undefined for an unknown tag or entity. */
function toVisibleText(
	characters: string,
	{ element, comment, entity }: Special,
): string | undefined {
	if (comment !== undefined) return '';
	if (element !== undefined) return ELEMENTS.get(element.toLowerCase());
	const character = entity === undefined ? characters : decodeEntity(entity);
	return character === undefined ? undefined : foldCharacter(character);
}

function decodeEntity(entity: string): string | undefined {
	// With a zero before it, `x20AC` is a number, too.
	return entity[0] === '#'
		? String.fromCodePoint(Number(`0${entity.slice(1)}`))
		: ENTITIES.get(entity);
}

/** Returns what ends the comment or hidden element that a match of SPECIAL begins; undefined if it begins none. */
function closingOf({ slash, element, comment }: Special): string | undefined {
	return slash === '/' ? undefined : CLOSINGS.get((comment ?? element)?.toLowerCase());
}

/** Returns a function that finds where `closing` ends, or returns `from`. It repeats no failed search. */
function createEndFinder(text: string): (closing: string | undefined, from: number) => number {
	const absent = new Set<string | undefined>([undefined]);
	return (closing, from) => {
		if (absent.has(closing)) return from;
		const search = new RegExp(closing!, 'gi');
		search.lastIndex = from;
		if (search.test(text)) return search.lastIndex;
		absent.add(closing);
		return from;
	};
}

/**
 * A text to search, or a value to find. `compact` has only letters, digits and a few signs. A mark separates
 * digits that aren't next to each other in the text, so that `1.2`, `1 2` and `12` differ.
 */
export interface SearchableText {
	/** The normalized text. */
	plain: string;
	compact: string;
	/** The position in `plain` of each character of `compact`. */
	places: number[];
	/** Whether a word or number begins or ends at a position of `compact`. */
	isBoundary: (at: number) => boolean;
}

type Characters = Omit<SearchableText, 'isBoundary'>;

const PARTS = /[\p{L}\p{M}\p{N}]+|[%‰°+#@]/gu;
const DIGIT = /^[0-9]/;
const DECIMAL_SEPARATORS = ".,'";
const DECIMAL_MARK = '.';
const OTHER_MARK = ' ';

/**
 * Characters that are words of their own: signs, raised numbers, scripts without spaces between words, and
 * Korean, whose particles follow without a space.
 */
export const OWN_WORD = /[%‰°+#@\p{No}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/u;

/** Where a word or number only seems to begin or end. */
const JOINED = new RegExp(
	[
		// After a prefix: `non-binding` is one word, so that `binding` isn't found in it.
		String.raw`(?<=(?<!\p{L})(?:non?|not|nicht|un|in|il|ir|im|dis|de|anti|ex|pre|sub|mis|semi|half|under|over|co|vice|a)-)`,
		// After a separator in a number, as in `1'000.5`, and at the hyphen of a code such as `2026-0815`. But `12-15`
		// are two numbers.
		String.raw`(?<=\d[.,'])(?=\d)|(?<=\d-)(?=\d{4}|0\d)|(?<=(?:\d{4}|(?<!\d)0\d{1,3})-)(?=\d)`,
		// In a code of letters and digits, such as `WDB124F12` or `HX-200B`. But `3x25` are two numbers.
		String.raw`(?<=\d(?!x\d)\p{L}{1,11})(?=\d)|(?<=\d)(?!x\d)(?=\p{L}{1,11}\d)`,
		String.raw`(?<=\p{L}(?<!\dx)[-/\d]{0,10}\d)(?=\p{L})`,
	].join('|'),
	'uy',
);

/** Takes a text that `readVisibleText` or `foldText` has normalized. */
export function toSearchableText(plain: string): SearchableText {
	const places: number[] = [];
	const parts: string[] = [];
	let end = 0;
	for (const { 0: part, index } of plain.matchAll(PARTS)) {
		if (isDigit(plain.charAt(end - 1)) && isDigit(part)) {
			const isDecimal = DECIMAL_SEPARATORS.includes(plain.slice(end, index));
			parts.push(isDecimal ? DECIMAL_MARK : OTHER_MARK);
			places.push(index);
		}
		parts.push(part);
		for (let i = 0; i < part.length; i++) places.push(index + i);
		end = index + part.length;
	}
	return withBoundaries({ plain, compact: parts.join(''), places }, isBoundaryAt);
}

/** Whether a text begins with a digit. */
export function isDigit(text: string): boolean {
	return DIGIT.test(text);
}

/** Converts a range of `compact` to a range of `plain`. */
export function toPlainRange({ places }: SearchableText, from: number, to: number): TextRange {
	return { from: places[from], to: places[to - 1] + 1 };
}

/** Whether a character of `compact` only separates digits. */
export function isMark(character: string): boolean {
	return character === DECIMAL_MARK || character === OTHER_MARK;
}

/** Returns what is between a character of `compact` and the previous one; for a mark, between its two digits. */
export function separatorAt({ plain, compact, places }: Characters, at: number): string {
	return plain.slice(places[at - 1] + 1, places[isMark(compact[at]) ? at + 1 : at]);
}

/** Adds an `isBoundary` that calls `find` only once for each position. */
function withBoundaries(
	words: Characters,
	find: (words: Characters, at: number) => boolean,
): SearchableText {
	const known = new Uint8Array(words.places.length + 1);
	return {
		...words,
		isBoundary: (at) => (known[at] ||= find(words, at) ? 1 : 2) === 1,
	};
}

function isBoundaryAt({ plain, compact, places }: Characters, at: number): boolean {
	if (at === 0 || at === compact.length) return true;
	const [before, after] = [compact[at - 1], compact[at]];
	if (OWN_WORD.test(before + after)) return true;
	JOINED.lastIndex = places[at];
	const isGap = places[at] - places[at - 1] > 1;
	return (isGap || isDigit(before) !== isDigit(after)) && !JOINED.test(plain);
}

const GROUP_SEPARATOR = /^[ \-/().\n]{1,3}$/;

/** The end of a line, or of a column of a table. */
export const BREAK = /[\n\t|]| {3}/;

/**
 * Removes the marks that group the digits of a code, as in `DE89 3704` or `040/123 45-67`. A code can't begin
 * or end at a removed mark, except at a BREAK.
 */
export function joinCodeDigits(words: SearchableText): SearchableText {
	const { plain, compact, places } = words;
	const isGroup = (at: number) =>
		isMark(compact[at]) && GROUP_SEPARATOR.test(separatorAt(words, at));
	const kept = [...places.keys()].filter((at) => !isGroup(at));
	const ungrouped = {
		plain,
		compact: kept.map((at) => compact[at]).join(''),
		places: kept.map((at) => places[at]),
	};
	return withBoundaries(ungrouped, (_, index) => {
		const at = kept[index] ?? compact.length;
		return isGroup(at - 1) ? BREAK.test(separatorAt(words, at - 1)) : words.isBoundary(at);
	});
}

/** Length of the sort keys. Values are then compared as a whole. */
const KEY_LENGTH = 64;

/**
 * Returns a function that takes the `compact` form of a value and returns the range of `plain` where it first
 * occurs as whole words. The first value with a given first character makes a sorted index of the words with
 * this character, for binary searches.
 */
export function createWordFinder(words: SearchableText): (value: string) => TextRange | undefined {
	const { compact, isBoundary } = words;
	const indexes = new Map<string, { keys: string[]; byKey: Map<string, number[]> }>();
	const indexStarts = (character: string) => {
		const entries: Array<[string, number]> = [];
		for (let at = compact.indexOf(character); at >= 0; at = compact.indexOf(character, at + 1)) {
			if (isBoundary(at)) entries.push([compact.slice(at, at + KEY_LENGTH), at]);
		}
		const byKey = groupBy(entries);
		return { keys: [...byKey.keys()].sort(), byKey };
	};
	return (value) => {
		const { keys, byKey } = indexes.get(value[0]) ?? indexStarts(value[0]);
		indexes.set(value[0], { keys, byKey });
		const key = value.slice(0, KEY_LENGTH);
		let [low, high] = [0, keys.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (keys[middle] < key) low = middle + 1;
			else high = middle;
		}
		let first = Infinity;
		for (; keys[low]?.startsWith(key); low++) {
			for (const at of byKey.get(keys[low])!) {
				const isFound = compact.startsWith(value, at) && isBoundary(at + value.length);
				if (isFound) first = Math.min(first, at);
			}
		}
		return first === Infinity ? undefined : toPlainRange(words, first, first + value.length);
	};
}
