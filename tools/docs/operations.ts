import { existsSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { createRequestOptionsProperty } from '../../nodes/DataPlatform/actions/common.descriptions.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { table, withParts } from '../../test/support/markdown.ts';
import type { Generated } from './contract.ts';

const FOLDER = 'docs/reference';

/** A new line in a cell of a table. */
const NEW_LINE = '<br>';

/** A longer list of choices, such as fields to sort by, is easier to read in the editor. */
const LONGEST_LIST = 12;

const nameOf = ({ resource, option }: Operation) => `${resource.name}: ${option.name}`;
const pageOf = ({ resource, option }: Operation) => `${resource.value}-${option.value}.md`;

const LINKS = operations.map((each) => `- [${nameOf(each)}](reference/${pageOf(each)})`).join('\n');

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
	{ file: 'docs/README.md', make: () => withParts('docs/README.md', { operations: LINKS }) },
];

/** The request options, with the default of each operation. */
function requestOptions(): string {
	const offered = operations.map(
		(operation) => createRequestOptionsProperty(operation).options as INodeProperties[],
	);
	const rows = offered[0].map(({ name, displayName }) => {
		const fields = offered.map((options) => options.find((each) => each.name === name)!);
		// A toggle is off without the option.
		const defaults = fields.map((each) => (each.type === 'boolean' ? 'off' : `${each.default}`));
		const described = Map.groupBy(operations, (_, index) => descriptionOf(fields[index]));
		const descriptions = [...described].map(([description, users]) =>
			described.size === 1 ? description : `**${users.map(nameOf).join(', ')}**: ${description}`,
		);
		return [displayName, ...defaults, descriptions.join(NEW_LINE)];
	});
	return table([['Option', ...operations.map(nameOf), 'Description'], ...rows]);
}

/** The parameters of an operation. Choices that several of them have are described once. */
function parametersOf({ properties }: Operation): string {
	const described = new Set<string>();

	function rowsOf(
		field: INodeProperties,
		depth: number,
		known: INodeProperties[],
		isAdded = false,
	) {
		const { type, displayName, options = [] } = field;
		const own = [
			`${'↳'.repeat(depth)} ${displayName}`.trim(),
			valueOf(field, isAdded),
			conditionOf(field, known),
			[descriptionOf(field), choicesOf(field, described)].filter(Boolean).join(NEW_LINE),
		];
		if (type !== 'collection' && type !== 'fixedCollection') return type === 'notice' ? [] : [own];
		const children = options.flatMap((option) =>
			'values' in option ? option.values : [option as INodeProperties],
		);
		const around = [...children, ...known];
		const below: string[][] = children.flatMap((child) =>
			rowsOf(child, depth + 1, around, type === 'collection'),
		);
		return [own, ...below];
	}

	const rows = properties.flatMap((field) => rowsOf(field, 0, properties));
	return table([['Parameter', 'Default', 'Shown for', 'Description'], ...rows]);
}

/** "required", or the initial value. */
function valueOf({ type, default: initial, required }: INodeProperties, isAdded: boolean): string {
	if (required) return 'required';
	if (type === 'options' || type === 'json' || typeof initial === 'object') return '';
	const value = labelOf(undefined, initial);
	return isAdded && value !== '' ? `${value}, when added` : value;
}

/** When the parameter is shown, such as `Input: Text`. */
function conditionOf({ displayOptions }: INodeProperties, known: INodeProperties[]): string {
	const shown = Object.entries(displayOptions?.show ?? {});
	const conditions = shown
		// All parameters of an operation depend on these.
		.filter(([name]) => name !== 'resource' && name !== 'operation')
		.map(([name, values = []]) => {
			const field = known.find((candidate) => candidate.name === name.replace('/', ''));
			const labels = values.map((value) => labelOf(field, value));
			return `${field?.displayName ?? name}: ${labels.join(' or ')}`;
		});
	return conditions.join(NEW_LINE);
}

function labelOf(field: INodeProperties | undefined, value: unknown): string {
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	if (choice) return choice.name;
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
}

/** The description, the hint, and the range of a number, such as `Allowed: 0 to 20.` */
function descriptionOf({ description, hint, type, typeOptions }: INodeProperties): string {
	const { minValue, maxValue = Infinity } = typeOptions ?? {};
	const limit = maxValue === Infinity ? 'or more' : `to ${maxValue}`;
	const range = type === 'number' && minValue !== undefined && `Allowed: ${minValue} ${limit}`;
	const sentences = [description, hint, range].filter((text) => typeof text === 'string');
	return sentences.map((each) => each.replace(/[.:]?$/, '.')).join(' ');
}

/** The choices, default first. Adds them to those that are described. */
function choicesOf(
	{ type, options = [], default: first }: INodeProperties,
	described: Set<string>,
) {
	if (type !== 'options' || options.length > LONGEST_LIST) return '';
	const choices = (options as INodePropertyOptions[]).toSorted(
		(a, b) => Number(b.value === first) - Number(a.value === first),
	);
	const lines = choices.map(({ name, value, description }) => {
		const label = `**${name}**${value === first ? ' (default)' : ''}`;
		const isNew = !described.has(`${name}: ${description}`);
		described.add(`${name}: ${description}`);
		return description && isNew ? `${label}: ${description}` : label;
	});
	return lines.join(lines.some((line) => line.includes(': ')) ? NEW_LINE : ', ');
}
