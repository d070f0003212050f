import type { MessageContent } from '../../../../transport/contract';
import type { DateOrder } from '../dates';
import type { Place } from '../plainText';
import { MOST_WORK } from './misread';
import { TextIndex } from './textIndex';

/** How many characters of the text stand before and behind a value in its evidence. */
const AROUND = 30;

/** Where a value stands in what was sent. */
export interface Passage extends Place {
	/** Which content item, counted from 0. */
	content: number;
	/** The value with what stands around it. */
	words: string;
}

/** The content of a request, as it is looked through for values. */
export class SentTexts {
	/** Whether all that was sent is text. */
	readonly isAllText: boolean;

	/** By the places of their content items. */
	private readonly texts = new Map<number, TextIndex>();

	constructor(contents: MessageContent[], dateOrder?: DateOrder) {
		const work = { left: MOST_WORK };
		for (const [at, { type, text }] of contents.entries()) {
			if (type !== 'TEXT' || typeof text !== 'string') continue;
			this.texts.set(at, new TextIndex(text, dateOrder, work));
		}
		this.isAllText = this.texts.size === contents.length;
	}

	/** The first place of a value; undefined when no text holds it. */
	find(value: string | number): Passage | undefined {
		for (const [content, index] of this.texts) {
			const place = index.find(value);
			if (place) return { content, ...place, words: wordsAround(index.text, place) };
		}
		return undefined;
	}
}

function wordsAround(text: string, { from, to }: Place): string {
	const before = text.slice(Math.max(0, from - AROUND), from);
	const behind = text.slice(to, to + AROUND);
	const begin = from > AROUND ? before.replace(/^\S+/, '…') : before;
	const end = to + AROUND < text.length ? behind.replace(/\S{1,30}$/, '…') : behind;
	return begin + text.slice(from, to) + end;
}
