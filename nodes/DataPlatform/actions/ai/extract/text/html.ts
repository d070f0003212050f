import { codesOf } from './currencies';
import { decodeReferences } from './references';
import { matchAt } from './scanner';
import type { Steps } from './steps';

/** What a text shows, and what only its tags say. */
interface HtmlText {
	/** Lines as a person sees them. Blocks and cells are separated by an empty line. */
	visible: string;
	/** The links, and the texts of images and tooltips. */
	inTags: string;
}

interface Tag {
	name: string;
	isEnd: boolean;
	/** Its link, image text or tooltip. */
	values: string[];
	/** The position after the tag. */
	to: number;
}

const toSet = (names: string) => new Set(names.split(' '));

/** Elements that begin and end a line. */
const BLOCKS = toSet(
	'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset ' +
		'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html img input legend li link ' +
		'main menu meta nav ol optgroup option p pre section select summary svg table tbody td textarea tfoot th ' +
		'thead tr ul',
);
const HIDDEN = toSet('script style template title iframe noembed noframes');
/** Start tags that show that a text is HTML, in addition to those of blocks. */
const STRUCTURAL = toSet('span font strong em small sup sub');

/**
 * Reads a text as a browser shows it, if it's HTML: tags and attributes as WHATWG's tokenizer reads them. Unlike
 * there, `<ann@example.com>` and `<https://…>` are text, and so is what isn't closed.
 */
export function* readHtml(text: string): Steps<HtmlText> {
	if (!isHtml(text)) {
		return { visible: joinCents(withoutQuoteMarks(decodeReferences(text, false))), inTags: '' };
	}
	const visible: string[] = [];
	const inTags: string[] = [];
	const neverClosed = new Set<string>();
	/** How many `sup` and `sub` are open. */
	let raised = 0;
	let isAfterEnd = false;
	let last = '';

	function addText(from: number, to: number) {
		if (from === to) return;
		const plain = decodeReferences(text.slice(from, to), true);
		visible.push(raised > 0 ? raiseDigits(plain, last) : plain);
		last = (last + plain).slice(-3);
		isAfterEnd = false;
	}

	function addTag({ name, isEnd, values }: Tag) {
		const isBlock = BLOCKS.has(name);
		if (isBlock) visible.push(name === 'br' ? '\n' : '\n\n');
		if (isBlock) last = '';
		const isRaised = name === 'sup' || name === 'sub';
		if (isRaised) raised = Math.max(0, raised + (isEnd ? -1 : 1));
		// `<span>Order</span><span>4711</span>`: a page shows them apart.
		if (isAfterEnd && !isEnd && !isRaised) visible.push('\t');
		isAfterEnd = isEnd && !isBlock;
		inTags.push(...values.map((value) => decodeReferences(value, false)));
	}

	let count = 0;
	let at = 0;
	while (at < text.length) {
		const open = indexOr(text.length, text.indexOf('<', at));
		addText(at, open);
		const markup = readMarkup(text, open);
		at = markup.to;
		if (++count % 1000 === 0) yield;
		if (markup.isText) addText(open, at);
		if (!markup.tag) continue;
		addTag(markup.tag);
		const { name, isEnd } = markup.tag;
		if (isEnd || !HIDDEN.has(name) || neverClosed.has(name)) continue;
		const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
		endTag.lastIndex = at;
		const end = endTag.exec(text)?.index;
		if (end === undefined) neverClosed.add(name);
		else at = end;
		visible.push('\n');
	}
	return { visible: joinCents(visible.join('')), inTags: inTags.join('\n') };
}

const indexOr = (other: number, index: number) => (index < 0 ? other : index);

/** Whether a text has a tag that is about structure, an end tag, a comment or a doctype. */
function isHtml(text: string): boolean {
	if (/^\s*<\?xml/.test(text) && !/<html/i.test(text)) return false;
	const comment = text.indexOf('<!--');
	if (comment >= 0 && text.includes('-->', comment)) return true;
	for (const [, sign, name] of text.matchAll(/<([!/]?)([a-z][\w:-]{0,99})(?=[\s/>][^<]*>|>)/gi)) {
		const lower = name.toLowerCase();
		if (sign === '/' || lower === 'doctype') return true;
		if (BLOCKS.has(lower) || STRUCTURAL.has(lower)) return true;
	}
	return false;
}

