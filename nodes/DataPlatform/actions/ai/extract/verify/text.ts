import { foldCharacter, CHARACTER_TO_FOLD } from '../../../../helpers/characters';
import { ENTITIES, HIDDEN_ELEMENTS, INLINE_ELEMENTS, OTHER_ELEMENTS } from './htmlNames';

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
const ENTITY = String.raw`&(?<entity>#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});`;
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
		for (; copied < end; copied++) ends[starts.push(copied) - 1] = copied + 1;
	};
	const special = new RegExp(SPECIAL);
	for (let match = special.exec(text); match; match = special.exec(text)) {
		const { 0: characters, index, groups = {} } = match;
		const seen = seenOf(characters, groups);
		// This only looks like a tag, so it may contain special characters.
		if (seen === undefined && groups['element'] !== undefined) special.lastIndex = index + 1;
		if (index < copied || seen === undefined) continue;
		copyTo(index);
		copied += characters.length;
		const closing = closingOf(groups);
		if (closing !== undefined) copied = findEnd(closing, copied) ?? copied;
		plain += seen;
		for (let i = 0; i < seen.length; i++) ends[starts.push(index) - 1] = copied;
	}
	copyTo(text.length);
	return { plain, origin: ({ from, to }) => ({ from: starts[from], to: ends[to - 1] }) };
}

/** Returns what a person sees for a match of SPECIAL. Undefined for an unknown tag or entity. */
function seenOf(characters: string, { element, comment, entity }: Special): string | undefined {
	if (comment !== undefined) return '';
	if (element !== undefined) {
		const name = element.toLowerCase();
		if (INLINE_ELEMENTS.has(name)) return '';
		if (/^t[dh]$/.test(name)) return '\t';
		return HIDDEN_ELEMENTS.has(name) || OTHER_ELEMENTS.has(name) ? '\n' : undefined;
	}
	const character = entity === undefined ? characters : decodeEntity(entity);
	return character === undefined ? undefined : foldCharacter(character);
}

