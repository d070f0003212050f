import { codesBefore, codesOf } from './currencies';
import type { NumberFormat } from './issues';
import { omitUnlikely, readDigits } from './numbers';

/** Digits in a text that may be a number. */
interface Candidate {
	from: number;
	to: number;
	decimals: string[];
	/** The digits with spaces that contain this candidate: `1 299,00` for `299,00`. */
	group?: Candidate;
}

/** What a number in a text means, with what is around it. */
export interface NumberInText {
	/** Whether it's a number by itself, and not part of a code such as `A4` or of a larger number. */
	isNumber: boolean;
	/** Decimals without a sign, such as `1.234` and `1234` for `1.234`. */
	decimals: string[];
	/** Undefined if the text can mean both, as in `- 5` at the beginning of a line. */
	isNegative?: boolean;
	codes?: string[];
	/** Whether it's written with digits only. */
	isPlain: boolean;
	/** Whether it's an amount for certain: next to a currency, or alone on its line. */
	isAmount: boolean;
}

/** Digits grouped by blanks, or a number without blanks, with a fraction such as ½ that belongs to it. */
const CANDIDATES =
	/(?<!\d )[1-9]\d{0,2}(?: \d{3}){1,5}(?:[.,]\d+)?(?![.,']?\d)|(?<![\p{L}\d.,])[.,]\d+|\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/gu;

/** Columns of a CSV line: `3,64.90` is 3 and 64.90. But `3,640.90` is one number. */
const CSV = /^\d+(?:,\d+)+\.\d+$/;

/** Signs and currencies are looked for within this many characters of a number. */
const MARGIN = 14;

const NAME = String.raw`(?<!\p{L})(?<name>\p{L}{0,3}\p{Sc}|\p{L}{1,8})`;
const BEFORE = new RegExp(
	String.raw`(?:(?<outer>(?<![\p{L}\d)%])[-(]{1,2}\s{0,2})?${NAME}\.? ?)?(?<inner>[-(]{0,2})(?<gap>\s{0,2})$`,
	'u',
);
const AFTER =
	/^(?<minus>-(?![\p{L}\d-]))?(?<close>\))? ?(?<name>\p{L}{0,3}\p{Sc}|\p{L}{1,8})?(?<minus2>-(?![\p{L}\d-]))?(?<close2> ?\))?/u;

/** Returns one key for equal numbers: `33.9` for `033.90`. Numbers too long for a double stay as is. */
export function numberKey(decimal: string): string {
	return decimal.length > 16 ? decimal : String(Number(decimal));
}

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text without dates, times and IBANs
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	const candidates = indexCandidates(text, format);
	return function* find(decimal: string): Generator<NumberInText> {
		for (const candidate of candidates.get(numberKey(decimal)) ?? []) {
			const number = readCandidate(text, candidate);
			if (number.isNumber) yield number;
		}
	};
}

function indexCandidates(text: string, format: NumberFormat): Map<string, Candidate[]> {
	const index = new Map<string, Candidate[]>();
	const add = (digits: string, from: number, group?: Candidate): Candidate => {
		const inFormat = readDigits(digits, format);
		const decimals = inFormat.length > 0 ? inFormat : readDigits(digits, 'notSpecified');
		const candidate = { from, to: from + digits.length, decimals, group };
		for (const key of new Set(decimals.map(numberKey))) {
			const others = index.get(key);
			if (others) others.push(candidate);
			else index.set(key, [candidate]);
		}
		return candidate;
	};
	for (const { 0: digits, index: from } of text.matchAll(CANDIDATES)) {
		const whole = add(digits, from);
		const isGroup = digits.includes(' ');
		const isCsv = whole.decimals.length === 0 && CSV.test(digits);
		let at = from;
		for (const part of isGroup || isCsv ? digits.split(isGroup ? ' ' : ',') : []) {
			add(part, at, isGroup ? whole : undefined);
			at += part.length + 1;
		}
	}
	return index;
}

