import { addTo } from '../../../../helpers/values';

/** Letters and signs that Unicode doesn't decompose. */
const PLAIN: Record<string, string> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ı: 'i', ς: 'σ', '٫': '.' },
};

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
		.replace(/[ßæœøłıς٫]/giu, (character) => PLAIN[character.toLowerCase()] ?? character)
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

/** Matches a sticky expression: what begins at a position or, with a lookbehind, ends there. */
export function matchAt(sticky: RegExp, text: string, position: number): RegExpExecArray | null {
	sticky.lastIndex = position;
	return sticky.exec(text);
}

/** Characters that are words of their own: signs, superscripts, and scripts without spaces between words. */
const OWN = String.raw`[%‰°+#@\p{Sc}\p{No}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]`;
const OWN_WORD = new RegExp(OWN, 'u');
/** A minus, but not the hyphen of `PO-4711`. */
const MINUS = String.raw`(?<![\p{L}\d)%.])-(?=\d)`;
const WORDS = new RegExp(String.raw`${MINUS}|\d+(\.\d+)*|${OWN}|((?!${OWN})[\p{L}\p{M}])+`, 'gu');

/** The periods of `S.A.`, the apostrophe of `O'Rourke`, and the hyphen of a word on two lines. */
const INSIDE_WORDS =
	/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))|(?<=\p{L})'(?=\p{L})|(?<=\p{L})-[ \t]{0,9}\n\s{0,9}(?=\p{Ll})/gu;

/** Separators in a number. `1,5` and `1.5` are the same word. */
const INSIDE_NUMBERS = /(?<=\d)[,'](?=\d)/g;

const joinWords = (text: string) =>
	text.replace(INSIDE_WORDS, '').replace(INSIDE_NUMBERS, '.').toLowerCase();

/**
 * Returns a function that finds out whether a normalized text contains all words of a value, in a row. `NO.4`,
 * `No 4` and `no4` have the same words, and so have `S.A.` and `SA`. But `1.5` isn't `15`.
 */
export function createWordFinder(text: string): (value: string) => boolean {
	const letters = joinWords(text);
	/** Where each word is in `words`, with the blank before it. */
	const places = new Map<string, number[]>();
	/** Where a value can't begin or end, because two words belong together. */
	const joints = new Set<number>();
	let words = '';
	let last = '';
	let end = 0;
	for (const { 0: word, index } of letters.matchAll(WORDS)) {
		if (isJoinedTo(last, letters.slice(end, index), word)) joints.add(words.length);
		addTo(places, word, words.length);
		words += ` ${word}`;
		last = word;
		end = index + word.length;
	}
	words += ' ';
	const placesOf = (word: string) => places.get(word) ?? [];

	return (value) => {
		const wanted = joinWords(normalize(value)).match(WORDS) ?? [];
		const phrase = ` ${wanted.join(' ')} `;
		// The rarest word has the fewest places to compare.
		const [rarest = ''] = wanted.toSorted((a, b) => placesOf(a).length - placesOf(b).length);
		return placesOf(rarest).some((place) => {
			const from = place - phrase.indexOf(` ${rarest} `);
			const isJoined = joints.has(from) || joints.has(from + phrase.length - 1);
			return !isJoined && words.startsWith(phrase, from);
		});
	};
}

/** Whether a word belongs to the last one, with this gap between them. */
function isJoinedTo(last: string, gap: string, word: string): boolean {
	if (last === '' || (gap !== '' && gap !== '-')) return false;
	// `C` isn't in `C++`, and `2` isn't in `2½`. But footnotes such as ² don't change a value.
	if (OWN_WORD.test(word)) return gap === '' && /^[+#¼½¾⅐-⅞]/.test(word);
	if (OWN_WORD.test(last)) return false;
	// `-5`, `12-07` and `Lamp-A` are joined, but `PO-4711` has 4711.
	return gap === '' || /^\d/.test(word) === /^\d/.test(last);
}

const INLINE = 'a|b|em|font|i|label|mark|o:p|s|small|span|strong|sub|sup|u|wbr';
const BLOCK =
	'address|article|blockquote|body|br|button|center|dd|div|!doctype|dl|dt|footer|form|h[1-6]|head|header|hr|' +
	'html|img|input|li|link|main|meta|nav|ol|p|pre|section|select|svg|table|tbody|td|tfoot|th|thead|tr|ul';

/** Only known tags: `Ann <ann@example.com>` and `<Company>` are text. */
const TAG = new RegExp(String.raw`</?(?:(${INLINE})|${BLOCK})(?=[\s/>])("[^"<]*"|[^<>"])*>`, 'gi');

/** What a person doesn't see, if it's closed. The search for its end stops at the next one, so it's linear. */
const HIDDEN =
	/<!--(?:(?!<!--)[^])*?-->|<(script|style|template|title)(?=[\s/>])(?:(?!<\1[\s/>])[^])*?<\/\1>/gi;

/** `&Auml;` is an A for a comparison. */
const ACCENTED =
	/&([a-z]|[ao]e)(?:acute|breve|caron|cedil|circ|grave|lig|ogon|ring|slash|strok|tilde|uml);/gi;
const NUMERIC = /&#(x[\da-f]{1,5}|\d{1,6});/gi;
const NAMED = /&([a-z]{2,20}\d{0,2});/gi;

/** What named entities mean in a comparison. The others, such as `&nbsp;` and `&bull;`, separate words. */
const ENTITIES = new Map(
	Object.entries({
		...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", rsquo: "'", shy: '', szlig: 'ss' },
		...{ minus: '-', ndash: '-', mdash: '-', euro: '€', pound: '£', yen: '¥', frac12: '½' },
	}),
);

/** Normalizes text as a person sees it: without HTML tags and hidden elements, and with entities decoded. */
export function normalizeVisible(text: string): string {
	const visible = text
		.replace(HIDDEN, (_, element?: string) => (element ? '\n' : ''))
		.replace(TAG, (_, inline?: string) => (inline ? '' : '\n'))
		.replace(ACCENTED, '$1')
		.replace(NUMERIC, (_, code: string) => String.fromCodePoint(Number(code.replace(/x/i, '0x'))))
		.replace(NAMED, (_, name: string) => ENTITIES.get(name.toLowerCase()) ?? ' ');
	return normalize(visible);
}
