import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** The most characters that n8n may show to AI assistants about this node, to keep their input short. */
export const MOST_CHARACTERS_FOR_ASSISTANTS = 20_000;

/** A dropdown in a collection with more choices is described to assistants as `string`. */
const MAX_CHOICES = 12;

const GROUPS = new Set(['collection', 'fixedCollection']);

/**
 * Makes n8n describe a parameter to AI assistants as text or a list of texts, without its choices and inner
 * fields, to save characters. For a collection, a hint describes the fields, more briefly than n8n would.
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
