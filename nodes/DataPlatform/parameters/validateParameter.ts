import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isObject, truncate } from '../helpers/values';
import { parseFields } from './json';
import type { Bounds } from './validators';
import {
	InvalidParameterError,
	isUnset,
	notOffered,
	parseBoolean,
	parseNumber,
} from './validators';

const LONGEST_EXPRESSION = 100;

/** A parameter, or one of the fields in it: as it is described, resolved and saved. */
interface Given {
	property: INodeProperties;
	value: unknown;
	/** With its expressions. Of a field in an object that an expression gives: that expression. */
	saved: unknown;
}

/**
 * Validates a parameter and everything in it against its description. n8n itself validates neither
 * the values of community nodes nor whether an expression has one: an update would lose a part of the
 * job, and a preview would start the run.
 * @throws InvalidParameterError
 */
export function validateParameter({ property, value, saved }: Given): void {
	requireValues(property, value, saved);
	if (!isUnset(value)) VALIDATORS[property.type]?.({ property, value, saved });
}

const VALIDATORS: Partial<Record<INodeProperties['type'], (given: Given) => void>> = {
	boolean: ({ property, value }) => parseBoolean(property.displayName, value),
	number: ({ property, value }) => parseNumber(property.displayName, value, boundsOf(property)),
	options: validateChoice,
	collection: validateCollection,
	fixedCollection: validateRows,
};

/** What a number may be, as the editor has it. */
export function boundsOf({ typeOptions = {} }: Partial<INodeProperties> = {}): Bounds {
	return { min: typeOptions.minValue, max: typeOptions.maxValue };
}

/** The values of a list of choices. */
export function choicesOf({ options = [] }: Partial<INodeProperties> = {}): unknown[] {
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

/** Each saved value that is one expression as a whole needs a value: neither undefined nor null. */
function requireValues(property: INodeProperties, value: unknown, saved: unknown): void {
	if (isWholeExpression(saved)) {
		if (value === undefined || value === null) throw withoutValue(property, value, saved);
		return;
	}
	// The fields in a group have names of their own.
	if (property.type === 'collection' || property.type === 'fixedCollection') return;
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, member] of Object.entries(saved)) {
		requireValues(property, (value as Record<string, unknown> | undefined)?.[name], member);
	}
}

/** Whether a saved value is `={{ … }}` and nothing else: n8n makes text of everything around it. */
function isWholeExpression(saved: unknown): saved is string {
	if (typeof saved !== 'string' || !saved.startsWith('={{')) return false;
	const end = /(?<!\\)(\\\\)*\}\}/.exec(saved);
	return !end || end.index + end[0].length === saved.length;
}

function withoutValue(
	{ displayName, required }: INodeProperties,
	value: unknown,
	saved: string,
): InvalidParameterError {
	return new InvalidParameterError(
		displayName,
		`has no value: ${truncate(saved.slice(1), LONGEST_EXPRESSION)} is ${value === null ? 'null' : 'undefined'}`,
		required
			? 'Correct the expression, or check the item that it reads.'
			: "Correct the expression. To leave the parameter out, add ?? '' to it.",
	);
}

function validateChoice({ property, value }: Given): void {
	const choices = choicesOf(property);
	if (!choices.includes(value)) throw notOffered(property.displayName, choices, value);
}

function validateCollection({ property, value, saved }: Given): void {
	const fields = parseFields(property.displayName, value);
	if (isObject(fields)) {
		validateMembers(property, property.options as INodeProperties[], fields, saved);
	}
}

/** The rows of a group, or its only one; what is none of them is invalid when it's read. */
function validateRows({ property, value, saved }: Given): void {
	const groups = property.options as INodePropertyCollection[];
	const given = parseFields(property.displayName, value);
	for (const [name, rows] of Object.entries(
		isObject(given) ? given : { [groups[0].name]: given },
	)) {
		const group = groups.find((each) => each.name === name);
		if (!group) throw unknownName(property, name, groups);
		for (const [index, row] of [rows].flat().entries()) {
			if (!isObject(row)) continue;
			const savedRows = memberOf(saved, name);
			const savedRow = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			atRow(property, index, () => validateMembers(property, group.values, row, savedRow));
		}
	}
}

function validateMembers(
	parent: INodeProperties,
	properties: INodeProperties[],
	values: Record<string, unknown>,
	saved: unknown,
): void {
	for (const name of Object.keys(values)) {
		const property = properties.find((each) => each.name === name);
		if (!property) throw unknownName(parent, name, properties);
		validateParameter({ property, value: values[name], saved: memberOf(saved, name) });
	}
}

/** A member as it is saved; an expression in place of the whole gives each of them. */
function memberOf(saved: unknown, name: string): unknown {
	return isObject(saved) ? saved[name] : saved;
}

function atRow({ displayName, typeOptions }: INodeProperties, index: number, validate: () => void) {
	try {
		validate();
	} catch (error) {
		const isOneOfMany = typeOptions?.multipleValues === true;
		if (!isOneOfMany || !(error instanceof InvalidParameterError)) throw error;
		throw error.at(`row ${index + 1} of ${displayName}`);
	}
}

function unknownName(
	{ displayName }: INodeProperties,
	name: string,
	known: Array<INodeProperties | INodePropertyCollection | INodePropertyOptions>,
): InvalidParameterError {
	const names = known.flatMap((each) =>
		'type' in each && each.type === 'notice' ? [] : [each.name],
	);
	return new InvalidParameterError(
		displayName,
		`has no property "${truncate(name, LONGEST_EXPRESSION)}"`,
		`Use one of: ${names.join(', ')}.`,
	);
}
