import { foldText } from '../../../../helpers/characters';
import type { DateInterpretations } from '../dates';
import { datesIn, interpretDate } from '../dates';
import type { DateOrder, VerifyOptions } from '../issues';
import { readNumber } from '../numbers';
import type { NumberInText } from './numbersInText';
import { numberKey, numbersIn } from './numbersInText';
import type { Work } from './ocrMatch';
import { OcrMatcher } from './ocrMatch';
import type { TextRange } from './visibleText';
import { readVisibleText } from './visibleText';
import type { Words } from './words';
import { boundariesOf, splitWords, ungroup, WordIndex } from './words';

/** Where a text holds a value, or that it holds it only if an ambiguous date is read the other way. */
export type Match = TextRange | 'ambiguous' | undefined;

const DIGITS_OF_CODE = 7;
/** `12.345.678` is a number; a code this long may be grouped by points. */
const LONG_CODE = 12;
const TIME = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;
const GROUPED_IBAN =
	/(?<![\p{L}\d])\p{L}{2}\d\d(?: [\p{L}\d]{4}){3,7}(?: [\p{L}\d]{1,3})?(?![\p{L}\d])/gu;

/** A text in which values are looked up. Each of its indexes is built when the first value needs it. */
export class TextSearch {
	private readonly visible;

	private readonly words: Words;

	private readonly found = new Map<string | number, Match>();

	private readonly indexes: {
		words?: WordIndex;
		codes?: WordIndex;
		dates?: Record<DateOrder, DatesByDay>;
		numbers?: { byKey: Map<string, NumberInText[]>; haveFractions: boolean };
		ocr?: OcrMatcher;
	} = {};

	/** @param work what alignment may still do for all texts of an item */
	constructor(
		text: string,
		private readonly options: VerifyOptions,
		private readonly work: Work,
	) {
		this.visible = readVisibleText(text);
		this.words = splitWords(this.visible.plain);
	}

	/** The first place of a value, as it is or in another form of the same number or date. */
	find(value: string | number): Match {
		if (!this.found.has(value)) {
			const match = typeof value === 'number' ? this.number(value) : this.textValue(value);
			this.found.set(value, typeof match === 'object' ? this.visible.origin(match) : match);
		}
		return this.found.get(value);
	}

	private number(value: number): Match {
		return this.numberIn([numberKey(String(Math.abs(value)))], value < 0);
	}

	private textValue(value: string): Match {
		const words = splitWords(foldText(value));
		if (words.folded === '') return this.symbol(words.plain.trim());
		if (/^\s*\d+\s*$/.test(words.plain)) return this.digits(words);
		const amount = readNumber(value);
		if (amount) return this.amount(amount) ?? this.date(interpretDate(value)) ?? this.code(words);
		const asWritten = this.asWritten(words);
		if (asWritten) return asWritten;
		const days = interpretDate(value);
		return days ? this.date(days) : (this.code(words) ?? this.misread(words));
	}

	/** A currency sign is a value; punctuation isn't. */
	private symbol(value: string): Match {
		const at = /^\p{S}+$/u.test(value) ? this.visible.plain.indexOf(value) : -1;
		return at < 0 ? undefined : { from: at, to: at + value.length };
	}

	/** Digits in a text field are compared as text: `0815` isn't `815`. */
	private digits(words: Words): Match {
		const isWhole = /^[1-9]\d*$/.test(words.folded);
		const isGrouped = ({ range }: NumberInText) =>
			/\D/.test(this.visible.plain.slice(range.from, range.to));
		const grouped = isWhole
			? this.numberIn([numberKey(words.folded)], false, isGrouped)
			: undefined;
		return (
			this.asWritten(words) ?? grouped ?? this.date(interpretDate(words.plain)) ?? this.code(words)
		);
	}

	private amount({ marks, decimals }: NonNullable<ReturnType<typeof readNumber>>): Match {
		const hasFraction = decimals.every((decimal) => decimal.includes('.')) && marks.power === 0;
		const { haveFractions } = this.numbers();
		const keys = decimals.map((decimal) => numberKey(decimal, marks.power));
		return this.numberIn(
			keys,
			marks.isNegative,
			(number) => !hasFraction || number.hasFraction || !haveFractions,
		);
	}

