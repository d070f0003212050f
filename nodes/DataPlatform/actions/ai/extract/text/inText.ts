import { joinCodes, toCode } from './codes';
import { shareCurrency, spellingsOf } from './currencies';
import { findDates } from './dateFinder';
import type { DateInText } from './dateForms';
import { parseDate } from './dates';
import { omitLastZeros, omitZeros, toDecimal } from './digits';
import { readTexts } from './html';
import { mailAddressesIn, toMailAddress } from './mailAddresses';
import { normalize } from './normalize';
import { type FoundNumber, indexNumbers } from './numberFinder';
import { type NumberMeaning, readNumber, wholeDecimals } from './numbers';
import { changeText, finishInSlices, lazily, type Steps } from './steps';
import { findSigns, indexText } from './wordFinder';
import { groupBy } from '../../../../helpers/values';
import type { ExtractedValue } from '../extraction';
import { AMBIGUOUS_TEXT, createIssue, type Issue } from '../issues';
import type { ItemOptions } from '../itemOptions';
import { isNumeric, kindOf } from '../jsonSchema';

/** Whether a text contains a value. `ambiguous`: only in places that could mean something else. */
type Found = 'yes' | 'no' | 'ambiguous';

/**
 * Looks up values in the texts that were sent: numbers by value, dates by meaning, other texts as whole words.
 * Other work can run in between.
 * @param values from `convertOutput`
 * @param texts one for each content item; undefined for a content item that isn't text
 * @returns an issue for each value that isn't in a text, or only in places that can be read in two ways
 */
export async function lookUp(
	values: ExtractedValue[],
	texts: Array<string | undefined>,
	options: ItemOptions,
): Promise<Issue[]> {
	return await finishInSlices(lookUpSteps(values, texts, options));
}

function* lookUpSteps(
	values: ExtractedValue[],
	texts: Array<string | undefined>,
	options: ItemOptions,
): Steps<Issue[]> {
	const given = texts.filter((text) => text !== undefined);
	const findValue = yield* createFinder(given, options);
	const absent = texts.includes(undefined) ? 'notChecked' : 'notInText';
	const issues: Issue[] = [];
	for (const { path, value, schema } of values) {
		const found = yield* findValue(value, kindOf(schema) ?? typeof value);
		yield;
		if (found === 'ambiguous') issues.push(createIssue(path, found, value, AMBIGUOUS_TEXT));
		if (found === 'no') issues.push(createIssue(path, absent, value));
	}
	return issues;
}

