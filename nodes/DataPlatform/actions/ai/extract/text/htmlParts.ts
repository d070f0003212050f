import { matchAt } from './scanner';

export interface Tag {
	/** In lower case. `!` for a comment or a doctype. */
	name: string;
	isEnd: boolean;
	/** Its link, image text and tooltip, as they are written. */
	values: string[];
}

/** A tag, a text, or an empty text for what browsers ignore. */
interface Part {
	content: Tag | string;
	/** The position after it. */
	to: number;
}

/** Elements whose content isn't visible. */
export const HIDDEN = new Set('script style template title iframe noembed noframes'.split(' '));

/**
 * Splits HTML into texts and tags as WHATWG's tokenizer does. Unlike there, `<ann@example.com>` and `<https://…>`
 * are text, and so is what isn't closed.
 */
export function* partsOf(html: string): Generator<Tag | string> {
	const neverClosed = new Set<string>();
	for (let at = 0; at < html.length;) {
		const open = html.indexOf('<', at);
		const end = open < 0 ? html.length : open;
		if (end > at) yield html.slice(at, end);
		if (open < 0) return;
		const { content, to } = readMarkup(html, open) ?? {
			content: html.slice(open),
			to: html.length,
		};
		if (content !== '') yield content;
		at = to;
		if (typeof content === 'string' || content.isEnd || !HIDDEN.has(content.name)) continue;
		if (neverClosed.has(content.name)) continue;
		const endTag = new RegExp(`</${content.name}(?=[\\s/>])`, 'gi');
		endTag.lastIndex = to;
		const closing = endTag.exec(html);
		if (closing) at = closing.index;
		else neverClosed.add(content.name);
	}
}

/** The beginning of a tag, with as much of its name as decides what it is. */
const NAME = /<\/?([a-z][^\s/>]{0,99})/iy;
const IGNORED = /<[!?/]/y;
const DOCTYPE = /<!doctype/iy;

/** Reads what begins with `<`. Undefined if it isn't closed. */
function readMarkup(html: string, open: number): Part | undefined {
	const [, name] = matchAt(NAME, html, open) ?? [];
	const isAddress = name !== undefined && /[@.]|:$/.test(name);
	if (name && !isAddress) return readTag(html, open);
	if (isAddress || !matchAt(IGNORED, html, open)) {
		return { content: html.charAt(open), to: open + 1 };
	}
	// Browsers ignore what follows up to the next `>`: `<![if !mso]>`, `<?xml …>`, `</>`.
	const isComment = html.startsWith('<!--', open);
	const closing = isComment ? '-->' : '>';
	// `<!-->` is a comment, too.
	const end = html.indexOf(closing, open + 2);
	if (end < 0) return undefined;
	const isNamed = isComment || matchAt(DOCTYPE, html, open) !== null;
	const content = isNamed ? { name: '!', isEnd: false, values: [] } : '';
	return { content, to: end + closing.length };
}

/** The name of a tag, and whether it's an end tag. */
const START = /<(\/?)([^\s/>]+)[\s/]*/y;
/** A name, and what begins its value, if it has one. */
const ATTRIBUTE = /(=?[^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>]*)))?/y;
/** What is between the value of an attribute and the next one. */
const END = /["']?[\s/]*/y;

/**
 * Reads a tag with its attributes. Undefined if it, or a quote in it, isn't closed. In `<a href="/x" id=y>`, START
 * matches `<a `, and ATTRIBUTE `href="` and `id=y`. The value is `/x` up to the next quote, or `y`, which is already
 * matched.
 */
function readTag(html: string, open: number): Part | undefined {
	const [start, slash, name] = matchAt(START, html, open)!;
	const values: string[] = [];
	let at = open + start.length;
	while (html[at] !== '>') {
		const [written, attribute, quote, bare = ''] = matchAt(ATTRIBUTE, html, at)!;
		const valueFrom = at + written.length - bare.length;
		const valueTo = quote ? html.indexOf(quote, valueFrom) : valueFrom + bare.length;
		if (at >= html.length || valueTo < 0) return undefined;
		if (/^(?:href|alt|title)$/i.test(attribute)) values.push(html.slice(valueFrom, valueTo));
		at = valueTo + matchAt(END, html, valueTo)![0].length;
	}
	return { content: { name: name.toLowerCase(), isEnd: slash !== '', values }, to: at + 1 };
}
