import { existsSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import { createRequestOptionsProperty } from '../../nodes/DataPlatform/actions/common.descriptions.ts';
import { table, withParts } from '../../test/support/markdown.ts';
import type { Generated } from './contract.ts';

const FOLDER = 'docs/reference';

/** A new line in a cell of a table. */
const NEW_LINE = '<br>';

/** Parameters that select the page of an operation. All of its parameters depend on them. */
const OF_THE_PAGE = ['resource', 'operation'];

const nameOf = ({ resource, option }: Operation) => `${resource.name}: ${option.name}`;
const pageOf = ({ resource, option }: Operation) => `${resource.value}-${option.value}.md`;

/** The first text of an operation's page. */
const newPage = (operation: Operation) => `# ${nameOf(operation)}

${operation.option.description}.

## Parameters

<!-- parameters -->
<!-- /parameters -->

It also has the shared [request options](request-options.md).
`;

/** The pages about the parameters of each operation and about request options, and the list of these pages. */
export const operationFiles: Generated[] = [
	...operations.map((operation) => {
		const file = `${FOLDER}/${pageOf(operation)}`;
		const text = existsSync(file) ? undefined : newPage(operation);
		return { file, make: () => withParts(file, { parameters: parametersOf(operation) }, text) };
	}),
	{
		file: `${FOLDER}/request-options.md`,
		make: () => withParts(`${FOLDER}/request-options.md`, { parameters: requestOptions() }),
	},
	{ file: 'docs/README.md', make: () => withParts('docs/README.md', { operations: pageLinks() }) },
];

const pageLinks = () =>
	operations.map((each) => `- [${nameOf(each)}](reference/${pageOf(each)})`).join('\n');

function parametersOf({ properties }: Operation): string {
	const described = new Set<string>();
	const rows = properties.flatMap((field) => rowsOf(field, [], properties, described));
	return table([['Parameter', 'Default', 'Shown for', 'Description'], ...rows]);
}

/** The request options, with the default of each operation. */
function requestOptions(): string {
	const offered = operations.flatMap((operation) => {
		const { options } = createRequestOptionsProperty(operation);
		return (options as INodeProperties[]).map((field) => ({ operation, field }));
	});
	const byName = Map.groupBy(offered, ({ field }) => field.displayName);
	const rows = [...byName.keys()].sort().map((name) => {
		const own = byName.get(name)!;
		const defaults = operations.map((operation) => {
			const field = own.find((each) => each.operation === operation)?.field;
			return field ? defaultOf(field) : '';
		});
		const described = Map.groupBy(own, ({ field }) => descriptionOf(field, new Set()));
		const descriptions = [...described].map(([description, users]) =>
			described.size === 1
				? description
				: `**${users.map(({ operation }) => nameOf(operation)).join(', ')}**: ${description}`,
		);
		return [name, ...defaults, descriptions.join(NEW_LINE)];
	});
	return table([['Option', ...operations.map(nameOf), 'Description'], ...rows]);
}

/** The default without the option. A toggle is off. */
function defaultOf(field: INodeProperties): string {
	if (field.type === 'boolean') return 'off';
	return labelOf(field, field.default) ?? String(field.default);
}

function rowsOf(
	field: INodeProperties,
	above: string[],
	known: INodeProperties[],
	described: Set<string>,
	isAdded = false,
): string[][] {
	const { type, displayName, options = [] } = field;
	if (type === 'notice') return [];
	const own = [
		[...above, displayName].join(' '),
		valueOf(field, isAdded),
		conditionOf(field, known),
		descriptionOf(field, described),
	];
	if (type !== 'collection' && type !== 'fixedCollection') return [own];
	const children = options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
	const around = [...children, ...known];
	const below = ['↳'.repeat(above.length > 0 ? above[0].length + 1 : 1)];
	return [
		own,
		...children.flatMap((child) => rowsOf(child, below, around, described, type === 'collection')),
	];
}

/** "required", or the initial value. */
function valueOf({ type, default: initial, required }: INodeProperties, isAdded: boolean): string {
	if (required) return 'required';
	if (type === 'options' || type === 'json' || typeof initial === 'object') return '';
	const value = typeof initial === 'boolean' ? (initial ? 'on' : 'off') : initial;
	if (value === '' || value === undefined) return '';
	return isAdded ? `${value}, when added` : String(value);
}

/** When the parameter is shown, such as `Input: Text`. */
function conditionOf({ displayOptions }: INodeProperties, known: INodeProperties[]): string {
	const shown = Object.entries(displayOptions?.show ?? {});
	const conditions = shown
		.filter(([name]) => !OF_THE_PAGE.includes(name))
		.map(([name, values = []]) => {
			const field = known.find((candidate) => candidate.name === name.replace('/', ''));
			const labels = values.map((value) => labelOf(field, value) ?? String(value));
			return `${field?.displayName ?? name}: ${labels.join(' or ')}`;
		});
	return conditions.join(NEW_LINE);
}

function labelOf(field: INodeProperties | undefined, value: unknown): string | undefined {
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	return choice?.name ?? (typeof value === 'boolean' ? (value ? 'on' : 'off') : undefined);
}

/** A longer list of names, such as fields to sort by, is easier to read in the editor. */
const LONGEST_LIST = 12;

/**
 * The description, the hint, the range of a number, and the choices.
 *
 * @param described choices that are described above already; they're only named here
 */
function descriptionOf(field: INodeProperties, described: Set<string>): string {
	const { description, hint, type, options = [] } = field;
	const sentences = [description, hint, rangeOf(field)].filter((text) => text !== undefined);
	const text = sentences.map((each) => each.replace(/[.:]?$/, '.')).join(' ');
	const isList = type === 'options' && options.length <= LONGEST_LIST;
	return [text, isList ? choicesOf(field, described) : ''].filter(Boolean).join(NEW_LINE);
}

/** Such as `Allowed: 0 to 20`. */
function rangeOf({ type, typeOptions }: INodeProperties): string | undefined {
	const { minValue, maxValue } = typeOptions ?? {};
	if (type !== 'number' || minValue === undefined) return undefined;
	return `Allowed: ${minValue} ${maxValue === undefined ? 'or more' : `to ${maxValue}`}`;
}

/** The choices, default first. */
function choicesOf(field: INodeProperties, described: Set<string>): string {
	const choices = (field.options as INodePropertyOptions[]).toSorted(
		(a, b) => Number(b.value === field.default) - Number(a.value === field.default),
	);
	const lines = choices.map(({ name, value, description }) => {
		const label = `**${name}**${value === field.default ? ' (default)' : ''}`;
		const isNew = !described.has(`${name}: ${description}`);
		described.add(`${name}: ${description}`);
		return description && isNew ? `${label}: ${description}` : label;
	});
	return lines.join(lines.some((line) => line.includes(': ')) ? NEW_LINE : ', ');
}