	private numberIn(
		keys: string[],
		isNegative: boolean,
		isMeant: (number: NumberInText) => boolean = () => true,
	): Match {
		const { byKey } = this.numbers();
		const numbers = keys.flatMap((key) => byKey.get(key) ?? []);
		return numbers.find((each) => (!isNegative || each.isNegative) && isMeant(each))?.range;
	}

	private numbers() {
		if (!this.indexes.numbers) {
			const numbers = numbersIn(this.withoutDates(), this.options.numberFormat);
			const byKey = new Map<string, NumberInText[]>();
			for (const number of numbers) {
				for (const key of number.keys) {
					const same = byKey.get(key);
					if (same) same.push(number);
					else byKey.set(key, [number]);
				}
			}
			const haveFractions = numbers.some(({ hasFraction }) => hasFraction);
			this.indexes.numbers = { byKey, haveFractions };
		}
		return this.indexes.numbers;
	}

	/** The day of a date, the minute of a time and the groups of an IBAN aren't numbers. */
	private withoutDates(): string {
		const { plain } = this.visible;
		const dates = datesIn(plain).filter(({ isLoose }) => !isLoose);
		let others = '';
		for (const { from, to } of dates.sort((a, b) => a.from - b.from)) {
			if (from < others.length) continue;
			others += plain.slice(others.length, from) + ' '.repeat(to - from);
		}
		const blank = (found: string) => ' '.repeat(found.length);
		return (others + plain.slice(others.length)).replace(TIME, blank).replace(GROUPED_IBAN, blank);
	}

	private asWritten(words: Words): Match {
		this.indexes.words ??= new WordIndex(this.words, boundariesOf(this.words));
		return this.indexes.words.find(words.folded);
	}

	/** The number of an account, a card or a phone, however its digits are grouped. */
	private code({ plain, folded }: Words): Match {
		const code = folded.replace(/[ .]/g, '');
		const digits = code.replace(/\D/g, '');
		if (/[.,]/.test(plain) && code.length < LONG_CODE) return undefined;
		if (digits.length < DIGITS_OF_CODE) return undefined;
		if (!this.indexes.codes) {
			const { words, boundaries } = ungroup(this.words);
			this.indexes.codes = new WordIndex(words, boundaries);
		}
		const range = this.indexes.codes.find(code);
		const written = range ? this.visible.plain.slice(range.from, range.to) : '';
		return code.length < LONG_CODE && written.includes('.') ? undefined : range;
	}

	/** A value and a text are compared in the same order. */
	private date(days: DateInterpretations = {}): Match {
		const matches = this.orders.flatMap((order) => this.dates()[order].get(days[order]!) ?? []);
		const certain = matches.find(({ isCertain }) => isCertain);
		return matches.length === 0 ? undefined : (certain?.range ?? 'ambiguous');
	}

	private get orders(): DateOrder[] {
		const { dateOrder } = this.options;
		return dateOrder === 'certain' ? ['dayFirst', 'monthFirst', 'yearFirst'] : [dateOrder];
	}

	/** The dates in the text by order and day; of the same day the first certain one. */
	private dates() {
		if (this.indexes.dates) return this.indexes.dates;
		const dates = datesByOrder();
		for (const { days, from, to } of datesIn(this.visible.plain)) {
			for (const order of this.orders) {
				const day = days[order];
				if (day === undefined || dates[order].get(day)?.isCertain) continue;
				const isCertain = this.orders.length === 1 || (days.certain ?? day) === day;
				if (isCertain || !dates[order].has(day))
					dates[order].set(day, { range: { from, to }, isCertain });
			}
		}
		return (this.indexes.dates = dates);
	}

	private misread(words: Words): Match {
		this.indexes.ocr ??= new OcrMatcher(this.words, this.work);
		return this.indexes.ocr.find(words);
	}
}

type DatesByDay = Map<string, { range: TextRange; isCertain: boolean }>;

function datesByOrder(): Record<DateOrder, DatesByDay> {
	return { certain: new Map(), dayFirst: new Map(), monthFirst: new Map(), yearFirst: new Map() };
}