/** Returns a function that finds values in texts. Indexes are built once needed, results are kept. */
function* createFinder(texts: string[], options: ItemOptions) {
	const { visible, inTags } = yield* readTexts(texts);
	const normalized = yield* changeText(visible, normalize);
	const wordFinder = lazily(() => indexText(normalized));
	const tagWordFinder = lazily(function* () {
		return yield* indexText(yield* changeText(inTags, normalize));
	});
	const mailAddresses = lazily(function* () {
		const addresses = yield* mailAddressesIn(normalized);
		const ofTags = yield* mailAddressesIn(yield* changeText(inTags, normalize));
		return new Set([...addresses, ...ofTags]);
	});
	const dates = lazily(() => findDates(normalized, options.dateOrder));
	/** By day: for each place that can mean it, whether it can mean nothing else. */
	const days = lazily(function* () {
		return groupBy((yield* dates()).flatMap((date) => withCertainty(date, date.days)));
	});
	/** The same by year, because a number may be one. No other part of a date counts as a number. */
	const years = lazily(function* () {
		return groupBy((yield* dates()).flatMap((date) => withCertainty(date, listYears(date))));
	});
	const withoutDates = lazily(function* () {
		return yield* blankOut(normalized, yield* dates());
	});
	const codeFinder = lazily(function* () {
		return yield* indexText(yield* changeText(yield* withoutDates(), joinCodes));
	});
	const numberFinder = lazily(function* () {
		return yield* indexNumbers(yield* withoutDates(), options.numberFormat);
	});
	const known = new Map<string, Found>();

	function* findNumber(value: NumberMeaning, type: string): Steps<Found> {
		let found: Found = 'no';
		let count = 0;
		const findPlaces = yield* numberFinder();
		// A currency in a text field must be somewhere in the text, such as the head of a column.
		const isCurrencyAbsent = !isNumeric(type) && !(yield* hasCurrency(value.currencies));
		for (const decimal of value.decimals) {
			for (const number of findPlaces(decimal)) {
				if (++count % 1000 === 0) yield;
				if (number.isInCode) continue;
				if (isCurrencyAbsent && number.currencies.length === 0) continue;
				const result = compare(value, decimal, number, type);
				// One certain place is enough.
				if (result === 'yes') return result;
				if (result === 'ambiguous') found = result;
			}
		}
		return found;
	}

	/** Whether the text has one of these currencies in any spelling, or none is asked for. */
	function* hasCurrency(currencies: string[]): Steps<boolean> {
		if (currencies.length === 0) return true;
		const isVisible = yield* wordFinder();
		for (const spelling of currencies.flatMap(spellingsOf)) {
			if (yield* isVisible(spelling)) return true;
		}
		return false;
	}

	/** Returns the day of a date that is certain. */
	function readDay(value: string): string | undefined {
		const parsed = parseDate(value, options.dateOrder);
		return 'value' in parsed ? String(parsed.value).slice(0, 10) : undefined;
	}

	function* hasWords(value: string): Steps<boolean> {
		const hasSigns = findSigns(normalized, value);
		if (hasSigns !== undefined) return hasSigns;
		const isVisible = yield* wordFinder();
		const address = toMailAddress(value);
		const isInLonger = address !== undefined && !(yield* mailAddresses()).has(address);
		if (isInLonger) return false;
		if (yield* isVisible(value)) return true;
		for (const spelling of spellingsOf(normalize(value).trim())) {
			if (yield* isVisible(spelling)) return true;
		}
		return yield* (yield* tagWordFinder())(value);
	}

	/** Finds the number of an account, a card or a phone, however its seven or more digits are grouped. */
	function* hasCode(value: string): Steps<boolean> {
		const code = toCode(normalize(value));
		return code !== undefined && (yield* (yield* codeFinder())(code));
	}

	/**
	 * Looks up a value by its kind, such as:
	 * - a number, if the type or a currency says so: `yes` for 1299 in `1.299,00`, `ambiguous` for 1250 in `1.250`
	 * - a date, if the type says so: `ambiguous` for 2026-04-03 in `03/04/2026`
	 * - in text fields the words, a code, a day, or a number: `yes` for `0401234567` in `040 1234567`, and for
	 *   `2026-05-03` in `3. Mai 2026`
	 * @param isText whether the output has the value as text
	 * @param type the type of its field
	 */
	function* findByKind(value: string, isText: boolean, type: string): Steps<Found> {
		const format = isNumeric(type) ? options.numberFormat : 'notSpecified';
		// Text in a text field may be a version, so it's read with either decimal mark. A number of the output has a point.
		const number = readNumber(value, isText ? format : 'point');
		if (number && isNumeric(type)) {
			const found = yield* findNumber(number, type);
			if (found !== 'no') return found;
			return toFound((yield* years()).get(value)) ?? 'no';
		}
		// With a sign, a point or a currency, it's an amount in a text field, too.
		if (number && !number.hasDigitsOnly) {
			const found = yield* findNumber(number, type);
			// The same spelling is certain: `2 150.00`.
			const maySpell = found === 'ambiguous' && isText;
			return maySpell && (yield* hasWords(value)) ? 'yes' : found;
		}
		const day = readDay(value);
		if (day !== undefined && type === 'date') return toFound((yield* days()).get(day)) ?? 'no';
		// Words first: 2026 and 0815 may be codes.
		if ((yield* hasWords(value)) || (yield* hasCode(value))) return 'yes';
		const foundDay = day === undefined ? undefined : toFound((yield* days()).get(day));
		return foundDay ?? (number ? yield* findNumber(number, type) : 'no');
	}

	return function* (value: string | number, type: string): Steps<Found> {
		const key = `${type} ${typeof value} ${value}`;
		const isText = typeof value === 'string';
		const found =
			known.get(key) ?? (yield* findByKind(isText ? value : toDecimal(value), isText, type));
		known.set(key, found);
		return found;
	};
}

