import { existsSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Generated } from './contract.ts';
import { createRequestOptionsProperty } from '../../nodes/DataPlatform/actions/common.descriptions.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { withParts } from '../../test/support/markdown.ts';

const FOLDER = 'docs/reference';

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

/** The request options, with the default of most operations, and those that differ. */
function requestOptions(): string {
	const offered = operations.map(
		(operation) => createRequestOptionsProperty(operation).options as INodeProperties[],
	);
	const rows = offered[0].map(({ name, displayName }) => {
		const fields = offered.map((options) => options.find((each) => each.name === name)!);
		const defaults = Map.groupBy(operations, (_, index) => fields[index].default);
		// The default of most operations goes first.
		const byUse = [...defaults].toSorted(([, a], [, b]) => b.length - a.length);
		const initial = byUse.map(([value, users], index) =>
			index === 0 ? `${value}` : `${value} (${users.map(nameOf).join(', ')})`,
		);
		// A toggle is off without the option.
		const defaultText = fields[0].type === 'boolean' ? '' : ` Default: ${initial.join(', ')}.`;
		const described = Map.groupBy(operations, (_, index) => descriptionOf(fields[index]));
		const descriptions = [...described].map(([description, users]) =>
			described.size === 1 ? description : `**${users.map(nameOf).join(', ')}**: ${description}`,
		);
		return `- **${displayName}:** ${descriptions.join(' ')}${defaultText}`;
	});
	return rows.join('\n');
}

/**
 * The parameters of an operation, and those in its collections. Choices, and the parameters of a group in a
 * collection, are only named, because n8n's editor describes them.
 */
function parametersOf({ properties }: Operation): string {
	function linesOf(field: INodeProperties, depth: number): string[] {
		const { type, displayName } = field;
		const children = innerOf(field);
		const isGroup = children.length > 0 && depth > 0;
		const details = isGroup ? namesOf(children) : choicesOf(field);
		const sentences = [descriptionOf(field), valueOf(field)].filter(Boolean).join(' ');
		const text = [sentences, details && `${details}.`].filter(Boolean).join(' ');
		const line = `${'  '.repeat(depth)}- **${displayName}${text && ':'}** ${text}`.trimEnd();
		if (type === 'notice') return [];
		return [line, ...(isGroup ? [] : children.flatMap((child) => linesOf(child, depth + 1)))];
	}

	return properties.flatMap((field) => linesOf(field, 0)).join('\n');
}

/** The parameters in a collection, in the rows of a list, or in a group. */
export function innerOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type !== 'collection' && type !== 'fixedCollection') return [];
	return options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
}

const namesOf = (fields: INodeProperties[]) =>
	fields.map(({ displayName }) => `**${displayName}**`).join(', ');

/** "Required.", or the initial value, such as `Default: 50.` Toggles are off. */
function valueOf({ type, default: initial, required }: INodeProperties): string {
	if (required) return 'Required.';
	const hasValue = ['string', 'number'].includes(type) && initial !== '';
	return hasValue ? `Default: ${initial}.` : '';
}

/** The description, the hint, and the range of a number, such as `Allowed: 0 to 20.` */
function descriptionOf({ description, hint, type, typeOptions }: INodeProperties): string {
	const { minValue, maxValue = Infinity } = typeOptions ?? {};
	const limit = maxValue === Infinity ? 'or more' : `to ${maxValue}`;
	const range = type === 'number' && minValue !== undefined && `Allowed: ${minValue} ${limit}`;
	const sentences = [description, hint, range].filter((text) => typeof text === 'string');
	return sentences.map((each) => each.replace(/[.:]?$/, '.')).join(' ');
}

/** The names of the choices, default first. */
function choicesOf({ type, options = [], default: first }: INodeProperties): string {
	if (type !== 'options' || options.length > LONGEST_LIST) return '';
	const choices = (options as INodePropertyOptions[]).toSorted(
		(a, b) => Number(b.value === first) - Number(a.value === first),
	);
	return choices
		.map(({ name, value }) => `**${name}**${value === first ? ' (default)' : ''}`)
		.join(', ');
}
