import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

type Details = Partial<INodeProperties>;

/** Returns a function that declares parameters of this type, with `initial` as their default. */
const createDeclarer =
	(type: NodePropertyTypes, initial: INodeProperties['default']) =>
	(displayName: string, name: string, description: string, details: Details = {}) => {
		const described = description === '' ? {} : { description };
		return { displayName, name, type, default: initial, ...described, ...details };
	};

/** Each of these declares a parameter from its label, name, description and other properties for n8n. */
export const text = createDeclarer('string', '');
export const json = createDeclarer('json', '');
export const toggle = createDeclarer('boolean', false);
export const number = createDeclarer('number', 0);
export const collection = createDeclarer('collection', {});
export const rows = createDeclarer('fixedCollection', {});

/**
 * Declares a parameter with options.
 * @param table a line for each option: `value | Name | Description`; the first one is the default if `details` has none
 */
export function select(
	displayName: string,
	name: string,
	description: string,
	table: string,
	details: Details = {},
): INodeProperties {
	const options = table
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([value, label, about]) => ({ value, name: label, ...(about && { description: about }) }));
	return createDeclarer('options', options[0].value)(displayName, name, description, {
		options,
		...details,
	});
}

/** Returns display options that show a parameter only for these values of another parameter. */
export const showFor = (parameter: string, ...values: string[]) => ({
	displayOptions: { show: { [parameter]: values } },
});
