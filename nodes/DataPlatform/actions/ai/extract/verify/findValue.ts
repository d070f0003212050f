import { foldText } from '../../../../helpers/characters';
import { groupBy } from '../../../../helpers/values';
import { readVisibleText, type TextRange } from '../../../../helpers/visibleText';
import { datesIn, interpretDate, type DateInterpretations, type DateInText } from '../dates';
import type { DateOrder, LookUpOptions } from '../issues';
import { interpretDigits, interpretNumber, type InterpretedNumber } from '../numbers';
import { numberKey, numbersIn, type NumberInText } from './numbersInText';
import { createOcrMatcher, type StepBudget } from './ocrMatch';
import { createWordFinder, toSearchableText, type SearchableText } from './text';

/** Where a text contains a value. `ambiguous` for March 4 if the text has `03.04.2026` (likely April 3). */
export type Match = TextRange | 'ambiguous' | undefined;

const MIN_CODE_DIGITS = 7;

/** The digits of times and IBANs don't count as numbers of the text. */
const TIME = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;
const GROUPED_IBAN =
	/(?<![\p{L}\d])\p{L}{2}\d\d(?: [\p{L}\d]{4}){3,7}(?: [\p{L}\d]{1,3})?(?![\p{L}\d])/gu;

/**
 * Returns a function that finds a value in a text, or another form of the same number or date. Each index
 * of the text (words, numbers, dates) is built when a value first needs it.
 * @param budget limits the work of OCR matching; shared by all texts of an item
 */
export function createValueFinder(text: string, options: LookUpOptions, budget: StepBudget) {
	const { plain, origin } = readVisibleText(text);
	const words = toSearchableText(plain);
	const orders: DateOrder[] =
		options.dateOrder === 'notSpecified'
			? ['dayFirst', 'monthFirst', 'yearFirst']
			: [options.dateOrder];
	const wordFinder = once(() => createWordFinder(words));
	const codeFinder = once(() => createWordFinder(toSearchableText(plain, true)));
	const ocrMatcher = once(() => createOcrMatcher(words, budget));
	const allDates = once(() => datesIn(plain));
	const dates = once(() => indexDates(allDates(), orders));
	const numbers = once(() => indexNumbers(blankDatesAndCodes(plain, allDates()), options));
	const known = new Map<string | number, Match>();

	function findNumber(keys: string[], isMeant: (number: NumberInText) => boolean): Match {
		return keys.flatMap((key) => numbers().byKey.get(key) ?? []).find(isMeant)?.range;
	}

	/** Reads the value and the text in the same date order, so `03/04/26` doesn't match `04/03/26`. */
	function findDate(days: DateInterpretations = {}): Match {
		const matches = orders.flatMap((order) => dates().get(`${order} ${days[order]}`) ?? []);
		const notSpecified = matches.find(({ isCertain }) => isCertain);
		return matches.length === 0 ? undefined : (notSpecified?.range ?? 'ambiguous');
	}

	/** Finds the number of an account, a card or a phone, however its digits are grouped. */
	function findGrouped({ plain: value, compact }: SearchableText): Match {
		const code = compact.replace(/[ .]/g, '');
		if (code.replace(/\D/g, '').length < MIN_CODE_DIGITS) return undefined;
		const isNumber = (text: string) =>
			/[.,]/.test(text) && Object.keys(interpretDigits(text)).length > 0;
		const range = isNumber(value) ? undefined : codeFinder()(code);
		return range && !isNumber(plain.slice(range.from, range.to)) ? range : undefined;
	}

	/** Compares digits as text, because `0815` isn't `815`. But `1299` also matches `1.299,00`. */
	function findDigits(digits: string): Match {
		const isSeparated = ({ range }: NumberInText) => /\D/.test(plain.slice(range.from, range.to));
		const asNumber = () => findNumber([numberKey(digits)], isSeparated);
		return wordFinder()(digits) ?? (digits.startsWith('0') ? undefined : asNumber());
	}

	function findAmount({ power, decimals, ...value }: InterpretedNumber): Match {
		const keys = decimals.map((decimal) => numberKey(decimal, power));
		const isFraction = power === 0 && decimals.every((decimal) => decimal.includes('.'));
		const needsFraction = isFraction && numbers().haveFractions;
		const isOtherCurrency = (codes: string[]) =>
			value.currency && codes.length > 0 && !codes.includes('') && !codes.includes(value.currency);
		return findNumber(
			keys,
			({ isNegative, hasFraction, currencies }) =>
				(isNegative || !value.isNegative) &&
				(hasFraction || !needsFraction) &&
				!isOtherCurrency(currencies),
		);
	}

	function findText(text: string): Match {
		const value = toSearchableText(foldText(text));
		// A symbol such as € is a value; punctuation isn't.
		if (value.compact === '') return findSymbol(plain, value.plain);
		const days = interpretDate(text);
		if (/^\s*\d+\s*$/.test(value.plain)) {
			return findDigits(value.compact) ?? findDate(days) ?? findGrouped(value);
		}
		const amount = interpretNumber(text);
		const found = wordFinder()(value.compact);
		// `R-2085` may be a code instead of an amount in rand.
		const isCode = found && /\p{L}-\d/u.test(plain.slice(found.from, found.to));
		const grouped = () => (amount?.currency === undefined ? findGrouped(value) : undefined);
		if (amount) return findAmount(amount) ?? grouped() ?? (isCode ? found : undefined);
		if (found || days) return found ?? findDate(days);
		return grouped() ?? ocrMatcher()(value);
	}

	function find(value: string | number): Match {
		if (typeof value === 'string') return findText(value);
		const key = numberKey(String(Math.abs(value)));
		return findNumber([key], ({ isNegative }) => isNegative || value >= 0);
	}

	return (value: string | number): Match => {
		if (!known.has(value)) {
			const match = find(value);
			known.set(value, typeof match === 'object' ? origin(match) : match);
		}
		return known.get(value);
	};
}

