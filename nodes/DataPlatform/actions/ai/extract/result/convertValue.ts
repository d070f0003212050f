import { AMBIGUOUS, type Converted, NOT_CONVERTED } from '../issues';
import type { ItemOptions } from '../itemOptions';
import { toComparable } from './missingValues';
import { parseJsonText } from '../../../../helpers/exactJson';
import { isObject } from '../../../../helpers/values';
import { type FieldSchema, hasType, kindOf } from '../jsonSchema';
import { parseDate } from '../text/dates';
import { toDecimal } from '../text/digits';
import { parseNumber } from '../text/numbers';

/** Words for yes and no in the languages whose dates are read, without accents. */
const TRUE = new Set(
	(
		'true yes y 1 ja wahr oui vrai si verdadero vero sim verdadeiro waar tak prawda da tocno ' +
		'sand sandt sann sant'
	).split(' '),
);
const FALSE = new Set(
	(
		'false no n 0 nein falsch non faux falso nao nee onwaar nie falsz ne netocno nej falsk ' +
		'nei usann falskt'
	).split(' '),
);

/** Converts a value to what its schema allows. */
export function convertValue(value: unknown, schema: FieldSchema, options: ItemOptions): Converted {
	const typed = toType(value, schema, options);
	if (!schema.enum) return typed;
	if (!options.convertTypes) return { issue: 'notAllowed' };
	return toAllowed(typed.value ?? value, schema.enum);
}

/** Converts a value to the type in the schema. Allowed values don't matter. */
export function toType(
	value: unknown,
	schema: FieldSchema,
	options: Pick<ItemOptions, 'dateOrder' | 'numberFormat'>,
): Converted {
	const { dateOrder, numberFormat } = options;
	const { types = [], type } = schema;
	const isText = typeof value === 'string';
	const kind = kindOf(schema);
	const json = kind === 'array' || kind === 'object' ? parseJsonText(value) : undefined;
	switch (kind) {
		case 'string':
			if (typeof value === 'number') return { value: toDecimal(value) };
			return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
		case 'date':
			return isText ? parseDate(value, dateOrder) : NOT_CONVERTED;
		case 'number':
		case 'integer':
			if (isText) return parseNumber(value, numberFormat, type === 'integer');
			return keepIf(hasType(value, [String(type)]), value);
		case 'boolean':
			return parseBoolean(value);
		case 'array':
			return keepIf(Array.isArray(json), json);
		case 'object':
			return keepIf(isObject(json), json);
		default:
			return keepIf(schema.types === undefined || hasType(value, types), value);
	}
}

function keepIf(isValid: boolean, value: unknown): Converted {
	return isValid ? { value } : NOT_CONVERTED;
}

/** Finds the allowed value, ignoring case, accents and spaces: `In Transit` for `in transit`. */
function toAllowed(value: unknown, allowed: unknown[]): Converted {
	const word = toComparable(value);
	const candidates = [...new Set(allowed)].filter((one) => toComparable(one) === word);
	// With the allowed values 1 and `1`, 1 from `1 EUR` is the first one.
	if (candidates.length > 1) return candidates.includes(value) ? { value } : AMBIGUOUS;
	return candidates.length === 1 ? { value: candidates[0] } : { issue: 'notAllowed' };
}

/** Converts a value such as `Yes`, `não` or 1 to true or false. */
function parseBoolean(value: unknown): Converted {
	const word = toComparable(value);
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : NOT_CONVERTED;
}
