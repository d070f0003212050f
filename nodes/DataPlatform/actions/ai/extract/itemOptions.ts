import type { INodeProperties } from 'n8n-workflow';
import type { ParameterReader } from '../../../parameters/reader';
import type { Fields } from './fields';
import { OWN_FIELDS, type ItemList, type ItemOptions } from './items';
import { propertyOf, type FieldSchema } from './schema';

const showOnlyForExtract = { resource: ['ai'], operation: ['extract'] };

/** The parameters that determine which items an extraction becomes. */
export const itemParameters: INodeProperties[] = [
	{
		displayName: 'Items',
		name: 'items',
		type: 'options',
		options: [
			{
				name: 'One per Input Item',
				value: 'perInput',
				description: 'With each extracted field at the top level of the item',
			},
			{
				name: 'One per List Element',
				value: 'perElement',
				description: 'Such as one item per order line, with the other fields repeated',
			},
			{
				name: 'Raw Response',
				value: 'raw',
				description:
					'The whole response, with output, model, requestId, isCustomerModel and modelProviderUsage',
			},
		],
		default: 'perInput',
		description: 'Which items the node returns',
		displayOptions: { show: showOnlyForExtract },
	},
	{
		displayName: 'List',
		name: 'list',
		type: 'string',
		default: '',
		placeholder: 'e.g. order.lines',
		description:
			'Path of the list whose elements become items. Leave it empty if there is only one list.',
		displayOptions: { show: { ...showOnlyForExtract, items: ['perElement'] } },
	},
	{
		displayName: 'Keep Empty Lists',
		name: 'keepEmptyLists',
		type: 'boolean',
		default: false,
		description:
			'Whether an empty or missing list gives one item with empty columns. Otherwise, an empty list gives no item unless there are issues, and a missing list fails the item.',
		displayOptions: { show: { ...showOnlyForExtract, items: ['perElement'] } },
	},
];

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Items is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, or if a field or column has the name of a
 * field that the node adds
 */
export function readItemOptions(
	read: ParameterReader,
	{ schema, parameter }: Pick<Fields, 'schema' | 'parameter'>,
): ItemOptions | undefined {
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
	const list = items === 'perElement' ? readList(read, schema) : undefined;
	const names = [...Object.keys(schema.properties ?? {}), ...(list?.columns ?? [])];
	const reserved = names.find((name) => Object.hasOwn(OWN_FIELDS, name));
	if (reserved !== undefined) {
		throw read.invalid(
			parameter,
			`names a field "${reserved}", but the node uses this name itself`,
			'Choose another name for the field.',
		);
	}
	const options = read.collection('options');
	return {
		schema,
		list,
		ifMissing: options.choice('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		dateOrder: options.choice('dateOrder'),
		numberFormat: options.choice('numberFormat'),
		inputFields: options.choice('inputFields'),
		addsDetails: options.boolean('addExtractionDetails'),
		flagIssues: readFlagIssues(options),
	};
}

function readFlagIssues(options: ParameterReader): ItemOptions['flagIssues'] {
	if (options.value('flagIssues') === undefined) return undefined;
	const settings = options.group('flagIssues');
	return {
		failsItem: settings.choice('ifFound') === 'fail',
		dontLookUp: new Set((settings.list('dontLookUp') ?? []).map(String)),
	};
}

function readList(read: ParameterReader, schema: FieldSchema): ItemList {
	const name = read.name('list');
	const lists = listPaths(schema);
	const names = lists.map((path) => path.join('.'));
	// A field name may contain dots, so known lists are compared before the name is split.
	const path = name ? (lists[names.indexOf(name)] ?? name.split('.')) : lists[0];
	const list = path && schemaAt(schema, path);
	if (list && mayBe('array', list) && (name || lists.length === 1)) {
		const columns = Object.keys(list.items?.properties ?? {});
		return { path, columns, keepsEmpty: read.boolean('keepEmptyLists') };
	}
	if (lists.length === 0) {
		throw read.invalid(
			'list',
			'needs a field that is a list',
			'Make a field a list, or set Items to "One per Input Item".',
		);
	}
	throw read.invalid(
		'list',
		name
			? `names "${name}", which isn't a list`
			: `is empty, and there are several lists: ${names.join(', ')}`,
		`Enter the path of a list, such as ${names[0]}.`,
	);
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Whether the schema allows a value of this type. A schema without a known type allows any value. */
function mayBe(type: 'array' | 'object', schema: FieldSchema): boolean {
	return schema.type === type || !TYPES.includes(schema.type ?? '');
}

/** Returns the schema of the value at a path; `{}` (any value) if an object's members aren't described. */
function schemaAt(schema: FieldSchema, path: string[]): FieldSchema | undefined {
	return path.reduce<FieldSchema | undefined>((holder, name) => {
		if (!holder || holder.properties) return propertyOf(holder, name);
		return mayBe('object', holder) ? {} : undefined;
	}, schema);
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}
