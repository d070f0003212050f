import type { INodeProperties } from 'n8n-workflow';
import { truncate } from '../helpers/values';
import { InvalidParameterError, isUnset, createChoiceError } from './validators';

const LONGEST_EXPRESSION = 100;

/**
 * Validates the value of a parameter against its property. n8n checks neither the values of community nodes
 * nor whether an expression has a value. Without this check, an empty expression could drop a part of a
 * job, or turn Show Request Only off.
 * @param saved the saved value, with its expressions
 * @throws InvalidParameterError
 */
export function validateValue(property: INodeProperties, value: unknown, saved: unknown): void {
	requireValue(property, value, saved);
	const { displayName, type, options = [] } = property;
	if (isUnset(value) || type !== 'options') return;
	const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
	if (!choices.includes(value as string)) throw createChoiceError(displayName, choices, value);
}

/** Throws InvalidParameterError for a member that isn't a field, or a group of fields, of the parameter. */
export function validateNames(
	displayName: string,
	values: object,
	fields: Array<{ name: string; type?: string }>,
): void {
	const isKnown = (name: string) => fields.some((field) => field.name === name);
	const unknown = Object.keys(values).find((name) => !isKnown(name));
	if (unknown === undefined) return;
	const names = fields.flatMap(({ type, name }) => (type === 'notice' ? [] : [name]));
	throw new InvalidParameterError(
		displayName,
		`can't contain "${truncate(unknown)}"`,
		`Use one of: ${names.join(', ')}.`,
	);
}

/** Throws if a parameter, or a part of it, is only an expression, and its value is undefined or null. */
function requireValue(property: INodeProperties, value: unknown, saved: unknown): void {
	const { displayName, type } = property;
	if (isWholeExpression(saved)) {
		if (value !== undefined && value !== null) return;
		throw new InvalidParameterError(
			displayName,
			`has no value: ${truncate(saved.slice(1), LONGEST_EXPRESSION)} is ${String(value)}`,
			"Correct the expression, or check the item that it reads. To leave out an optional parameter, make the expression return ''.",
		);
	}
	// The reader of the group validates its fields.
	if (type === 'collection' || type === 'fixedCollection') return;
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, member] of Object.entries(saved)) {
		requireValue(property, (value as Record<string, unknown> | undefined)?.[name], member);
	}
}

/** Whether a saved value is only `={{ … }}`. With other characters around it, n8n returns text. */
function isWholeExpression(saved: unknown): saved is string {
	if (typeof saved !== 'string' || !saved.startsWith('={{')) return false;
	const end = /(?<!\\)(\\\\)*\}\}/.exec(saved);
	return !end || end.index + end[0].length === saved.length;
}
