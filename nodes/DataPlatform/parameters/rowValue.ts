import type { INodeProperties } from 'n8n-workflow';
import { toBoolean, toNumber, toText } from './checks';
import { toJson, toRecognised } from './json';
import type { ParameterReader } from './reader';

/** The value of a name/value row, and of which type it is. */
export function rowValueFields(placeholder: string): INodeProperties[] {
	return [
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'automatic',
			description: 'How the value is read',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'Of typed values, numbers, true, false, null and JSON are recognised; an expression keeps its type',
				},
				{ name: 'Boolean', value: 'boolean' },
				{
					name: 'JSON',
					value: 'json',
					description: 'A list, an object, null, or a text in quotes',
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
 * @throws RefusedParameter for a value that is not of the chosen type
 */
export function readRowValue(row: ParameterReader): unknown {
	const value = row.value('value') ?? '';
	const parameter = row.displayName('value');
	const isGivenText = typeof value === 'string' && row.isExpression('value');
	const types = {
		automatic: () => (isGivenText ? value : toRecognised(parameter, value)),
		boolean: () => toBoolean(parameter, value),
		json: () => toJson(parameter, value),
		number: () => exactNumber(parameter, value),
		text: () => toText(parameter, value),
	};
	return row.inPlace(types[row.choice<keyof typeof types>('type')]);
}

/** Digits beyond 2^53 are kept. */
function exactNumber(parameter: string, value: unknown): number | bigint {
	const number = toRecognised(parameter, value);
	return typeof number === 'bigint' ? number : toNumber(parameter, number);
}
