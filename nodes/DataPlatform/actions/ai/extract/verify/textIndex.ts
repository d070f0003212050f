import { groupBy } from '../../../../helpers/values';
import type { WrittenNumber } from '../amounts';
import { amountsOf, sizeOf, writtenNumbers } from '../amounts';
import type { DateOrder, WrittenDate } from '../dates';
import { isSameDate, readingsOf, writtenDates } from '../dates';
import type { Place } from '../plainText';
import type { FoldedText } from './foldedText';
import { foldText, placeOf, withoutGroups } from './foldedText';
import type { AlignableText, Work } from './misread';
import { alignable, misreadPlaceOf, MOST_WORK } from './misread';

const IN_A_ROW = /^\d+ +\d+ +\d+$/;
const DIGITS_OF_CODE = 7;
const TIME = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;

/** A text, looked through once for everything that values are looked up by. */
export class TextIndex {
	readonly text: string;

	private readonly folded: FoldedText;

	private numbersBySize?: Map<string, WrittenNumber[]>;

	private alignable?: AlignableText;

	private dates?: WrittenDate[];

	private hasFractions = false;

	private ungrouped?: FoldedText;

	private readonly dateOrder?: DateOrder;

	private readonly work: Work;

	/**
	 * @param dateOrder what stands first in dates; undefined: each order is looked for
	 * @param work what may still be done to find misread values; shared by the texts of an item
	 */
	constructor(text: string, dateOrder?: DateOrder, work: Work = { left: MOST_WORK }) {
		this.text = text;
		this.dateOrder = dateOrder;
		this.work = work;
		this.folded = foldText(text);
	}

	/**
	 * Where the text holds a value: as it stands, or in another notation of the same number or date.
	 * @returns undefined when it does not, or when there is nothing to look for
	 */
	find(value: string | number): Place | undefined {
		if (typeof value === 'number') return this.number(sizeOf(String(Math.abs(value))), value < 0);
		const { sign, notations } = amountsOf(value);
		if (notations.length === 0) return this.words(value);
		const asWritten = /\p{L}/u.test(value) ? placeOf(foldText(value), this.folded) : undefined;
		return asWritten ?? this.amount(sign, notations) ?? this.date(value) ?? this.code(value);
	}

	private amount(sign: string, notations: string[]): Place | undefined {
		const hasFraction = notations.every((notation) => notation.includes('.'));
		const places = notations.map((n) => this.number(sizeOf(n), sign === '-', hasFraction));
		return places.find(Boolean);
	}

	private number(size: string, isNegative: boolean, hasFraction = false): Place | undefined {
		this.numbersBySize ??= this.numbers();
		const isMeant = (number: WrittenNumber) =>
			(!isNegative || number.isNegative) &&
			(!hasFraction || number.hasFraction || !this.hasFractions);
		return this.numbersBySize.get(size)?.find(isMeant)?.place;
	}

	private numbers(): Map<string, WrittenNumber[]> {
		const numbers = writtenNumbers(this.withoutDates());
		this.hasFractions = numbers.some(({ hasFraction }) => hasFraction);
		return groupBy(numbers.flatMap((each) => each.sizes.map((size) => [size, each] as const)));
	}

	private words(value: string): Place | undefined {
		const words = foldText(value);
		if (words.folded === '') return this.asItStands(words.plain.trim());
		const asWritten = placeOf(words, this.folded);
		if (asWritten) return asWritten;
		if (readingsOf(value)) return this.date(value);
		return this.code(value) ?? this.misread(words);
	}

	private misread(words: FoldedText): Place | undefined {
		this.alignable ??= alignable(this.folded);
		return misreadPlaceOf(words, this.alignable, this.work);
	}

	/** A number of an account, a card or a phone, however its digits are grouped. */
	private code(value: string): Place | undefined {
		const code = withoutGroups(foldText(value));
		const digits = code.folded.replace(/\D/g, '');
		if (/[.,]/.test(value) || digits.length < DIGITS_OF_CODE) return undefined;
		this.ungrouped ??= withoutGroups(this.folded);
		return placeOf(code, this.ungrouped);
	}

	private date(value: string): Place | undefined {
		const date = readingsOf(value);
		if (!date) return undefined;
		return this.writtenDates().find(({ readings }) => isSameDate(date, readings, this.dateOrder))
			?.place;
	}

	private writtenDates(): WrittenDate[] {
		return (this.dates ??= writtenDates(this.folded.plain));
	}

	/** The day of a date and the minute of a time are no numbers; three numbers in a row are no date. */
	private withoutDates(): string {
		const { plain } = this.folded;
		let others = '';
		const dates = this.writtenDates()
			.map(({ place }) => place)
			.filter(({ from, to }) => !IN_A_ROW.test(plain.slice(from, to)));
		for (const { from, to } of dates.sort((a, b) => a.from - b.from)) {
			if (from < others.length) continue;
			others += plain.slice(others.length, from) + ' '.repeat(to - from);
		}
		others += plain.slice(others.length);
		return others.replace(TIME, (time) => ' '.repeat(time.length));
	}

	private asItStands(value: string): Place | undefined {
		const from = this.folded.plain.indexOf(value);
		return from < 0 ? undefined : { from, to: from + value.length };
	}
}
