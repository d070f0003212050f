import { readHtml } from './html';
import { matchAt } from './scanner';
import { changeText, finish, lazily, type Steps } from './steps';
import { addTo } from '../../../../helpers/values';

/** Letters and signs that Unicode doesn't decompose. */
const PLAIN: Record<string, string> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ı: 'i', ð: 'd', ħ: 'h', ς: 'σ', '٫': '.' },
};

/** What Unicode calls ignorable by default, such as soft hyphens and variation selectors, and the Arabic tatweel. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;
/** The same without the soft hyphen, which also says where a word goes on. */
const INVISIBLE_BUT_SHY = /(?!\u00ad)[\p{Default_Ignorable_Code_Point}\u0640]/gu;
const BROKEN_WORD = /\n?\u00ad[^\S\n]{0,9}\n\s{0,9}/g;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** The marks of scripts in which they are optional, or only an accent. Those of others make other letters: `が`. */
const MARKS =
	/(?=\p{Mn})[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}]/gu;

/** Not superscripts and fractions, because `99²` isn't 992. */
const TO_DECOMPOSE = /[^\p{ASCII}\p{No}™℠]{1,1000}/gu;

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/**
 * Normalizes text for comparisons: `É – １２` becomes `E - 12`. All line breaks become `\n`. Removes accents,
 * invisible characters, and Markdown's backslashes. Converts the digits of all scripts. Keeps upper and lower case.
 */
