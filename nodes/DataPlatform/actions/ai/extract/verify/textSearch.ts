import { foldText } from '../../../../helpers/characters';
import { groupBy } from '../../../../helpers/values';
import type { DateInterpretations, WrittenDate } from '../dates';
import { datesIn, interpretDate } from '../dates';
import type { DateOrder, VerifyOptions } from '../issues';
import type { WrittenNumber } from '../numbers';
import { interpret, readNumber } from '../numbers';
import type { NumberInText } from './numbersInText';
import { numberKey, numbersIn } from './numbersInText';
import type { Work } from './ocrMatch';
import { ocrMatcher } from './ocrMatch';
import type { TextRange, Words } from './text';
import { indexWords, readVisibleText, splitWords, ungroup } from './text';

/** Where a text holds a value, or `ambiguous` for a date that it holds only if day and month are swapped. */
export type Match = TextRange | 'ambiguous' | undefined;

const DIGITS_OF_CODE = 7;
/** `12.345.678` is a number; a code this long may be written like one. */
const LONG_CODE = 12;

/** Their numbers aren't numbers of the text. */
const TIME = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;
const GROUPED_IBAN =
	/(?<![\p{L}\d])\p{L}{2}\d\d(?: [\p{L}\d]{4}){3,7}(?: [\p{L}\d]{1,3})?(?![\p{L}\d])/gu;

/**
 * Prepares a text for looking up values: the first place of each, as it is or in another form of the same
 * number or date. An index is built when the first value needs it.
 * @param work what alignment may still do for all texts of an item
 */
export function searchText(text: string, options: VerifyOptions, work: Work) {
	const { plain, origin } = readVisibleText(text);
	const words = splitWords(plain);
	const orders: DateOrder[] =
		options.dateOrder === 'certain' ? ['dayFirst', 'monthFirst', 'yearFirst'] : [options.dateOrder];
	const findWords = once(() => indexWords(words));
	const findCode = once(() => indexWords(ungroup(words)));
	const findOcrMatch = once(() => ocrMatcher(words, work));
	const written = once(() => datesIn(plain));
	const dates = once(() => indexDates(written(), orders));
	const numbers = once(() => indexNumbers(withoutDates(plain, written()), options));
	const found = new Map<string | number, Match>();

	function findNumber(
		keys: string[],
		isNegative: boolean,
		isMeant: (number: NumberInText) => boolean = () => true,
	): Match {
		const same = keys.flatMap((key) => numbers().byKey.get(key) ?? []);
		return same.find((each) => (!isNegative || each.isNegative) && isMeant(each))?.range;
	}

	/** A value and the text are compared in the same order. */
	function findDate(days: DateInterpretations = {}): Match {
		const matches = orders.flatMap((order) => dates().get(`${order} ${days[order]}`) ?? []);
		const certain = matches.find(({ isCertain }) => isCertain);
		return matches.length === 0 ? undefined : (certain?.range ?? 'ambiguous');
	}

	/** The number of an account, a card or a phone, however its digits are grouped. */
	function findGrouped({ plain: value, folded }: Words): Match {
		const code = folded.replace(/[ .]/g, '');
		const isLong = code.length >= LONG_CODE;
		if (code.replace(/\D/g, '').length < DIGITS_OF_CODE) return undefined;
		const isCode = (text: string) =>
			isLong || !/[.,]/.test(text) || Object.keys(interpret(text)).length === 0;
		const range = isCode(value) ? findCode()(code) : undefined;
		return range && isCode(plain.slice(range.from, range.to)) ? range : undefined;
	}

	/** Digits in a text field are compared as text: `0815` isn't `815`, but `1299` is `1.299,00`. */
	function findDigits(digits: string): Match {
		const isSeparated = ({ range }: NumberInText) => /\D/.test(plain.slice(range.from, range.to));
		const asNumber = () => findNumber([numberKey(digits)], false, isSeparated);
		return findWords()(digits) ?? (digits.startsWith('0') ? undefined : asNumber());
	}

	function findAmount({ marks, decimals }: WrittenNumber): Match {
		const keys = decimals.map((decimal) => numberKey(decimal, marks.power));
		const isFraction = marks.power === 0 && decimals.every((decimal) => decimal.includes('.'));
		const needsFraction = isFraction && numbers().haveFractions;
		return findNumber(keys, marks.isNegative, (each) => !needsFraction || each.hasFraction);
	}

	function findText(text: string): Match {
		const value = splitWords(foldText(text));
		// A currency sign is a value; punctuation isn't.
		if (value.folded === '') return findSymbol(plain, value.plain.trim());
		const days = interpretDate(text);
		if (/^\s*\d+\s*$/.test(value.plain)) {
			return findDigits(value.folded) ?? findDate(days) ?? findGrouped(value);
		}
		const amount = readNumber(text);
		if (amount) return findAmount(amount) ?? findDate(days) ?? findGrouped(value);
		const found = findWords()(value.folded);
		if (found || days) return found ?? findDate(days);
		return findGrouped(value) ?? findOcrMatch()(value);
	}

	function find(value: string | number): Match {
		if (typeof value === 'string') return findText(value);
		return findNumber([numberKey(String(Math.abs(value)))], value < 0);
	}

	return (value: string | number): Match => {
		if (!found.has(value)) {
			const match = find(value);
			const isFound = typeof match === 'object';
			found.set(value, isFound ? withSigns(text, origin(match), String(value)) : match);
		}
		return found.get(value);
	};
}

