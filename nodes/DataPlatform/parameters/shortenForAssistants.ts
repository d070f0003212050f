import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** The most characters of the node's texts for assistants, which read all of them for each workflow. */
export const MOST_CHARACTERS_FOR_ASSISTANTS = 20_000;

/** The most choices to list for assistants. */
const MOST_CHOICES = 12;

const GROUPS = new Set(['collection', 'fixedCollection']);

/**
 * Makes n8n show a parameter to assistants as text, without its choices and inner fields, because the length
 * of all texts is limited. For a collection, a hint has the type instead.
 */
export function shortenForAssistants(field: INodeProperties): INodeProperties {
	return {
		...field,
		// With this option n8n prints neither choices nor inner fields.
		typeOptions: { ...field.typeOptions, loadOptionsDependsOn: [] },
		...(GROUPS.has(field.type) && {
			builderHint: { propertyHint: `An object: ${describeType(field)}` },
		}),
	};
}

function describeType({ type, typeOptions, options = [] }: INodeProperties): string {
	if (type === 'collection') return describeMembers(options as INodeProperties[]);
	if (type === 'fixedCollection') {
		const arraySuffix = typeOptions?.multipleValues ? '[]' : '';
		const groups = (options as INodePropertyCollection[]).map(
			({ name, values }) => `${name}?: ${describeMembers(values)}${arraySuffix}`,
		);
		return `{ ${groups.join('; ')} }`;
	}
	const choices = (options as INodePropertyOptions[]).map(({ value }) => `'${String(value)}'`);
	if (type === 'options' && choices.length <= MOST_CHOICES) return choices.join(' | ');
	if (type === 'multiOptions') return 'string[]';
	if (type === 'json') return 'object | string';
	return type === 'number' || type === 'boolean' ? type : 'string';
}

function describeMembers(fields: INodeProperties[]): string {
	const members = fields
		.filter(({ type }) => type !== 'notice')
		.map((field) => {
			const hint = GROUPS.has(field.type) ? undefined : field.builderHint?.propertyHint;
			return `${field.name}?: ${describeType(field)}${hint ? ` (${hint})` : ''}`;
		});
	return `{ ${members.join('; ')} }`;
}