export function normalize(text: string): string {
	return (
		text
			.replace(LINE_BREAK, '\n')
			.replace(INVISIBLE_BUT_SHY, '')
			.replace(BROKEN_WORD, '')
			.replace(INVISIBLE, '')
			.replace(/[´`‘’ʼ′٬]/g, "'")
			.replace(/[\p{Pd}\u2212]/gu, '-')
			.replace(/[\u2044\u2215]/g, '/')
			.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
			.replace(/[ßæœøłıðħς٫]/giu, (character) => PLAIN[character.toLowerCase()] ?? character)
			// Alone, it's the sign of the dong.
			.replace(/(?<=\p{L})đ|đ(?=\p{L})/giu, 'd')
			.replace(TO_DECOMPOSE, (part) => part.normalize('NFKD').replace(MARKS, '').normalize('NFC'))
			.replace(OTHER_DIGIT, toDigit)
	);
}

/** Unicode lists the digits 0 to 9 of each script in a row, so the distance from the zero is the value. */
function toDigit(character: string): string {
	const code = character.codePointAt(0)!;
	let zero = code;
	while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String(code - zero);
}

/** Normalizes text as a person sees it: HTML as a browser shows it. */
export function normalizeVisible(text: string): string {
	return normalize(finish(readHtml(text)).visible);
}

/** What a character is: a part of a number or a word, a word of its own, or a separator. */
const Kind = { Digit: 1, Letter: 2, Own: 3, Separator: 4 };

/** Thai, Lao, Burmese, Khmer, and East Asian scripts are compared by letters. */
const WITHOUT_SPACES =
	/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff\uf900-\uffff\u{20000}-\u{3ffff}]/u;

function classify(character: string): number {
	if (/\d/.test(character)) return Kind.Digit;
	// Signs that only separate, or that are left out: `A | B`, `Acme™`.
	if (/[=|~™®©]/.test(character)) return Kind.Separator;
	if (/[%‰#@\p{Sm}\p{Sc}\p{So}\p{No}]/u.test(character)) return Kind.Own;
	if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return Kind.Separator;
	return WITHOUT_SPACES.test(character) ? Kind.Own : Kind.Letter;
}

/** The kinds of the characters so far, because Unicode's properties are slow. */
const kinds = new Uint8Array(0x10000);

/** What the character at a position is. The second half of a pair belongs to the first. */
function kindAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit >= 0xd800 && unit <= 0xdbff) return classify(characterAt(text, at));
	if (at >= text.length) return Kind.Separator;
	return (kinds[unit] ||= classify(text[at]));
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at)!);

/** Returns where a word ends that begins at a position, or the position itself if none begins there. */
function endOfWord(text: string, at: number): number {
	switch (kindAt(text, at)) {
		case Kind.Digit:
			return endOfNumber(text, at);
		case Kind.Letter:
			return endOf(Kind.Letter, text, at);
		case Kind.Own:
			if (text[at] === '<' || text[at] === '>') return isComparison(text, at) ? at + 1 : at;
			return at + characterAt(text, at).length;
		default:
			return isMinus(text, at) ? at + 1 : at;
	}
}

/** Returns where a row of characters of one kind ends. */
function endOf(kind: number, text: string, from: number): number {
	let at = from;
	while (kindAt(text, at) === kind) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
	return at;
}

/** `3.10` and `1.2.3` are words. */
function endOfNumber(text: string, from: number): number {
	let end = endOf(Kind.Digit, text, from);
	while (text[end] === '.' && kindAt(text, end + 1) === Kind.Digit) {
		end = endOf(Kind.Digit, text, end + 1);
	}
	return end;
}

/** A minus before a number, but not the hyphen of `PO-4711` and `5-7`. */
function isMinus(text: string, at: number): boolean {
	if (text[at] !== '-' || kindAt(text, at + 1) !== Kind.Digit) return false;
	const before = at === 0 ? Kind.Separator : kindAt(text, at - 1);
	return before !== Kind.Digit && !/[\p{L})%.]/u.test(text[at - 1] ?? '');
}

/** `TSH < 16`, `p<0.05` and `a > b`, but not `<Acme>` and `->`. */
function isComparison(text: string, at: number): boolean {
	if (/\d/.test(text.slice(at + 1, at + 4))) return true;
	return text[at] === '<' ? !/\p{L}/u.test(text[at + 1] ?? '') : /\s/.test(text[at - 1] ?? '');
}

/** The periods of `S.A.`. */
const INITIALS = /(?<!\p{L})\p{L}(?:\.\p{L}(?!\p{L}))+/gu;

/** Makes one word of `O'Rourke` and of `S.A.`, and one number of `1,5` and `1.5`. */
function joinWords(text: string): string {
	return text
		.replace(INITIALS, (initials) => initials.replaceAll('.', ''))
		.replace(/(?<=\p{L})'(?=\p{L})/gu, '')
		.replace(/(?<=\d)[,'](?=\d)/g, '.')
		.toLowerCase()
		.replaceAll('ς', 'σ');
}

/** A word at the end of a line, whose hyphen may belong to it or not. */
const BROKEN_BY_HYPHEN = /(?<=\p{L})-[^\S\n]{0,9}\n\s{0,9}(?=\p{L})/gu;

/** Emoji and other pictures. They are words, but may be left out. */
const PICTURES = /(?!°)\p{So}/gu;

/** Finds out whether a text contains all words of a value, in a row. */
type WordFinder = (value: string) => Steps<boolean>;

/**
 * Returns a function that finds out whether a normalized text contains all words of a value, in a row. `NO.4`,
 * `No 4` and `no4` have the same words, and so have `S.A.` and `SA`. But `1.5` isn't `15`.
 */
export function createWordFinder(text: string): (value: string) => boolean {
	const find = finish(indexText(text));
	return (value) => finish(find(value));
}

/** The same in steps. Words that are broken by a hyphen are found in both spellings, pictures may be left out. */
export function* indexText(text: string): Steps<WordFinder> {
	const joined = text.replace(BROKEN_BY_HYPHEN, '');
	const readings = new Set([text, joined, joined.replace(PICTURES, ' ')]);
	const finders = Array.from(readings, (reading) => lazily(() => indexWords(reading)));
	yield;
	return function* (value) {
		const letters = joinWords(normalize(value));
		for (const finder of finders) {
			const find = yield* finder();
			if (find(letters)) return true;
		}
		return false;
	};
}

/** Returns a function that finds the words of a result of `joinWords` in a text. */
function* indexWords(reading: string): Steps<(value: string) => boolean> {
	const text = yield* changeText(reading, joinWords);
	/** Where each word is in `words`, with the blank before it. */
	const places = new Map<string, number[]>();
	/** Where a value can't begin or end, because two words belong together. */
	const joints = new Set<number>();
	const list: string[] = [];
	let length = 0;
	let last: Word | undefined;
	for (const next of wordsOf(text)) {
		if (last && isJoined(text, last, next)) joints.add(length);
		addTo(places, next.word, length);
		list.push(next.word);
		length += next.word.length + 1;
		last = next;
		if (list.length % 1000 === 0) yield;
	}
	const words = ` ${list.join(' ')} `;
	const placesOf = (word: string) => places.get(word) ?? [];

	return (value) => {
		const wanted = Array.from(wordsOf(value), ({ word }) => word);
		const phrase = ` ${wanted.join(' ')} `;
		// The rarest word has the fewest places to compare.
		const [rarest = ''] = wanted.toSorted((a, b) => placesOf(a).length - placesOf(b).length);
		const offset = phrase.indexOf(` ${rarest} `);
		const isPlace = (from: number) =>
			!joints.has(from) && !joints.has(from + phrase.length - 1) && words.startsWith(phrase, from);
		const isFrequent = placesOf(rarest).length * phrase.length > words.length;
		if (isFrequent) return placesOfPhrase(words, phrase).some(isPlace);
		return placesOf(rarest).some((place) => isPlace(place - offset));
	};
}

interface Word {
	word: string;
	from: number;
	to: number;
}

function* wordsOf(text: string): Generator<Word> {
	for (let from = 0; from < text.length;) {
		const to = endOfWord(text, from);
		if (to > from) yield { word: text.slice(from, to), from, to };
		from = Math.max(to, from + 1);
	}
}

/** Whether two words in a row belong together, so that one isn't a value without the other. */
function isJoined(text: string, last: Word, next: Word): boolean {
	const gap = text.slice(last.to, next.from);
	const [before, after] = [last, next].map(({ from }) => kindAt(text, from));
	if (/^-\s{1,20}$/.test(gap) && gap.includes('\n'))
		return before === Kind.Letter && after === Kind.Letter;
	if (gap !== '' && gap !== '-') return false;
	// `C` isn't in `C++`, and `2` isn't in `2½`. But footnotes such as ² don't change a value.
	if (after === Kind.Own) return gap === '' && /^[+#¼½¾⅐-⅞]/.test(next.word);
	if (before === Kind.Own) return false;
	// `-2 lamps` at the start of a line may be in a list.
	if (last.word === '-') return !isBullet(text, last.from);
	// `12-07` and `Lamp-A` are joined, but `PO-4711` has 4711.
	return gap === '' || before === after;
}

/** Whether the hyphen of `-2 lamps` may be a bullet: at the start of a line, before a whole number and a word. */
export function isBullet(text: string, at: number): boolean {
	return matchAt(/(?<=(?:^|\n)[^\S\n]{0,20})-\d{1,6} ?\p{L}/uy, text, at) !== null;
}

/** Finds where a phrase begins, as Knuth, Morris and Pratt do: in linear time, even if both repeat themselves. */
function placesOfPhrase(text: string, phrase: string): number[] {
	const places: number[] = [];
	/** For each beginning of the phrase, how long a part of its start is that it also ends with. */
	const borders = [0];
	const extend = (length: number, unit: number): number => {
		let fitting = length;
		while (fitting > 0 && unit !== phrase.charCodeAt(fitting)) fitting = borders[fitting - 1];
		return unit === phrase.charCodeAt(fitting) ? fitting + 1 : fitting;
	};
	for (let at = 1; at < phrase.length; at++) {
		borders.push(extend(borders[at - 1], phrase.charCodeAt(at)));
	}
	for (let at = 0, length = 0; at < text.length; at++) {
		length = extend(length, text.charCodeAt(at));
		if (length === phrase.length) places.push(at + 1 - length);
	}
	return places;
}