/** Compares a value with a number of the text that can be equal, apart from the sign. */
function compare(value: NumberMeaning, decimal: string, number: FoundNumber, type: string): Found {
	const hasOtherSign = number.sign !== 'either' && number.sign !== value.sign;
	if (hasOtherSign && Number(decimal) !== 0) return 'no';
	if (!shareCurrency(value.currencies, number.currencies)) return 'no';
	const spelling = isNumeric(type) ? 'yes' : compareInTextField(value, decimal, number);
	return spelling === 'yes' ? compareMeanings(value, decimal, number, type) : spelling;
}

/**
 * Compares a number of the text with a text field's value, such as:
 * - `yes` for 1299 in `1.299,00`, for 3.1 in `€ 3.10` and in a column of decimals, and for 19.00 € in `€ 19`
 * - `ambiguous` for 3.1 in a line with only `3.10`, which may be a version
 * - `no` for 3.1 in any other `3.10`, for 7 in `007`, and for 12 in the code `12-07`
 */
function compareInTextField(value: NumberMeaning, decimal: string, number: FoundNumber): Found {
	const isAmount = number.currencies.length > 0;
	const areDigits = value.hasDigitsOnly && number.hasDigitsOnly;
	// As words, these digits weren't found. They still count in an amount (`RM50`), and alone on a line (`4711` for `+4711`).
	if (areDigits && !isAmount && !number.isAlone) return 'no';
	// 19 and 19.00 are the same amount, but 3.1 and 3.10 may be versions.
	if (number.decimals.some((each) => each === decimal || each === `${decimal}.00`)) return 'yes';
	const equal = number.decimals.find((each) => omitLastZeros(each) === omitLastZeros(decimal));
	if (equal === undefined) return 'no';
	// 19.00 isn't in `19`, which may be a quantity.
	const hasFewerZeros = !equal.startsWith(decimal);
	if (hasFewerZeros) return isAmount && value.currencies.length > 0 ? 'yes' : 'no';
	if (isAmount || number.isInColumn) return 'yes';
	return number.isAlone ? 'ambiguous' : 'no';
}

/** Finds out whether a number of the text can mean only one thing. */
function compareMeanings(
	value: NumberMeaning,
	decimal: string,
	number: FoundNumber,
	type: string,
): Found {
	// A value such as 2.5 isn't whole itself, which is another issue.
	const isWhole = type === 'integer' && Number.isInteger(Number(decimal));
	const meanings = isWhole ? wholeDecimals(number) : number.decimals;
	if (!meanings.some((each) => omitZeros(each) === omitZeros(decimal))) return 'no';
	// If the value is ambiguous as well, `convertOutput` reports it.
	const isClear = meanings.length === 1 || value.decimals.length > 1;
	return isClear && !number.isAmbiguous ? 'yes' : 'ambiguous';
}

/** Pairs what a date can mean with whether it can mean nothing else. */
const withCertainty = ({ certainty }: DateInText, meanings: string[]) =>
	meanings.map((meaning) => [meaning, meanings.length === 1 && certainty !== 'unsure'] as const);

const listYears = ({ days }: DateInText) => [...new Set(days.map((day) => day.slice(0, 4)))];

/** @param places for each place, whether it can mean nothing else */
function toFound(places: boolean[] | undefined): Found | undefined {
	return places && (places.includes(true) ? 'yes' : 'ambiguous');
}

/** The digits of times don't count as numbers of the text. */
const TIMES = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;

/** Replaces dates and times with tabs. Dates that may be separate numbers stay. */
function* blankOut(text: string, dates: DateInText[]): Steps<string> {
	const sure = dates
		.filter(({ certainty }) => certainty === 'sure')
		.toSorted((a, b) => a.from - b.from);
	const parts: string[] = [];
	let end = 0;
	for (const { from, to } of sure) {
		if (to <= end) continue;
		const begin = Math.max(from, end);
		parts.push(text.slice(end, begin), '\t'.repeat(to - begin));
		end = to;
		if (parts.length % 1000 === 0) yield;
	}
	parts.push(text.slice(end));
	yield;
	return yield* changeText(parts.join(''), (part) =>
		part.replace(TIMES, (time) => '\t'.repeat(time.length)),
	);
}
