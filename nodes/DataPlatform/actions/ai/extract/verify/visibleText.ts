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

const MARKUP = /<(?:!--|[!/]?[a-z])|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/giu;
const SPECIAL = new RegExp(`${MARKUP.source}|${NOT_PLAIN.source}`, 'giu');
const TAG =
	/<(\/?)([a-z][a-z0-9:]*|!doctype)(?=[\s/>])[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}>/iy;

/** What replaces a tag or an entity, and where it ends. */
interface Markup {
	seen: string;
	to: number;
}

/** Normalizes a text. Tags and hidden elements of HTML are left out, and entities decoded. */
export function readVisibleText(text: string): VisibleText {
	const readTag = tagReader(text);
	/** What isn't copied character by character: where it is in `plain` and in the text. */
	const replaced: Replaced[] = [];
	let plain = '';
	let copied = 0;
	for (const { 0: special, index } of text.matchAll(SPECIAL)) {
		if (index < copied) continue;
		const markup =
			special[0] === '<' ? readTag(index) : { seen: seenOf(special), to: index + special.length };
		if (markup?.seen === undefined) continue;
		plain += text.slice(copied, index).toLowerCase();
		replaced.push({ at: plain.length, length: markup.seen.length, from: index, to: markup.to });
		plain += markup.seen;
		copied = markup.to;
	}
	plain += text.slice(copied).toLowerCase();
	return {
		plain,
		origin: ({ from, to }) => ({
			from: originOf(replaced, from).from,
			to: originOf(replaced, to - 1).to,
		}),
	};
}

interface Replaced extends TextRange {
	at: number;
	length: number;
}

/** Where a character of `plain` comes from. */
function originOf(replaced: Replaced[], at: number): TextRange {
	let [low, high] = [0, replaced.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (replaced[middle].at <= at) low = middle + 1;
		else high = middle;
	}
	const last = replaced[low - 1];
	if (!last) return { from: at, to: at + 1 };
	const after = at - last.at - last.length;
	return after < 0 ? last : { from: last.to + after, to: last.to + after + 1 };
}

function seenOf(special: string): string | undefined {
	if (special[0] !== '&' || special.length < 3) return foldCharacter(special);
	const name = special.slice(1, -1);
	const code = name[0] === '#' ? Number(name.slice(1).replace(/^x/i, '0x')) : undefined;
	if (code !== undefined && code > 0x10ffff) return undefined;
	const character = code === undefined ? ENTITIES.get(name) : String.fromCodePoint(code);
	return character === undefined ? undefined : foldCharacter(character);
}

/** Reads tags and comments of a text; a search that found no end isn't repeated. */
function tagReader(text: string): (at: number) => Markup | undefined {
	const unclosed = new Set<string>();
	const endOf = (what: string, at: number) => {
		const end = unclosed.has(what) ? -1 : indexOfFolded(text, what, at);
		if (end < 0) unclosed.add(what);
		return end < 0 ? undefined : end + what.length;
	};
	return (at) => {
		if (text.startsWith('<!--', at)) {
			const end = endOf('-->', at);
			return end === undefined ? undefined : { seen: ' ', to: end };
		}
		TAG.lastIndex = at;
		const [tag, slash, written] = TAG.exec(text) ?? [];
		if (tag === undefined) return undefined;
		const name = written.toLowerCase();
		const to = at + tag.length;
		if (INLINE_ELEMENTS.has(name)) return { seen: '', to };
		if (HIDDEN_ELEMENTS.has(name)) {
			const end = slash ? undefined : endOf(`</${name}>`, to);
			return { seen: '\n', to: end ?? to };
		}
		if (!OTHER_ELEMENTS.has(name)) return undefined;
		return { seen: /^t[dh]$/.test(name) ? '\t' : '\n', to };
	};
}

function indexOfFolded(text: string, what: string, at: number): number {
	const search = new RegExp(what, 'gi');
	search.lastIndex = at;
	return search.exec(text)?.index ?? -1;
}
