import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';
import { toTitleCase } from '../helpers/values';

type Details = Partial<INodeProperties>;

/** Returns a function that declares parameters of this type, with `initial` as their default. */
const createDeclarer =
	(type: NodePropertyTypes, initial: INodeProperties['default']) =>
	(displayName: string, name: string, description = '', details: Details = {}): INodeProperties => {
		const described = description === '' ? {} : { description };
		return { displayName, name, type, default: initial, ...described, ...details };
	};

/** Each function below declares a parameter of one type. `details` adds members of INodeProperties. */
export const text = createDeclarer('string', '');
export const json = createDeclarer('json', '');
export const toggle = createDeclarer('boolean', false);
export const number = createDeclarer('number', 0);
export const multiSelect = createDeclarer('multiOptions', []);
export const dateTime = createDeclarer('dateTime', '');
export const notice = createDeclarer('notice', '');
export const collection = createDeclarer('collection', {});
export const rows = createDeclarer('fixedCollection', {});

/**
 * Declares a parameter of the type `options`. The first option is the default unless `details` has another.
 * @param options the options, or text with a line for each option: `value | Name | Description`
 */
export function select(
	displayName: string,
	name: string,
	description: string,
	options: string | INodePropertyOptions[],
	details: Details = {},
): INodeProperties {
	const list = typeof options === 'string' ? parseOptions(options) : options;
	const declare = createDeclarer('options', list[0].value);
	return declare(displayName, name, description, { options: list, ...details });
}

function parseOptions(table: string): INodePropertyOptions[] {
	return table
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([value, name, description]) => ({ value, name, ...(description && { description }) }));
}

/** Returns an option for each member, such as `Legacy ID` for `legacyId`, sorted by label. */
export function toOptions(members: readonly string[]): INodePropertyOptions[] {
	return members
		.map((member) => ({ name: toTitleCase(member), value: member }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the `displayOptions` of a field that n8n shows only if `parameter` has one of these values. */
export const showFor = (parameter: string, ...values: Array<string | boolean>) => ({
	displayOptions: { show: { [parameter]: values } },
});