/** A function that makes its result when it is called first. */
function once<Result>(make: () => Result): () => Result {
	let made: { result: Result } | undefined;
	return () => (made ??= { result: make() }).result;
}

/** A range with the signs around a value, such as `-` or an emoji, if the text has them, too. */
function withSigns(text: string, { from, to }: TextRange, value: string): TextRange {
	const [before] = /^[^\p{L}\p{N}]*/u.exec(value)!;
	const [after] = /[^\p{L}\p{N}]{0,20}$/u.exec(value)!;
	return {
		from: text.endsWith(before, from) ? from - before.length : from,
		to: text.startsWith(after, to) ? to + after.length : to,
	};
}

function findSymbol(plain: string, symbol: string): Match {
	const at = /^\p{S}+$/u.test(symbol) ? plain.indexOf(symbol) : -1;
	return at < 0 ? undefined : { from: at, to: at + symbol.length };
}

/** The dates in a text by order and day; of the same day the first certain one. */
function indexDates(dates: WrittenDate[], orders: DateOrder[]) {
	const index = new Map<string, { range: TextRange; isCertain: boolean }>();
	for (const { days, from, to } of dates) {
		for (const order of orders) {
			const day = days[order];
			const known = index.get(`${order} ${day}`);
			const isCertain = orders.length === 1 || (days.certain ?? day) === day;
			const isBetter = known ? isCertain && !known.isCertain : day !== undefined;
			if (isBetter) index.set(`${order} ${day}`, { range: { from, to }, isCertain });
		}
	}
	return index;
}

function indexNumbers(plain: string, { numberFormat }: VerifyOptions) {
	const numbers = numbersIn(plain, numberFormat);
	const byKey = groupBy(
		numbers.flatMap((number) => number.keys.map((key) => [key, number] as const)),
	);
	return { byKey, haveFractions: numbers.some(({ hasFraction }) => hasFraction) };
}

/** A text with blanks instead of its dates, times and IBANs. */
function withoutDates(plain: string, dates: WrittenDate[]): string {
	let others = '';
	for (const { from, to, isLoose } of [...dates].sort((a, b) => a.from - b.from)) {
		if (isLoose || from < others.length) continue;
		others += plain.slice(others.length, from) + ' '.repeat(to - from);
	}
	const blank = (found: string) => ' '.repeat(found.length);
	return (others + plain.slice(others.length)).replace(TIME, blank).replace(GROUPED_IBAN, blank);
}
