import { decodeReferences } from './characterReferences';
import { currenciesOf } from './currencies';
import { HIDDEN, partsOf, type Tag } from './htmlParts';
import { readJson } from './jsonText';
import { changeText, collect, type Steps } from './steps';

/** What a text shows, and what only its tags say. */
interface HtmlText {
	/**
	 * Lines as a person sees them, apart from line breaks of the source, which stay. Empty lines separate blocks and cells.
	 */
	visible: string;
	/** The links, and the texts of images and tooltips. */
	inTags: string;
}

const toSet = (names: string) => new Set(names.split(' '));

/** Elements that separate what's around them. */
const BLOCKS = toSet(
	'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset ' +
		'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html img input legend li link ' +
		'main menu meta nav ol optgroup option p pre section select summary svg table tbody td textarea tfoot th ' +
		'thead tr ul',
);
/** Tags, comments and doctypes that show that a text is HTML, as end tags do. `<address>` may be a placeholder. */
const STRUCTURAL = toSet(
	'! blockquote body br center dd div dl dt em font h1 h2 h3 h4 h5 h6 hr html img li ol p pre small span strong ' +
		'sub sup tbody td th tr ul',
);

/** Reads texts one by one, because one may be HTML, and another one not. */
export function* readTexts(texts: string[]): Steps<HtmlText> {
	const read: HtmlText[] = [];
	for (const text of texts) read.push(yield* readHtml(yield* readJson(text)));
	return {
		// An empty line, so that no code goes on in the next text.
		visible: read.map(({ visible }) => visible).join('\n\n'),
		inTags: read.map(({ inTags }) => inTags).join('\n'),
	};
}

/** Reads a text as a browser shows it, if it's HTML. In any other text, nothing is a tag. */
function* readHtml(text: string): Steps<HtmlText> {
	const isXml = /^\s*<\?xml/.test(text) && !/<html/i.test(text);
	const parts = isXml ? [] : yield* collect(partsOf(text));
	if (!parts.some(isStructural)) {
		const decoded = yield* changeText(text, (part) => decodeReferences(part, false));
		return { visible: joinCents(decoded.replace(QUOTE_MARKS, '')), inTags: '' };
	}
	// `<p>12<sup>99</sup> €` has the parts p, `12`, sup, `99`, /sup and ` €`. At `99`, `raised` is 1 and `last` is
	// `12`, so `visible` becomes two line breaks, `12`, `⁹⁹` and ` €`.
	const visible: string[] = [];
	const inTags: string[] = [];
	/** How many `sup` and `sub` are open. */
	let raised = 0;
	/** Whether the last one is a `sub`. */
	let isLow = false;
	/** Whether the last part is the end tag of something that isn't a block. */
	let isAfterEnd = false;
	/** The last characters of the line. */
	let last = '';

	function addText(written: string) {
		const decoded = decodeReferences(written, true);
		visible.push(raised > 0 ? raiseDigits(decoded, last, isLow) : decoded);
		last = (last + decoded).slice(-3);
		isAfterEnd = false;
	}

	function addTag({ name, isEnd, values }: Tag) {
		const isBlock = BLOCKS.has(name) || HIDDEN.has(name);
		const isRaised = name === 'sup' || name === 'sub';
		if (isBlock) {
			visible.push(name === 'br' ? '\n' : '\n\n');
			last = '';
		} else if (isRaised) {
			raised = Math.max(0, raised + (isEnd ? -1 : 1));
			isLow = name === 'sub';
		} else if (isAfterEnd && !isEnd) {
			// `<span>Order</span><span>4711</span>`: a page shows them apart.
			visible.push('\t');
		}
		isAfterEnd = isEnd && !isBlock;
		for (const value of values) inTags.push(decodeReferences(value, false));
	}

	for (const [at, part] of parts.entries()) {
		if (at % 1000 === 0) yield;
		if (typeof part === 'string') addText(part);
		else if (part.name !== '!') addTag(part);
	}
	return { visible: joinCents(visible.join('')), inTags: inTags.join('\n') };
}

/** Whether a part of a text shows that it's HTML. */
function isStructural(part: Tag | string): boolean {
	return typeof part !== 'string' && (part.isEnd || STRUCTURAL.has(part.name));
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Makes digits of `sup` and `sub` superscripts, which never join the digits before. They stay digits after a
 * unit (`m2`), in a formula (`NaHCO<sub>3</sub>`), and as a fraction (`12,<sup>99</sup>`).
 */
function raiseDigits(text: string, before: string, isLow: boolean): string {
	const isInFormula = isLow && /\p{L}$/u.test(before);
	const isOfUnit = /(?:^|\P{L})\p{L}{1,2}$/u.test(before);
	if (isInFormula || isOfUnit || /\d[.,]$/.test(before)) return text;
	return text.replace(/[.,]?\d+/g, (number) => {
		const isFraction = /^[.,]/.test(number);
		return isFraction ? number : number.replace(/\d/g, (digit) => RAISED[Number(digit)]);
	});
}

/** Two raised digits are the cents of an amount with a currency: `$12⁹⁹` is `$12.99`. */
function joinCents(visible: string): string {
	return visible.replace(/(?<=\d[.,]?)[⁰¹²³⁴-⁹]{2}(?![⁰¹²³⁴-⁹])/g, (raised, at: number) => {
		const before = visible.slice(Math.max(0, at - 20), at);
		if (!hasCurrency(before, visible.slice(at + 2, at + 8))) return raised;
		const cents = Array.from(raised, (digit) => RAISED.indexOf(digit)).join('');
		// `€12,⁹⁹` has its separator.
		if (/[.,]$/.test(before)) return cents;
		const hasPoint = /\.[\d.,]{0,19}$/.test(before);
		return (hasPoint ? ',' : '.') + cents;
	});
}

/** Whether there is a currency before or after an amount: `$12` and ``, or `12` and ` EUR`. */
function hasCurrency(before: string, after: string): boolean {
	const [, first = ''] = /(\p{Sc}|[A-Z]{3}) ?\d[\d.,]{0,19}$/u.exec(before) ?? [];
	const [, second = ''] = /^ ?(\p{Sc}|[A-Z]{3}(?!\p{L}))/u.exec(after) ?? [];
	return currenciesOf(first).length + currenciesOf(second).length > 0;
}

/** The `>` of emails that are quoted: of lines in a row, because `> 16` may be a value. */
const QUOTE_MARKS = /^(?=>[^\n]*\n>)[> ]+|(?<=^>[^\n]*\n)>[> ]*/gm;
