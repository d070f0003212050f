import type { Invalid, InvalidParameterError } from './invalidParameter';
import { formatPath, type Path } from '../helpers/paths';

/** Far more than people nest, and far less than JSON.stringify can write. */
const MAX_DEPTH = 1000;
/** From 1e21 on, JavaScript writes whole numbers with an exponent, so nobody expects all their digits. */
const WITH_EXPONENT = 1e21;
/** What n8n makes of an invalid Luxon DateTime inside an object, before the node sees it. */
const INVALID_DATE_TIME = 'Invalid DateTime';
/** The objects that JSON.stringify unwraps. */
const WRAPPERS = ['Boolean', 'Number', 'String', 'BigInt'];

const CORRECT = 'Correct the expression, or check the item that it reads.';
const KEEP_AS_TEXT =
	'Correct the expression, or keep the value as text in every node, because long numbers lose their last digits.';
const WRITE_AS_TEXT = 'Write it as text, in quotes, because long numbers lose their last digits.';
const ON_PURPOSE =
	'To leave out such parts on purpose, write the expression as {{ JSON.stringify(…) }}.';

/**
 * Returns a value as plain JSON: what JSON.stringify would write, with each BigInt as it is. So a date or a Luxon
 * DateTime becomes ISO text. Whatever JSON.stringify would leave out or turn into null or {} is invalid: undefined,
 * functions, symbols, Sets, Maps, NaN, invalid dates. So are numbers that may have lost digits, and too deep
 * nesting. Recognizes objects by what they do, because they may be from another realm.
 * @param from JSON `text` may contain "Invalid DateTime", but in an expression's value it's an invalid date
 * @param isShallow whether the members of an object or a list stay as they are
 */
export function toJson(
	value: unknown,
	invalid: Invalid,
	from: 'expression' | 'text' = 'expression',
	isShallow = false,
): unknown {
	const path: Path = [];

	function fail(what: string, advice = CORRECT): InvalidParameterError {
		if (path.length === 0) return invalid(what, advice);
		const allAdvice = from === 'text' ? advice : `${advice} ${ON_PURPOSE}`;
		return invalid(`contains "${formatPath(path)}", which ${what}`, allAdvice);
	}

	/** Returns what `get` returns. Getters, proxies and toJSON may throw. */
	function read<Result>(get: () => Result): Result {
		try {
			return get();
		} catch (error) {
			const { message = String(error) } = (error ?? {}) as Partial<Error>;
			throw fail(`can't be read: ${message}`);
		}
	}

	function convert(given: unknown): unknown {
		if (given === undefined) throw fail('has no value');
		if (typeof given === 'function') throw fail('is a function', 'Call it, with () at its end.');
		if (typeof given === 'symbol') throw fail("is a symbol and can't be sent");
		if (typeof given === 'number' && !Number.isFinite(given)) {
			throw fail(`is ${given} and can't be sent`);
		}
		if (mayHaveLostDigits(given)) {
			const advice = from === 'text' ? WRITE_AS_TEXT : KEEP_AS_TEXT;
			throw fail(`is ${given} and can't be sent exactly`, advice);
		}
		if (given === INVALID_DATE_TIME && from === 'expression') throw fail('is an invalid date');
		return typeof given === 'object' && given !== null ? convertObject(given) : given;
	}

	function convertObject(given: object): unknown {
		if (path.length === MAX_DEPTH) {
			const advice = 'Send the value as text, or leave it out.';
			throw invalid('is nested too deeply or contains itself', advice);
		}
		const json = read(() => unwrap(given));
		if (json === null) {
			throw fail(read(() => isInvalidDate(given)) ? 'is an invalid date' : 'has no value');
		}
		if (typeof json !== 'object') return convert(json);
		if (read(() => Array.isArray(json))) {
			const list = json as unknown[];
			return Array.from({ length: list.length }, (_, index) => convertMember(list, index));
		}
		const type = read(() => builtInTypeOf(json));
		if (type !== 'Object') {
			throw fail(`has the non-JSON type ${type}`, 'Convert it to text, a list or an object.');
		}
		const names = read(() => Object.keys(json));
		return Object.fromEntries(names.map((name) => [name, convertMember(json, name)]));
	}

	function convertMember(holder: object, step: string | number): unknown {
		path.push(step);
		const member = read(() => (holder as Record<string | number, unknown>)[step]);
		const json = isShallow ? member : convert(member);
		path.pop();
		return json;
	}

	return convert(value);
}

/** Also true for `1e20` in JSON text, which is exact, because the number doesn't show how it was written. */
function mayHaveLostDigits(value: unknown): value is number {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false;
	return Math.abs(value as number) < WITH_EXPONENT;
}

/** Returns what JSON.stringify writes instead of an object: what toJSON returns, or a wrapped value. */
function unwrap(given: object): unknown {
	const { toJSON } = given as { toJSON?: unknown };
	// n8n-workflow gives BigInt a toJSON that returns text.
	const hasOwnJson = typeof toJSON === 'function' && builtInTypeOf(given) !== 'BigInt';
	const json: unknown = hasOwnJson ? toJSON.call(given, '') : given;
	const isWrapper =
		typeof json === 'object' && json !== null && WRAPPERS.includes(builtInTypeOf(json));
	return isWrapper ? json.valueOf() : json;
}

/** Whether an object whose toJSON returns null is JavaScript's invalid date, or Luxon's, which has isValid. */
function isInvalidDate(given: object): boolean {
	return builtInTypeOf(given) === 'Date' || (given as { isValid?: unknown }).isValid === false;
}

/** Returns the name of a built-in type, of any realm, or Object. */
function builtInTypeOf(value: object): string {
	return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
