import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** Our own limit for the text that n8n shows AI assistants about this node. A test checks the limit. */
export const MOST_CHARACTERS_FOR_ASSISTANTS = 20_000;

/** The hint for a collection describes a dropdown with more choices as `string`. */
const MAX_CHOICES = 12;

const GROUPS = new Set(['collection', 'fixedCollection']);

/**
 * Shortens a parameter's type, as n8n shows it to AI assistants, to `string` or `string[]` without choices
 * or inner fields. For a collection, a hint lists the fields in fewer characters than n8n's own type.
 */
export function shortenForAssistants(field: INodeProperties): INodeProperties {
	return {
		...field,
		// This option means that choices are loaded at runtime, so n8n prints no choices or inner fields.
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
	if (type === 'options' && choices.length <= MAX_CHOICES) return choices.join(' | ');
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
