import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { markdownTable } from 'markdown-table';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import { requestOptionsField } from '../../nodes/DataPlatform/parameters/requestOptions.ts';
import { withParts } from './markdown.ts';

const HEAD = ['Parameter', 'Kind', 'Shown for', 'What it does'];

/** Every parameter of every operation, from the node's own description. */
export function operationsPage(): string {
	return withParts('docs/operations.md', { operations: operations.map(section).join('\n\n') });
}

function section(operation: Operation): string {
	const fields = [...operation.fields, requestOptionsField(operation)];
	return [
		`## ${operation.resource.name} → ${operation.option.name}`,
		`${operation.option.description}.`,
		...fields.filter(({ type }) => type === 'notice').map((notice) => `> ${notice.displayName}`),
		markdownTable([HEAD, ...fields.flatMap((field) => rows(field, [], fields))]),
	].join('\n\n');
}

function rows(
	field: INodeProperties,
	above: string[],
	known: INodeProperties[],
	isAdded = false,
): string[][] {
	const { type, displayName, options = [] } = field;
	if (type === 'notice') return [];
	const path = [...above, displayName];
	const own = [
		path.join(' → '),
		kind(field, isAdded),
		condition(field, known),
		description(field, isAdded),
	].map((cell) => cell.replaceAll('|', '\\|'));
	if (type !== 'collection' && type !== 'fixedCollection') return [own];
	const children = options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
	const around = [...children, ...known];
	return [own, ...children.flatMap((child) => rows(child, path, around, type === 'collection'))];
}

const KINDS: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'switch',
	collection: 'options',
	fixedCollection: 'group',
	json: 'JSON',
	multiOptions: 'several of a list',
	options: 'one of a list',
	resourceLocator: 'chosen, or a path',
	string: 'text',
};

function kind(
	{ type, typeOptions, default: initial, required }: INodeProperties,
	isAdded: boolean,
): string {
	const words = typeOptions?.multipleValues ? 'list' : (KINDS[type] ?? type);
	const isShown = typeof initial !== 'object' && initial !== '' && initial !== undefined;
	const starts = `, ${isAdded ? 'when added' : 'starts as'} ${initial}`;
	const isNamed = ['json', 'options'].includes(type);
	return `${words}${isShown && !isNamed ? starts : ''}${required ? ', required' : ''}`;
}

/** `Input: Text`: when the panel shows a field, in the panel's own words. */
function condition({ displayOptions }: INodeProperties, known: INodeProperties[]): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(([name, values = []]) => {
		const field = known.find((candidate) => candidate.name === name.replace('/', ''));
		const words = values.map((value) => choiceName(field, value) ?? String(value));
		return `${field?.displayName ?? name}: ${words.join(' or ')}`;
	});
	return conditions.join('; ');
}

function choiceName(field: INodeProperties | undefined, value: unknown): string | undefined {
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	return choice?.name ?? (typeof value === 'boolean' ? (value ? 'on' : 'off') : undefined);
}

function description(field: INodeProperties, isAdded: boolean): string {
	const { description: text = '', type, options = [], default: initial } = field;
	if (type !== 'options') return text;
	const first = isAdded ? ' (when added)' : ' (default)';
	const choices = (options as INodePropertyOptions[]).map(
		({ name, value, description: words }) =>
			`**${name}**${value === initial ? first : ''}${words ? `: ${words}` : ''}`,
	);
	return [text.replace(/\.$/, ''), choices.join('; ')].filter(Boolean).join('. ');
}
