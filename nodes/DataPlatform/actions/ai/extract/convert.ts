import type { GenericValue, IDataObject } from 'n8n-workflow';
import { parsedForItems, writtenJson } from '../../../helpers/exactJson';
import { isoDate } from '../../../helpers/isoDate';
import { isObject } from '../../../helpers/values';
import { numbersOf } from './amounts';
import type { DateOrder } from './dates';
import { calendarDate, datesOf } from './dates';
import { plainText } from './plainText';
import type { Shape } from './shape';
import { ANY } from './shape';

/** The way to a value: names of fields, positions in lists. */
export type Path = Array<string | number>;

/** Why a value is not what its field asks for. */
export type Misfit = 'notAllowed' | 'notConverted' | 'ambiguous';

/** A value that stayed as it came. */
export interface Left {
	path: Path;
	problem: Misfit;
	value: unknown;
}

/** How values are converted. */
export interface Conversion {
	convertTypes: boolean;
	/** Undefined: only what is certain. */
	dateOrder?: DateOrder;
}

/** A value in its declared type, or a reason to leave it as it is. */
type Converted = { value: unknown } | { left: Misfit };

const LEFT: Converted = { left: 'notConverted' };

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch']);

const ISO_TIME =
	/^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?$/;

const CONVERSIONS: Record<string, (value: unknown, conversion: Conversion) => Converted> = {
	string: toText,
	number: toNumber,
	integer: toInteger,
	boolean: toBoolean,
	date: toDate,
	array: (value) => toJson(value, Array.isArray),
	object: (value) => toJson(value, isObject),
};

/** A value that holds no others, as it came. */
export interface Leaf {
	path: Path;
	value: unknown;
	shape: Shape;
	/** Whether it is to stand in the text, and not to be concluded. */
	isFromText: boolean;
}

/** What conversion makes of the extracted fields. */
export interface ConvertedFields {
	fields: IDataObject;
	left: Left[];
	leaves: Leaf[];
	/** Described members that an object lacks. */
	lacking: Path[];
}

/**
 * The extracted fields in their declared types and in the spelling of their allowed values, as far as that
 * is safe. A value that could mean two things (`1,234`, `03/04/2026`) or that is of another kind stays as
 * it is, and is told in `left`; without `convertTypes` all stay.
 */
export function convertFields(
	fields: IDataObject,
	shapes: ReadonlyMap<string, Shape>,
	conversion: Conversion,
): ConvertedFields {
	const found: Omit<ConvertedFields, 'fields'> = { left: [], leaves: [], lacking: [] };
	const context = { ...conversion, ...found, isFromText: true };
	return { fields: convertMembers(fields, shapes, [], context), ...found };
}

interface Context extends Conversion, Omit<ConvertedFields, 'fields'> {
	isFromText: boolean;
}

/** The shape of what nobody described. */
export const UNKNOWN: Shape = { type: ANY };

function convertMembers(
	fields: IDataObject,
	shapes: ReadonlyMap<string, Shape> | undefined,
	path: Path,
	context: Context,
): IDataObject {
	for (const [name, { nullable, optional }] of shapes ?? []) {
		const mayLack = (nullable === true && path.length > 0) || optional === true;
		if (!mayLack && !Object.hasOwn(fields, name)) context.lacking.push([...path, name]);
	}
	const isWanted = (name: string) => !shapes?.size || shapes.has(name);
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		isWanted(name) ? convert(value, shapes?.get(name), [...path, name], context) : value,
	]);
	return Object.fromEntries(entries);
}

function convert(value: unknown, shape: Shape = UNKNOWN, path: Path, outer: Context): unknown {
	const context = shape.notFromText ? { ...outer, isFromText: false } : outer;
	const isSet = value !== null && value !== undefined;
	const one = isSet ? convertOne(value, shape, context) : { value };
	const isLeft = 'left' in one;
	if (isLeft) context.left.push({ path, problem: one.left, value });
	const whole = isLeft || !context.convertTypes ? value : one.value;
	const isStructure = shape.type === 'array' || shape.type === 'object';
	// A list or an object may be answered, or allowed, as JSON text.
	const inside = isStructure && !isLeft ? parsedJson(whole) : whole;
	let converted: unknown = whole;
	if (Array.isArray(inside)) {
		converted = inside.map((item, at) => convert(item, shape.items, [...path, at], context));
	} else if (isObject(inside)) {
		converted = convertMembers(inside, shape.members, path, context);
	} else context.leaves.push({ path, value, shape, isFromText: context.isFromText });
	return context.convertTypes ? converted : value;
}

function convertOne(value: unknown, { type, values }: Shape, context: Context): Converted {
	const isKnown = Object.hasOwn(CONVERSIONS, type);
	const converted = isKnown ? CONVERSIONS[type](value, context) : { value };
	if (values === undefined || isBlank(value)) return converted;
	return allowedSpelling('value' in converted ? converted.value : value, values);
}

/** Whether a text holds nothing but blanks. */
export function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

/** The allowed value that is meant, whatever its case and blanks. */
function allowedSpelling(value: unknown, allowed: unknown[]): Converted {
	const exact = allowed.find((one) => writtenJson(one) === writtenJson(value));
	const meant = exact ?? allowed.find((one) => withoutBlanks(one) === withoutBlanks(value));
	return meant === undefined ? { left: 'notAllowed' } : { value: meant };
}

function withoutBlanks(value: unknown): string {
	const text = typeof value === 'string' ? value : writtenJson(value);
	return plainText(text).replace(/\s+/g, '');
}

function toText(value: unknown): Converted {
	if (typeof value === 'string') return { value };
	return typeof value === 'object' ? LEFT : { value: String(value) };
}

function toNumber(value: unknown): Converted {
	if (typeof value === 'number') return { value };
	if (typeof value !== 'string') return LEFT;
	return onlyMeaning(numbersOf(value));
}

function onlyMeaning(meanings: unknown[]): Converted {
	if (meanings.length > 1) return { left: 'ambiguous' };
	return meanings.length === 0 ? LEFT : { value: meanings[0] };
}

function toInteger(value: unknown): Converted {
	const number = toNumber(value);
	return 'left' in number || Number.isSafeInteger(number.value) ? number : LEFT;
}

function toBoolean(value: unknown): Converted {
	if (typeof value === 'boolean') return { value };
	const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : LEFT;
}

function toDate(value: unknown, { dateOrder }: Conversion): Converted {
	if (typeof value !== 'string') {
		const date = isoDate(value as GenericValue);
		return typeof date === 'string' ? { value: date } : LEFT;
	}
	const time = ISO_TIME.exec(value.trim());
	if (time) return calendarDate(time[1], time[2], time[3]) ? { value: value.trim() } : LEFT;
	return onlyMeaning(datesOf(value, dateOrder));
}

function toJson(value: unknown, isOfKind: (json: unknown) => boolean): Converted {
	const json = parsedJson(value);
	return isOfKind(json) ? { value: json } : LEFT;
}

/** A value that a model may have written as JSON text; undefined for a text that is none. */
export function parsedJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parsedForItems(value);
	} catch {
		return undefined;
	}
}
