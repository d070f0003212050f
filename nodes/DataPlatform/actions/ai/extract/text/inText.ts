import { parseJsonText } from '../../../../helpers/exactJson';
import type { Path } from '../../../../helpers/paths';
import { groupBy, isObject, once } from '../../../../helpers/values';
import { isEmpty, isPlaceholder } from '../result/missingValues';
import { shareCurrency } from './currencies';
import { datesIn, parseDate, type DateInText } from './dates';
import { AMBIGUOUS_TEXT, createIssue, type Issue } from '../result/issues';
import type { ItemOptions } from '../result/itemOptions';
import { createNumberFinder, keepWhole, omitZeros, readNumber, type NumberText } from './numbers';
import { kindOf, type FieldSchema } from '../request/jsonSchema';
import { createWordFinder, normalize, normalizeVisible } from './words';

/** Whether a text contains a value. `ambiguous`: only in places that could mean something else. */
type Found = 'yes' | 'no' | 'ambiguous';

/**
 * Looks up an output's numbers and texts in the texts that were sent: numbers by value, dates by meaning,
 * other texts as whole words.
 * @param output the output before conversion
 * @param schema if it lists an object's properties, other properties of the object aren't looked up
 * @param texts one for each content item; undefined for a content item that isn't text
 * @returns an issue for each value that isn't in a text, or only in places that can be read in two ways
 */
export function lookUp(
	output: unknown,
	schema: FieldSchema,
	texts: Array<string | undefined>,
	options: ItemOptions,
): Issue[] {
	const find = createFinder(texts.filter((text) => text !== undefined).join('\n'), options);
	const absent = texts.includes(undefined) ? 'notChecked' : 'notInText';
	const issues: Issue[] = [];

	function visit(given: unknown, schemaOfValue: FieldSchema, path: Path) {
		if (options.dontLookUp.has(String(path.at(-1)))) return;
		const { type, properties = {}, items } = schemaOfValue;
		const isFreeForm = Object.keys(properties).length === 0;
		const isStructure = type === 'array' || type === 'object' || items || !isFreeForm;
		const value = (isStructure ? parseJsonText(given) : undefined) ?? given;
		if (Array.isArray(value)) {
			for (const [at, element] of value.entries()) visit(element, items ?? {}, [...path, at]);
		} else if (isObject(value)) {
			for (const name of Object.keys(value)) {
				const isRequested = isFreeForm || Object.hasOwn(properties, name);
				if (isRequested) visit(value[name], isFreeForm ? {} : properties[name], [...path, name]);
			}
		} else if (type !== 'boolean' && (typeof value === 'number' || typeof value === 'string')) {
			if (isEmpty(value) || isPlaceholder(value, schemaOfValue)) return;
			const found = find(value, kindOf(schemaOfValue) ?? typeof value);
			if (found === 'ambiguous') issues.push(createIssue(path, found, value, AMBIGUOUS_TEXT));
			if (found === 'no') issues.push(createIssue(path, absent, value));
		}
	}

	visit(output, schema, []);
	return issues;
}

const isNumeric = (type: string) => type === 'number' || type === 'integer';

/** The digits of times don't count as numbers of the text. */
const TIMES = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g;

/** What separates the digits of a code, such as the blanks of an IBAN. A single period may be a decimal point. */
const IN_CODES = /(?<=\d)(?:[ \-/()]{1,3}|\.(?=\d{1,9}\.)|(?<=\.\d{1,9})\.)(?=\d)/g;

/** Returns a function that finds values in a text. Indexes are built once needed, results are kept. */
function createFinder(text: string, options: ItemOptions) {
	const plain = normalizeVisible(text);
	const words = once(() => createWordFinder(plain));
	const codes = once(() => createWordFinder(plain.replace(IN_CODES, '')));
	const dates = once(() => [...datesIn(plain, options.dateOrder)]);
	/** By day: for each place that can mean it, whether it can mean nothing else. */
	const days = once(() => groupBy(dates().flatMap(toCertainty)));
	const numbers = once(() => createNumberFinder(blank(plain, dates()), options.numberFormat));
	const known = new Map<string, Found>();

	function findNumber(value: NumberText, type: string): Found {
		let found: Found = 'no';
		for (const decimal of value.decimals) {
			for (const number of numbers()(decimal)) {
				const result = compare(value, decimal, number, type);
				// One certain place is enough.
				if (result === 'yes') return result;
				if (result === 'ambiguous') found = result;
			}
		}
		return found;
	}

	function findDay(day: string): Found | undefined {
		const places = days().get(day);
		return places && (places.includes(true) ? 'yes' : 'ambiguous');
	}

	/** Finds the number of an account, a card or a phone, however its seven or more digits are grouped. */
	function hasCode(value: string): boolean {
		const code = normalize(value).replace(/[^\p{L}\d]/gu, '');
		return code.replace(/\D/g, '').length >= 7 && codes()(code);
	}

	function find(value: string, isText: boolean, type: string): Found {
		const format = isNumeric(type) ? options.numberFormat : 'notSpecified';
		const number = readNumber(value, isText ? format : 'point');
		if (number && (isNumeric(type) || !number.isPlain)) return findNumber(number, type);
		const parsed = parseDate(value, options.dateOrder);
		const day = 'value' in parsed ? String(parsed.value).slice(0, 10) : '';
		if (day !== '' && type === 'date') return findDay(day) ?? 'no';
		if (words()(value) || hasCode(value)) return 'yes';
		return findDay(day) ?? (number ? findNumber(number, type) : 'no');
	}

	return (value: string | number, type: string): Found => {
		const key = `${type} ${typeof value} ${value}`;
		const found = known.get(key) ?? find(String(value), typeof value === 'string', type);
		known.set(key, found);
		return found;
	};
}

/** Compares a value with a number of the text that can be equal, apart from the sign. */
function compare(value: NumberText, decimal: string, number: NumberText, type: string): Found {
	const { isNegative = value.isNegative } = number;
	if (isNegative !== value.isNegative && Number(decimal) !== 0) return 'no';
	if (!shareCurrency(value.codes, number.codes)) return 'no';
	if (!isNumeric(type)) {
		// Plain digits that aren't a word are in a code such as `12-07`, unless they are an amount: `RM50`.
		if (value.isPlain && number.isPlain && !number.isValue) return 'no';
		if (!number.decimals.some((each) => isSameText(decimal, each, number))) return 'no';
	}
	const possible = type === 'integer' ? keepWhole(number.decimals) : number.decimals;
	if (!possible.some((each) => omitZeros(each) === omitZeros(decimal))) return 'no';
	// If the value is ambiguous as well, `convert` reports it.
	return possible.length === 1 || value.decimals.length > 1 ? 'yes' : 'ambiguous';
}

/** Compares decimals as text: 3.1 isn't `3.10`, and 7 isn't `007`. But 1299 is in `1.299,00`, and 3.1 in `€ 3.10`. */
function isSameText(value: string, inText: string, { isValue }: NumberText): boolean {
	const zeros = isValue && value.includes('.') ? /(?<=\.\d{1,60})0+$/ : /\.0+$/;
	return value === inText || value === inText.replace(zeros, '');
}

const toCertainty = ({ days }: DateInText) => days.map((day) => [day, days.length === 1] as const);

/** Replaces dates and times with tabs. Dates that may be separate numbers stay. */
function blank(plain: string, dates: DateInText[]): string {
	const characters = plain.split('');
	for (const { from, to, isLoose } of dates) {
		if (!isLoose) characters.fill('\t', from, to);
	}
	return characters.join('').replace(TIMES, (time) => '\t'.repeat(time.length));
}