/** Reads what begins with `<`: a tag, a comment, or text. What isn't closed is text up to the end. */
function readMarkup(text: string, open: number): { to: number; tag?: Tag; isText?: boolean } {
	const unclosed = { to: text.length, isText: true };
	const next = text.slice(open + 1, open + 4);
	if (/^\/?[a-z]/i.test(next)) {
		const [start] = matchAt(/<\/?[^\s/>]{0,99}/y, text, open)!;
		const isAddress = /[@.]|:$/.test(start);
		if (isAddress) return { to: open + 1, isText: true };
		const tag = readTag(text, open);
		return tag ? { to: tag.to, tag } : unclosed;
	}
	if (next === '!--') {
		const empty = matchAt(/<!---?>/y, text, open);
		if (empty) return { to: open + empty[0].length };
		const end = text.indexOf('-->', open + 4);
		return end < 0 ? unclosed : { to: end + 3 };
	}
	// Browsers ignore these up to the next `>`: `<![if !mso]>`, `<?xml …>`, `</>`.
	if (!/^[!?/]/.test(next)) return { to: Math.min(open + 1, text.length), isText: true };
	const end = text.indexOf('>', open);
	return end < 0 ? unclosed : { to: end + 1 };
}

/** A name, and what begins its value, if it has one. */
const ATTRIBUTE = /(=?[^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>]*)))?/y;

/** Reads a tag with its attributes. Undefined if it, or a quote in it, isn't closed. */
function readTag(text: string, open: number): Tag | undefined {
	const [start, slash, name] = matchAt(/<(\/?)([^\s/>]+)[\s/]*/y, text, open)!;
	const values: string[] = [];
	let at = open + start.length;
	while (text[at] !== '>') {
		const [written, attribute, quote, bare = ''] = matchAt(ATTRIBUTE, text, at)!;
		const from = at + written.length - bare.length;
		const to = quote ? text.indexOf(quote, from) : from + bare.length;
		if (at >= text.length || to < 0) return undefined;
		if (/^(?:href|alt|title)$/i.test(attribute)) values.push(text.slice(from, to));
		at = to + matchAt(quote ? /["'][\s/]*/y : /[\s/]*/y, text, to)![0].length;
	}
	return { name: name.toLowerCase(), isEnd: slash !== '', values, to: at + 1 };
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Makes digits of `sup` and `sub` superscripts, which never join the digits before. They stay digits after a
 * unit or a symbol (`m2`, `H2O`), and as a fraction (`12,<sup>99</sup>`).
 */
function raiseDigits(text: string, before: string): string {
	const belongsToWord = /(?:^|\P{L})\p{L}{1,2}$|\d[.,]$/u.test(before);
	return belongsToWord
		? text
		: text.replace(/(?<![.,\d])\d+/g, (digits) =>
				digits.replace(/\d/g, (digit) => RAISED[Number(digit)]),
			);
}

const CENTS =
	/(?:(\p{Sc}|[A-Z]{3}) ?)?(\d[\d.,]{0,15})([⁰¹²³⁴-⁹]{2})(?![⁰¹²³⁴-⁹])(?= ?(\p{Sc}|[A-Z]{3}(?!\p{L}))?)/gu;

/** Two raised digits are the cents of an amount with a currency: `$12⁹⁹` is `$12.99`. */
function joinCents(visible: string): string {
	return visible.replace(
		CENTS,
		(written, before = '', whole: string, cents: string, after = '') => {
			if (codesOf(before).length + codesOf(after).length === 0) return written;
			const digits = Array.from(cents, (digit) => RAISED.indexOf(digit)).join('');
			return written.slice(0, -2) + (whole.includes('.') ? ',' : '.') + digits;
		},
	);
}

/** Removes the `>` of emails that are quoted: from lines in a row, because `> 16` may be a value. */
function withoutQuoteMarks(text: string): string {
	if (!text.includes('\n>')) return text;
	const lines = text.split('\n');
	const isQuoted = (at: number) => lines[at]?.startsWith('>');
	const isInRow = (at: number) => isQuoted(at) && (isQuoted(at - 1) || isQuoted(at + 1));
	return lines.map((line, at) => (isInRow(at) ? line.replace(/^[> ]+/, '') : line)).join('\n');
}