function once<Result>(make: () => Result): () => Result {
	let made: { result: Result } | undefined;
	return () => (made ??= { result: make() }).result;
}

function findSymbol(plain: string, symbol: string): Match {
	const at = /\p{S}/u.test(symbol) ? plain.indexOf(symbol) : -1;
	return at < 0 ? undefined : { from: at, to: at + symbol.length };
}

/** Indexes dates by an order and the day that they mean in this order, such as `dayFirst 2026-04-03`. */
function indexDates(dates: DateInText[], orders: DateOrder[]) {
	return groupBy(
		dates.flatMap(({ days, from, to }) =>
			orders.flatMap((order) => {
				const day = days[order];
				if (day === undefined) return [];
				const isCertain = orders.length === 1 || (days.notSpecified ?? day) === day;
				return [[`${order} ${day}`, { range: { from, to }, isCertain }] as const];
			}),
		),
	);
}

function indexNumbers(blanked: string, { numberFormat }: LookUpOptions) {
	const numbers = numbersIn(blanked, numberFormat);
	const byKey = groupBy(
		numbers.flatMap((number) => number.keys.map((key) => [key, number] as const)),
	);
	return { byKey, haveFractions: numbers.some(({ hasFraction }) => hasFraction) };
}

/** Blanks times, IBANs and dates. Dates that may be separate numbers (`isLoose`) stay. */
function blankDatesAndCodes(plain: string, dates: DateInText[]): string {
	const characters = plain.split('');
	// Blanks the comma in `10:30,5` too, because `,5` would be read as 0.5.
	const blank = (from: number, to: number) =>
		characters.fill(' ', from, plain[to] === ',' ? to + 1 : to);
	for (const { from, to, isLoose } of dates) if (!isLoose) blank(from, to);
	for (const pattern of [TIME, GROUPED_IBAN]) {
		for (const { 0: found, index } of plain.matchAll(pattern)) blank(index, index + found.length);
	}
	return characters.join('');
}
