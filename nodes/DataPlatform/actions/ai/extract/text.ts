/** Pairs of a letter that Unicode doesn't decompose, or a sign, and its plain form. */
const PLAIN_FORMS = 'ß ss ẞ SS æ ae Æ AE œ oe Œ OE ø o Ø O ł l Ł L ı i ς σ ٫ .';
const PLAIN = toMap(PLAIN_FORMS);

/** Soft hyphens, zero-width characters and direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Accents of European scripts. Marks of other scripts make other letters: `か` and `が`. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Not superscripts and fractions, because `99²` isn't 992. */
const TO_DECOMPOSE = /[^\p{ASCII}\p{No}™℠]{1,1000}/gu;

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/**
 * Normalizes text for comparisons: `É – １２` becomes `E - 12`. Removes accents and invisible characters,
 * converts the digits of all scripts, but keeps upper and lower case.
 */
export function normalize(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(/[´`‘’ʼ′٬]/g, "'")
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/[\u2044\u2215]/g, '/')
		.replace(/[ßẞæÆœŒøØłŁıς٫]/g, (character) => PLAIN.get(character)!)
		.replace(TO_DECOMPOSE, (part) => part.normalize('NFKD').replace(ACCENTS, '').normalize('NFC'))
		.replace(OTHER_DIGIT, toDigit);
}

/** Unicode lists the digits 0 to 9 of each script in a row, so the distance from the zero is the value. */
function toDigit(character: string): string {
	const code = character.codePointAt(0)!;
	let zero = code;
	while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String(code - zero);
}

const INLINE_TAGS =
	'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark o:p q s samp small span strike strong sub sup tt u var wbr';
const BLOCK_TAGS =
	'address article aside blockquote body br button caption center col colgroup dd !doctype div dl dt fieldset figure footer form ' +
	'h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link main meta nav noscript ol option p pre script section ' +
	'select style svg table tbody td template textarea tfoot th thead title tr ul';

const INLINE = new Set(INLINE_TAGS.split(' '));
const TAG = new RegExp(
	`</?(${`${INLINE_TAGS} ${BLOCK_TAGS}`.replaceAll(' ', '|')})(?=[\\s/>])[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}>`,
	'gi',
);

/** A comment, or an element whose content a person doesn't see. */
const HIDDEN = /<(!--|script|style|template|title)(?=[\s/>]|(?<=--))/gi;

/** `&Auml;` is an A for a comparison. */
const ACCENTED =
	/&([a-z])(?:acute|breve|caron|cedil|circ|dblac|dot|grave|ogon|ring|slash|tilde|uml);/gi;
const NUMERIC = /&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi;
const ENTITY = /&([a-z]+\d?);/gi;
const ENTITIES = toMap(
	'amp & lt < gt > quot " apos \' lsquo \' rsquo \' sbquo \' ldquo " rdquo " bdquo " ndash - mdash - minus - hyphen - ' +
		'euro € pound £ yen ¥ cent ¢ deg ° permil ‰ times × num # dollar $ percnt % commat @ period . comma , colon : sol / ' +
		'lpar ( rpar ) sup1 ¹ sup2 ² sup3 ³ frac12 ½ frac14 ¼ frac34 ¾ szlig ss aelig ae oelig oe lstrok l inodot i',
);
const SPACES = /^(?:nbsp|ensp|emsp|thinsp|laquo|raquo|hellip|bull|middot|copy|reg|trade|sect)$/;
const NOTHING = /^(?:shy|zwn?j|lrm|rlm)$/;

function toMap(pairs: string): Map<string, string> {
	const words = pairs.split(' ');
	return new Map(words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1]] as const])));
}

/** Normalizes text as a person sees it: without HTML tags and hidden elements, and with entities decoded. */
export function normalizeVisible(text: string): string {
	const visible = omitHidden(text)
		.replace(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? '' : '\n'))
		.replace(ACCENTED, '$1')
		.replace(NUMERIC, (_, hex?: string, decimal?: string) =>
			String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
		)
		.replace(ENTITY, (entity, name: string) => decodeEntity(name.toLowerCase()) ?? entity);
	return normalize(visible);
}

function decodeEntity(name: string): string | undefined {
	if (SPACES.test(name)) return ' ';
	return NOTHING.test(name) ? '' : ENTITIES.get(name);
}

/** Omits comments, scripts and the like. One that isn't closed stays, and the rest isn't searched again. */
function omitHidden(text: string): string {
	const parts: string[] = [];
	const unclosed = new Set<string>();
	let end = 0;
	for (const { 1: name, index } of text.matchAll(HIDDEN)) {
		if (index < end || unclosed.has(name)) continue;
		const closing = new RegExp(name === '!--' ? '-->' : `</${name}>`, 'gi');
		closing.lastIndex = index;
		if (!closing.test(text)) {
			unclosed.add(name);
			continue;
		}
		parts.push(text.slice(end, index), name === '!--' ? '' : '\n');
		end = closing.lastIndex;
	}
	return [...parts, text.slice(end)].join('');
}

/**
 * Characters that are words of their own: signs, superscripts, fractions, scripts without spaces between
 * words, and Korean, where particles follow a word without a space.
 */
const OWN = String.raw`[%‰°+#@\p{No}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]`;
const OWN_WORD = new RegExp(OWN, 'u');
const WORDS = new RegExp(String.raw`\d+|${OWN}+|(?:(?!${OWN})[\p{L}\p{M}\p{Nl}])+`, 'gu');

/** The words of a normalized text, in a form in which `NO.4`, `No 4` and `no4` are the same. */
export interface Words {
	/** The words in lower case, with a space or a point only where two words or numbers would run together. */
	compact: string;
	/** For each position of `compact`: 1 if a value may begin or end there. */
	boundaries: Uint8Array;
}

/** A word, a number, or characters that are words of their own. */
interface Token {
	word: string;
	kind: 'letters' | 'digits' | 'own';
}

export function toWords(text: string): Words {
	const parts: string[] = [];
	const boundaries = new Uint8Array(2 * text.length + 1);
	let length = 0;
	let end = 0;
	let last: Token | undefined;
	for (const { 0: word, index } of text.matchAll(WORDS)) {
		const token: Token = { word, kind: kindOf(word) };
		const gap = text.slice(end, index);
		const joint = last ? findJoint(last, gap, token) : '';
		const isBoundary = !last || isBoundaryBetween(last, gap, token);
		if (isBoundary) boundaries[length] = 1;
		length += joint.length;
		if (isBoundary) boundaries[length] = 1;
		parts.push(joint, word);
		if (token.kind === 'own') boundaries.fill(1, length + 1, length + word.length);
		length += word.length;
		end = index + word.length;
		last = token;
	}
	boundaries[length] = 1;
	return { compact: parts.join('').toLowerCase(), boundaries };
}

function kindOf(word: string): Token['kind'] {
	if (/^\d/.test(word)) return 'digits';
	return OWN_WORD.test(word) ? 'own' : 'letters';
}

/** Returns what separates two words in `compact`. */
function findJoint(last: Token, gap: string, next: Token): string {
	if (gap === '' || last.kind === 'own' || last.kind !== next.kind) return '';
	if (next.kind === 'digits') return /^[.,']$/.test(gap) ? '.' : ' ';
	const isAbbreviation = gap === '.' && (last.word.length === 1 || next.word.length === 1);
	return isAbbreviation || gap === "'" || isHyphenated(gap, next) ? '' : ' ';
}

/** Whether a line ends in a word: `Mül-\nler`. */
function isHyphenated(gap: string, next: Token): boolean {
	return gap.startsWith('-') && /^-\s+$/.test(gap) && /^\p{Ll}/u.test(next.word);
}

/** Whether a value may end with the first of two words, or begin with the second. */
function isBoundaryBetween(last: Token, gap: string, next: Token): boolean {
	// `C` isn't in `C++`, and `2` isn't in `2½`. But footnotes such as ² don't change a value.
	if (next.kind === 'own') return gap !== '' || !/^[+#¼½¾⅐-⅞]/.test(next.word);
	if (last.kind === 'own') return true;
	if (gap === '') return false;
	// `-5` isn't 5, but `PO-4711` has 4711.
	if (next.kind === 'digits' && /\s-$/.test(gap)) return false;
	if (last.kind !== next.kind) return true;
	// `non-binding` is two words, but neither is a value without the other.
	if (next.kind === 'letters') return gap !== '-' && !isHyphenated(gap, next);
	if (/^[.,']$/.test(gap)) return false;
	// `2026-0815` is the number of an invoice, `12-15` are two numbers.
	const isCode = last.word.length > 2 || next.word.length > 2 || /^0/.test(last.word);
	return gap !== '-' || !(isCode || next.word.startsWith('0'));
}

/** From so many values of the same length on, a set of the text's parts of this length is faster than a search. */
const MANY_VALUES = 10;
const MAX_LENGTH = 50;

/** Returns a function that finds out whether a text contains a value in compact form as whole words. */
export function createWordFinder({ compact, boundaries }: Words): (value: string) => boolean {
	const counts = new Map<number, number>();
	const parts = new Map<number, Set<string>>();
	return (value) => {
		const { length } = value;
		const count = (counts.get(length) ?? 0) + 1;
		counts.set(length, count);
		if (count >= MANY_VALUES && length <= MAX_LENGTH) {
			const ofLength = parts.get(length) ?? partsOfLength(length);
			parts.set(length, ofLength);
			return ofLength.has(value);
		}
		let at = compact.indexOf(value);
		while (at >= 0 && !(boundaries[at] && boundaries[at + length])) {
			at = compact.indexOf(value, at + 1);
		}
		return at >= 0;
	};

	function partsOfLength(length: number): Set<string> {
		const found = new Set<string>();
		for (let at = 0; at + length <= compact.length; at++) {
			if (boundaries[at] && boundaries[at + length]) found.add(compact.slice(at, at + length));
		}
		return found;
	}
}
