import { readTexts } from './html';
import { normalize } from './normalize';
import { placesOfPhrase } from './placesOfPhrase';
import { changeText, finishInSlices, lazily, type Steps } from './steps';
import { isJoined, joinWords, type Word, wordsOf } from './words';
import { addTo } from '../../../../helpers/values';

type WordFinder = (value: string) => Steps<boolean>;

/** A word at the end of a line, whose hyphen may belong to it or not. */
const BROKEN_BY_HYPHEN = /(?<=\p{L})-[^\S\n]{0,9}\n\s{0,9}(?=\p{L})/gu;

/** What joins words in some languages: `d'Alice`, `Ann's`. */
const APOSTROPHES = /(?<=\p{L})'(?=\p{L})/gu;

/** Emoji and other pictures. They are words, but may be left out. */
const PICTURES = /(?!°)\p{So}/gu;

/**
 * Returns a function that finds out whether a normalized text contains all words of a value, in a row. `NO.4`,
 * `No 4` and `no4` have the same words, and so have `S.A.` and `SA`. But `1.5` isn't `15`. Words that are broken
 * by a hyphen are found in both spellings. An apostrophe belongs to a word or separates two. Pictures may be left out.
 */
export function* indexText(text: string): Steps<WordFinder> {
	const joined = yield* changeText(text, (part) => part.replace(BROKEN_BY_HYPHEN, ''));
	const withoutPictures = yield* changeText(joined, (part) => part.replace(PICTURES, ' '));
	const split = yield* changeText(joined, (part) => part.replace(APOSTROPHES, ' '));
	const readings = new Set([text, joined, withoutPictures, split]);
	const finders = Array.from(readings, (reading) => lazily(() => indexWords(reading)));
	return function* (value) {
		const wanted = wordsIn(normalize(value));
		for (const finder of finders) {
			const find = yield* finder();
			if (find(wanted)) return true;
		}
		return false;
	};
}

/**
 * Whether a normalized text has the signs of a value without words, such as `***`, between blanks. `?` isn't a
 * value of `What?`. Undefined for a value with words.
 */
export function findSigns(text: string, value: string): boolean | undefined {
	const signs = normalize(value).trim();
	if (signs === '' || wordsIn(signs).length > 0) return undefined;
	const isBlank = (character = ' ') => /\s/.test(character);
	return placesOfPhrase(text, signs).some(
		(from) => isBlank(text[from - 1]) && isBlank(text[from + signs.length]),
	);
}

/** Returns the values whose words the texts that were sent contain, in a row. Other work can run in between. */
export async function findWords(values: Set<string>, texts: string[]): Promise<Set<string>> {
	return await finishInSlices(findWordsSteps(values, texts));
}

function* findWordsSteps(values: Set<string>, texts: string[]): Steps<Set<string>> {
	const found = new Set<string>();
	if (values.size === 0) return found;
	const { visible } = yield* readTexts(texts);
	const hasWords = yield* indexText(yield* changeText(visible, normalize));
	for (const value of values) {
		if (yield* hasWords(value)) found.add(value);
	}
	return found;
}

const wordsIn = (text: string) => Array.from(wordsOf(joinWords(text)), ({ word }) => word);

/** Returns a function that finds words in a row. */
function* indexWords(reading: string): Steps<(wanted: string[]) => boolean> {
	const text = yield* changeText(reading, joinWords);
	/** Where the blank before each word is in `words`: 4 for `red` in ` the red lamp `. */
	const places = new Map<string, number[]>();
	/** The blanks at which a value can't begin or end, because the words around them belong together. */
	const joints = new Set<number>();
	/** The words, in chunks that are joined during the pauses. */
	const chunks: string[] = [];
	let list: string[] = [];
	/** Where the blank before the next word is. */
	let blank = 0;
	let last: Word | undefined;
	for (const next of wordsOf(text)) {
		if (last && isJoined(text, last, next)) joints.add(blank);
		addTo(places, next.word, blank);
		list.push(next.word);
		blank += next.word.length + 1;
		last = next;
		if (list.length < 1000) continue;
		chunks.push(list.join(' '));
		list = [];
		yield;
	}
	const words = ` ${[...chunks, ...list].join(' ')} `;
	const placesOf = (word: string) => places.get(word) ?? [];

	return (wanted) => {
		const phrase = ` ${wanted.join(' ')} `;
		// Usually, a phrase has a rare word, so it's compared at the few places of that word.
		const [rarest = ''] = wanted.toSorted((a, b) => placesOf(a).length - placesOf(b).length);
		// In ` the red lamp `, the rarest word `lamp` is at 8.
		const offset = phrase.indexOf(` ${rarest} `);
		const isPlace = (from: number) =>
			!joints.has(from) && !joints.has(from + phrase.length - 1) && words.startsWith(phrase, from);
		// If even the rarest word is frequent, as in a long `日日日…`, comparing at each place takes the product of both
		// lengths.
		const isFrequent = placesOf(rarest).length * phrase.length > words.length;
		if (isFrequent) return placesOfPhrase(words, phrase).some(isPlace);
		return placesOf(rarest).some((place) => isPlace(place - offset));
	};
}
