import { CHARACTER_TO_FOLD, foldCharacter, toPatternSource } from './characters';
import { CLOSINGS, TAG_REPLACEMENTS, ENTITIES } from './htmlNames';

/** A part of a text. `from` is inclusive, `to` is exclusive. */
export interface TextRange {
	from: number;
	to: number;
}

/** A text as a person sees it, without HTML, and normalized for a search. */
export interface VisibleText {
	/** The visible text in lower case, without accents, and with ASCII digits. */
	plain: string;
	/** Converts a range of `plain` to a range of the original text. */
	origin: (range: TextRange) => TextRange;
}

const ATTRIBUTES = String.raw`[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}`;
const TAG = String.raw`<(?<tag>\/?${toPatternSource(TAG_REPLACEMENTS.keys())})(?=[\s/>])${ATTRIBUTES}>`;
const ENTITY = String.raw`&(?<entity>#\d{1,6}|#x[0-9a-f]{1,5}|${toPatternSource(ENTITIES.keys())});`;
const SPECIAL = new RegExp(`<(?<comment>!--)|${TAG}|${ENTITY}|${CHARACTER_TO_FOLD.source}`, 'giu');

/** Normalizes text as `foldText` does. Replaces HTML tags, drops hidden elements, and decodes entities. */
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
		const { tag, comment, entity } = match.groups!;
		const element = (comment ?? tag)?.toLowerCase();
		const visible =
			element === undefined
				? foldCharacter(decodeEntity(entity) ?? match[0])
				: TAG_REPLACEMENTS.get(element.replace('/', ''))!;
		copyTo(match.index);
		plain += visible;
		copied = findEnd(CLOSINGS.get(element), special.lastIndex);
		special.lastIndex = copied;
		for (let i = 0; i < visible.length; i++) {
			starts.push(match.index);
			ends.push(copied);
		}
	}
	copyTo(text.length);
	return { plain, origin: ({ from, to }) => ({ from: starts[from], to: ends[to - 1] }) };
}

function decodeEntity(entity: string | undefined): string | undefined {
	// `x20AC` becomes 0x20AC, and `65` becomes 065, which `Number` reads as 65.
	return entity?.startsWith('#')
		? String.fromCodePoint(Number(`0${entity.slice(1)}`))
		: ENTITIES.get(entity!);
}

/**
 * Creates a function that returns where the next `closing` after `from` ends. If the text has no more, the
 * function returns `from`, and doesn't search for this `closing` again.
 */
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
