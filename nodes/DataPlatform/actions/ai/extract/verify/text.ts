import { foldCharacter, NOT_PLAIN } from '../../../../helpers/characters';
import { ENTITIES, HIDDEN_ELEMENTS, INLINE_ELEMENTS, OTHER_ELEMENTS } from './htmlNames';

/** From where to where, in characters of a text. */
export interface TextRange {
	from: number;
	to: number;
}

/** A text as a person sees it, and where each of its characters comes from. */
export interface VisibleText {
	/** In lower case, without accents, with digits from 0 to 9. */
	plain: string;
	/** Where a range of `plain` is in the original. */
	origin: (range: TextRange) => TextRange;
}

const TAG = String.raw`<(?<slash>\/?)(?<element>[a-z][a-z0-9:]*|!doctype)(?=[\s/>])[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}>`;
const ENTITY = String.raw`&(?<entity>#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});`;
const SPECIAL = new RegExp(`${TAG}|(?<comment><!--)|${ENTITY}|${NOT_PLAIN.source}`, 'giu');

/** What SPECIAL has found, by the names of its groups. */
type Special = Partial<Record<'slash' | 'element' | 'comment' | 'entity', string>>;

/** Normalizes a text. Tags and hidden elements of HTML are left out, and entities decoded. */
export function readVisibleText(text: string): VisibleText {
	const findEnd = endFinder(text);
	/** Where each character of `plain` comes from. */
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
		// What only looks like a tag may contain special characters.
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

/** What a person sees instead of a tag, an entity or a character. Undefined if that is none of them. */
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

/** What ends a comment or a hidden element. */
function closingOf({ slash, element = '', comment }: Special): string | undefined {
	if (comment !== undefined) return '-->';
	const isHidden = slash === '' && HIDDEN_ELEMENTS.has(element.toLowerCase());
	return isHidden ? `</${element}>` : undefined;
}

/** Finds where something ends in a text. A search that found nothing isn't repeated. */
function endFinder(text: string): (closing: string, from: number) => number | undefined {
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
 * A text as words are searched in it: letters, digits and a few signs only. Between two digits that
 * something separates is a mark, so that `1.2` isn't `12`, nor `1 2`.
 */
export interface Words {
	/** The normalized text. */
	plain: string;
	folded: string;
	/** Where in the normalized text each character of `folded` is. */
	places: number[];
	/** Whether a word or number begins or ends before a character of `folded`, or at its end. */
	isBoundary: (at: number) => boolean;
}

type Characters = Omit<Words, 'isBoundary'>;

const PARTS = /[\p{L}\p{M}\p{N}]+|[%‰°+#]/gu;
const DIGIT = /[0-9]/;
const DECIMAL_MARK = '.';
const OTHER_MARK = ' ';

/** Scripts without blanks between words. */
export const WITHOUT_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/;

/** Signs and raised numbers are words of their own. */
const SIGN = /[%‰°+#\p{No}]/u;

/** `non-binding` is a word, and often the opposite. */
const PREFIX =
	/(?<!\p{L})(?:non?|not|nicht|un|in|il|ir|im|dis|de|anti|ex|pre|sub|mis|semi|half|under|over|co|vice|a)-$/u;

/** Makes a normalized text searchable. */
export function splitWords(plain: string): Words {
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
	return withBoundaries({ plain, folded: parts.join(''), places }, isBoundary);
}

export function isDigit(character: string | undefined): boolean {
	return character !== undefined && DIGIT.test(character);
}

/** Where in the normalized text a range of the folded one is. */
export function rangeIn({ places }: Words, from: number, to: number): TextRange {
	return { from: places[from], to: places[to - 1] + 1 };
}

/** Whether a character of the folded text only separates digits. */
export function isMark(character: string): boolean {
	return character === DECIMAL_MARK || character === OTHER_MARK;
}

/** What separates a character, or the digit after a mark, from the one before. */
export function separatorBefore({ plain, folded, places }: Characters, at: number): string {
	return plain.slice(places[at - 1] + 1, places[isMark(folded[at]) ? at + 1 : at]);
}

/** Boundaries are found when they are needed, once each. */
function withBoundaries(
	words: Characters,
	find: (words: Characters, at: number) => boolean,
): Words {
	const known = new Int8Array(words.places.length + 1);
	return {
		...words,
		isBoundary: (at) => (known[at] ||= find(words, at) ? 1 : -1) > 0,
	};
}

function isBoundary(words: Characters, at: number): boolean {
	const { folded, places } = words;
	if (at === 0 || at === folded.length) return true;
	const gap = places[at] - places[at - 1];
	const before = folded[at - 1];
	const after = folded[at];
	if (isPlainLetter(before) && isPlainLetter(after)) {
		return gap > 1 && isApart(words, at, gap);
	}
	if (after === OTHER_MARK) return separatesNumbers(words, at);
	if (before === OTHER_MARK) return separatesNumbers(words, at - 1);
	if (before === DECIMAL_MARK || after === DECIMAL_MARK) return false;
	if (SIGN.test(before) || SIGN.test(after)) return true;
	if (WITHOUT_BLANKS.test(before) || WITHOUT_BLANKS.test(after)) return true;
	if (gap > 1) return isApart(words, at, gap);
	if (isDigit(before) === isDigit(after)) return false;
	return !isWithinCode(words, at);
}

/** A hyphen after a prefix separates nothing. */
function isApart({ plain, places }: Characters, at: number, gap: number): boolean {
	return gap !== 2 || !PREFIX.test(plain.slice(Math.max(0, places[at] - 8), places[at]));
}

function isPlainLetter(character: string): boolean {
	return character >= 'a' && character <= 'z';
}

/** `2026-0815` is one number, `12-15` are two. */
function separatesNumbers(words: Characters, mark: number): boolean {
	if (separatorBefore(words, mark) !== '-') return true;
	const { folded } = words;
	const around = [folded.slice(mark - 4, mark), folded.slice(mark + 1, mark + 5)];
	return !around.some((digits) => /^(?:\d{4}$|0\d)/.test(digits));
}

/** A code alternates letters and digits without a blank: `WDB124F12`, `HX-200B`. */
function isWithinCode({ plain, places }: Characters, at: number): boolean {
	const isLetterFirst = !isDigit(plain[places[at - 1]]);
	const around = isLetterFirst
		? /\d(\p{L}+)$/u.exec(plain.slice(Math.max(0, places[at] - 12), places[at]))
		: (/^(\p{L}+)\d/u.exec(plain.slice(places[at], places[at] + 12)) ??
			/(\p{L}+)[-/\d]*\d$/u.exec(plain.slice(Math.max(0, places[at] - 12), places[at])));
	return around !== null && around[1] !== 'x';
}

/**
 * The same without what groups the digits of a code: `DE89 3704`, `040/123 45-67`. A code doesn't begin or
 * end at a blank or a dash between digits, but at the end of a line it does.
 */
export function ungroup(words: Words): Words {
	const { plain, folded, places } = words;
	const isGroup = (at: number) =>
		isMark(folded[at]) && /^[ \-/().\n]{1,3}$/.test(separatorBefore(words, at));
	const kept = [...places.keys()].filter((at) => !isGroup(at));
	const ungrouped = {
		plain,
		folded: kept.map((at) => folded[at]).join(''),
		places: kept.map((at) => places[at]),
	};
	return withBoundaries(ungrouped, (_, index) => {
		const at = kept[index] ?? folded.length;
		return at > 0 && isGroup(at - 1)
			? /\n|\s\s/.test(separatorBefore(words, at - 1))
			: words.isBoundary(at);
	});
}

/** Longer values are compared as a whole where their beginning is. */
const KEY = 64;

/**
 * Prepares a text for finding the first range of whole words that is a folded value. The words with the
 * same first character are sorted when the first value needs them, and found by bisection.
 */
export function indexWords(words: Words): (value: string) => TextRange | undefined {
	const { folded, isBoundary: isAtBoundary } = words;
	const sorted = new Map<string, Array<{ key: string; at: number }>>();
	const sortStarts = (character: string) => {
		const starts = [];
		for (let at = folded.indexOf(character); at >= 0; at = folded.indexOf(character, at + 1)) {
			if (isAtBoundary(at)) starts.push({ key: folded.slice(at, at + KEY), at });
		}
		return starts.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
	};
	return (value) => {
		const starts = sorted.get(value[0]) ?? sortStarts(value[0]);
		sorted.set(value[0], starts);
		const key = value.slice(0, KEY);
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (starts[middle].key < key) low = middle + 1;
			else high = middle;
		}
		let first = Infinity;
		for (; low < starts.length && starts[low].key.startsWith(key); low++) {
			const { at } = starts[low];
			const isFirst = at < first && folded.startsWith(value, at);
			if (isFirst && isAtBoundary(at + value.length)) first = at;
		}
		return first === Infinity ? undefined : rangeIn(words, first, first + value.length);
	};
}