function decodeEntity(entity: string): string | undefined {
	if (entity[0] !== '#') return ENTITIES.get(entity);
	const code = Number(entity.slice(1).replace(/^x/i, '0x'));
	return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

/** Returns the text that ends a comment or a hidden element; undefined for any other match. */
function closingOf({ slash, element = '', comment }: Special): string | undefined {
	if (comment !== undefined) return '-->';
	const isHidden = slash === '' && HIDDEN_ELEMENTS.has(element.toLowerCase());
	return isHidden ? `</${element}>` : undefined;
}

/** Returns a function that finds where `closing` ends. It doesn't repeat a search that found nothing. */
function createEndFinder(text: string): (closing: string, from: number) => number | undefined {
	const absent = new Set<string>();
	return (closing, from) => {
		const search = new RegExp(closing, 'gi');
		search.lastIndex = from;
		if (!absent.has(closing) && search.test(text)) return search.lastIndex;
		absent.add(closing);
		return undefined;
	};
}

/**
 * A text in which values are searched. `compact` has only letters, digits and a few signs. A mark separates
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

const PARTS = /[\p{L}\p{M}\p{N}]+|[%‰°+#]/gu;
const DIGIT = /[0-9]/;
const DECIMAL_MARK = '.';
const OTHER_MARK = ' ';

/** Characters of scripts without spaces between words, and of Korean, whose particles follow without a space. */
export const UNSPACED_SCRIPT = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/;

/** Each sign and each raised number is a word of its own. */
const SIGN = /[%‰°+#\p{No}]/u;

/** `non-binding` is one word, so that `binding` isn't found in it. */
const PREFIX =
	/(?<!\p{L})(?:non?|not|nicht|un|in|il|ir|im|dis|de|anti|ex|pre|sub|mis|semi|half|under|over|co|vice|a)-$/u;

/** Takes a text that `readVisibleText` or `foldText` has normalized. */
export function toSearchableText(plain: string): SearchableText {
	const places: number[] = [];
	const parts: string[] = [];
	let end = 0;
	for (const { 0: part, index } of plain.matchAll(PARTS)) {
		if (isDigit(plain[end - 1]) && isDigit(part[0])) {
			parts.push(/^[.,']$/.test(plain.slice(end, index)) ? DECIMAL_MARK : OTHER_MARK);
			places.push(index - 1);
		}
		parts.push(part);
		for (let i = 0; i < part.length; i++) places.push(index + i);
		end = index + part.length;
	}
	return withBoundaries({ plain, compact: parts.join(''), places }, isBoundary);
}

export function isDigit(character: string | undefined): boolean {
	return character !== undefined && DIGIT.test(character);
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
	const known = new Int8Array(words.places.length + 1);
	return {
		...words,
		isBoundary: (at) => (known[at] ||= find(words, at) ? 1 : -1) > 0,
	};
}

function isBoundary(words: Characters, at: number): boolean {
	const { compact, places } = words;
	if (at === 0 || at === compact.length) return true;
	const gap = places[at] - places[at - 1];
	const before = compact[at - 1];
	const after = compact[at];
	if (isPlainLetter(before) && isPlainLetter(after)) {
		return gap > 1 && isApart(words, at, gap);
	}
	if (after === OTHER_MARK) return separatesNumbers(words, at);
	if (before === OTHER_MARK) return separatesNumbers(words, at - 1);
	if (before === DECIMAL_MARK || after === DECIMAL_MARK) return false;
	if (SIGN.test(before) || SIGN.test(after)) return true;
	if (UNSPACED_SCRIPT.test(before) || UNSPACED_SCRIPT.test(after)) return true;
	if (gap > 1) return isApart(words, at, gap);
	if (isDigit(before) === isDigit(after)) return false;
	return !isWithinCode(words, at);
}

/** Whether a gap separates two words. The hyphen after a prefix doesn't. */
function isApart({ plain, places }: Characters, at: number, gap: number): boolean {
	return gap !== 2 || !PREFIX.test(plain.slice(Math.max(0, places[at] - 8), places[at]));
}

function isPlainLetter(character: string): boolean {
	return character >= 'a' && character <= 'z';
}

/** Whether a mark separates two numbers: it does in `12-15`, but not in `2026-0815`. */
function separatesNumbers(words: Characters, mark: number): boolean {
	if (separatorAt(words, mark) !== '-') return true;
	const { compact } = words;
	const around = [compact.slice(mark - 4, mark), compact.slice(mark + 1, mark + 5)];
	return !around.some((digits) => /^(?:\d{4}$|0\d)/.test(digits));
}

/** Whether a position is inside a code of letters and digits, such as `WDB124F12` or `HX-200B`. */
function isWithinCode({ plain, places }: Characters, at: number): boolean {
	const isLetterFirst = !isDigit(plain[places[at - 1]]);
	const around = isLetterFirst
		? /\d(\p{L}+)$/u.exec(plain.slice(Math.max(0, places[at] - 12), places[at]))
		: (/^(\p{L}+)\d/u.exec(plain.slice(places[at], places[at] + 12)) ??
			/(\p{L}{1,11})[-/\d]{1,11}$/u.exec(plain.slice(Math.max(0, places[at] - 12), places[at])));
	return around !== null && around[1] !== 'x';
}

/**
 * Removes the marks that group the digits of a code, as in `DE89 3704` or `040/123 45-67`. A code can't begin
 * or end at a removed mark, except at the end of a line or at two spaces.
 */
export function joinCodeDigits(words: SearchableText): SearchableText {
	const { plain, compact, places } = words;
	const isGroup = (at: number) =>
		isMark(compact[at]) && /^[ \-/().\n]{1,3}$/.test(separatorAt(words, at));
	const kept = [...places.keys()].filter((at) => !isGroup(at));
	const ungrouped = {
		plain,
		compact: kept.map((at) => compact[at]).join(''),
		places: kept.map((at) => places[at]),
	};
	return withBoundaries(ungrouped, (_, index) => {
		const at = kept[index] ?? compact.length;
		return at > 0 && isGroup(at - 1)
			? /\n|\s\s/.test(separatorAt(words, at - 1))
			: words.isBoundary(at);
	});
}

/** Only this many characters are sorted. Longer values are then compared as a whole. */
const KEY_LENGTH = 64;

/**
 * Returns a function that finds the first range of whole words equal to the `compact` form of a value. It sorts
 * words with the same first character when a value needs them, for a binary search.
 */
export function createWordFinder(words: SearchableText): (value: string) => TextRange | undefined {
	const { compact, isBoundary: isAtBoundary } = words;
	const sorted = new Map<string, Array<{ key: string; at: number }>>();
	const sortStarts = (character: string) => {
		const starts = [];
		for (let at = compact.indexOf(character); at >= 0; at = compact.indexOf(character, at + 1)) {
			if (isAtBoundary(at)) starts.push({ key: compact.slice(at, at + KEY_LENGTH), at });
		}
		return starts.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
	};
	return (value) => {
		const starts = sorted.get(value[0]) ?? sortStarts(value[0]);
		sorted.set(value[0], starts);
		const key = value.slice(0, KEY_LENGTH);
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (starts[middle].key < key) low = middle + 1;
			else high = middle;
		}
		let first = Infinity;
		for (; low < starts.length && starts[low].key.startsWith(key); low++) {
			const { at } = starts[low];
			const isFirst = at < first && compact.startsWith(value, at);
			if (isFirst && isAtBoundary(at + value.length)) first = at;
		}
		return first === Infinity ? undefined : toPlainRange(words, first, first + value.length);
	};
}
