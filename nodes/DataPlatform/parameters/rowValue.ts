import type { INodeProperties } from 'n8n-workflow';
import { parseBoolean, parseNumber, parseText } from './validators';
import { parseJson, parseTyped } from './json';
import type { ParameterReader } from './reader';

/** The value of a name/value row, and of which type it is. */
export function rowValueFields(placeholder: string): INodeProperties[] {
	return [
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'automatic',
			description: 'Type of the value',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description: 'Detects numbers, true, false, null and JSON. Expressions keep their type.',
				},
				{ name: 'Boolean', value: 'boolean' },
				{
					name: 'JSON',
					value: 'json',
					description: 'A list, an object, null or a text in quotes',
				},
				{ name: 'Number', value: 'number' },
				{ name: 'Text', value: 'text' },
			],
		},
		{ displayName: 'Value', name: 'value', type: 'string', default: '', placeholder },
	];
}

/**
 * The value of a row in its type. What an expression gave stays as it is, unless a type is chosen.
 * @throws InvalidParameterError for a value that is not of the chosen type
 */
export function readRowValue(row: ParameterReader): unknown {
	const value = row.value('value') ?? '';
	const parameter = row.displayName('value');
	const isGivenText = typeof value === 'string' && row.isExpression('value');
	const types = {
		automatic: () => (isGivenText ? value : parseTyped(parameter, value)),
		boolean: () => parseBoolean(parameter, value),
		json: () => parseJson(parameter, value),
		number: () => exactNumber(parameter, value),
		text: () => parseText(parameter, value),
	};
	return row.inPlace(types[row.choice<keyof typeof types>('type')]);
}

/** Digits beyond 2^53 are kept. */
function exactNumber(parameter: string, value: unknown): number | bigint {
	const number = parseTyped(parameter, value);
	return typeof number === 'bigint' ? number : parseNumber(parameter, number);
}
