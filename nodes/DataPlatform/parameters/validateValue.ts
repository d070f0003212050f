import type { INodeProperties } from 'n8n-workflow';
import { truncate } from '../helpers/values';
import { InvalidParameterError, isUnset, createChoiceError } from './validators';

/**
 * Requires that a dropdown's value is one of its choices, and that expressions return a value, because n8n
 * doesn't. Otherwise, an expression that returns undefined could turn Show Request Only off, or remove part
 * of a job's definition.
 * @param saved the value as n8n saved it, with unresolved expressions
 * @throws InvalidParameterError
 */
export function validateValue(property: INodeProperties, value: unknown, saved: unknown): void {
	requireValue(property, value, saved);
	const { displayName, type, options = [] } = property;
	if (isUnset(value) || type !== 'options') return;
	const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
	if (!choices.includes(value as string)) throw createChoiceError(displayName, choices, value);
}

/**
 * Throws InvalidParameterError if `values` has a member that isn't in `fields`, because a misspelled member
 * would be ignored. `fields` are the fields of a collection or row, or the groups of a fixed collection.
 */
export function validateNames(label: string, values: object, fields: Array<{ name: string }>) {
	const names = fields.map(({ name }) => name);
	const unknown = Object.keys(values).find((name) => !names.includes(name));
	if (unknown === undefined) return;
	const reason = `can't contain "${truncate(unknown)}"`;
	throw new InvalidParameterError(label, reason, `Use one of: ${names.join(', ')}.`);
}

/** Throws if an expression returned undefined or null for the parameter, or for a value inside it. */
function requireValue(property: INodeProperties, value: unknown, saved: unknown): void {
	const { displayName, type } = property;
	if (isWholeExpression(saved)) {
		if (value !== undefined && value !== null) return;
		throw new InvalidParameterError(
			displayName,
			`has no value: ${truncate(saved.slice(1), 100)} is ${String(value)}`,
			"Correct the expression, or check the item that it reads. To leave out an optional parameter, make the expression return ''.",
		);
	}
	// ParameterReader validates each field of a collection when the field is read.
	if (type === 'collection' || type === 'fixedCollection') return;
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, member] of Object.entries(saved)) {
		requireValue(property, (value as Record<string, unknown> | undefined)?.[name], member);
	}
}

/** Whether a value, as n8n saved it, is text with an expression. */
export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** Whether a saved value is a single `={{ … }}`. Any other expression returns text, never undefined. */
function isWholeExpression(saved: unknown): saved is string {
	if (!isExpression(saved) || !saved.startsWith('={{')) return false;
	const end = /(?<!\\)(\\\\)*\}\}/.exec(saved);
	return !end || end.index + end[0].length === saved.length;
}