function readCandidate(text: string, candidate: Candidate): NumberInText {
	const { from, to, group } = candidate;
	const digits = text.slice(from, to);
	const before = text.slice(Math.max(0, from - MARGIN), from);
	const after = text.slice(to, to + MARGIN);
	const { outer = '', name, inner, gap } = BEFORE.exec(before)!.groups!;
	const { minus, close, close2, name: nameAfter, minus2 } = AFTER.exec(after)!.groups!;
	const currencyBefore = codesBefore(name) ?? codesBefore(nearestSign(name, -1));
	const codes = currencyBefore ?? codesOf(nameAfter) ?? codesOf(nearestSign(nameAfter, 0));
	const decimals = omitUnlikely(candidate.decimals, codes);
	const hasFraction = decimals.some((decimal) => decimal.includes('.'));
	const mayHaveSign = hasFraction || codes !== undefined;

	// The hyphen in `PO-4711` isn't a sign, and the dash in `10 - 20` isn't either.
	const head = before.slice(0, before.length - inner.length - gap.length);
	const isJoined = /[\p{L}\d)%]$/u.test(head) && !currencyBefore;
	const isRange = gap !== '' && /\d\s+$/.test(head);
	const ownPrefix = isJoined || isRange ? '' : inner + gap;
	const prefix = currencyBefore ? outer + ownPrefix : ownPrefix;
	const hasMinus = prefix.includes('-') || (mayHaveSign && (minus ?? minus2) !== undefined);
	const isParenthesized = mayHaveSign && prefix.includes('(') && (close ?? close2) !== undefined;
	// `- 5` at the beginning of a line may be one of several points, and `Lamp (5.00)` a remark.
	const isRemark = isParenthesized && !currencyBefore && /\p{L}\s+$/u.test(head);
	const isUnclear = /-\s/.test(prefix) || isRemark;
	const isNegative = isUnclear ? undefined : hasMinus || isParenthesized;

	const isPart = group !== undefined && isOneNumber(text, group);
	const isNumber =
		!isPart && (hasFraction || isStandalone(digits, before, after, currencyBefore !== undefined));
	const isAlone = /(?:^|\n)\s{0,14}$/.test(before) && /^\s*(?:\n|$)/.test(after);
	const isAmount = codes !== undefined || isAlone;
	return { isNumber, decimals, isNegative, codes, isPlain: /^\d+$/.test(digits), isAmount };
}

/** In scripts without spaces, and for signs, the character next to the number can be the currency. */
function nearestSign(word: string | undefined, at: 0 | -1): string | undefined {
	return word?.match(/[\p{Sc}\u2e80-\uffff]/gu)?.at(at);
}

/**
 * Whether digits with spaces can only be one number: `EUR 1 299,00`, `Total: 1 299,00`, `-1 299,00` and
 * `1 234 567,89`. Others may be columns: the quantity 2 and the price 150.00 in `2 150.00`.
 */
function isOneNumber(text: string, group: Candidate): boolean {
	const { codes, isNegative } = readCandidate(text, group);
	const digits = text.slice(group.from, group.to);
	const isLabeled = /:\s*$/.test(text.slice(Math.max(0, group.from - 3), group.from));
	return (
		codes !== undefined || isNegative !== false || isLabeled || /(?: 0| \d+ .*[.,])/.test(digits)
	);
}

/** Whether digits without decimals are a number. In codes such as `A4` and `0815`, they aren't. */
function isStandalone(
	digits: string,
	before: string,
	after: string,
	isAfterCurrency: boolean,
): boolean {
	if (/^0\d{3}/.test(digits) || /^(?!x)\p{L}+\d/u.test(after)) return false;
	const letters = /(\d?)(\p{L}{1,14})$/u.exec(before);
	if (
		!letters ||
		isAfterCurrency ||
		/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]$/.test(before)
	) {
		return true;
	}
	const [, digit, word] = letters;
	if (word === 'x') return true;
	return digit === '' && word.length > 1 && digits.length < 5 && !/^\p{L}/u.test(after);
}
