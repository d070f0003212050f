import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';
import { readSeparated } from './fields';
import { EVIDENCE_FIELD } from './parameters';
import type { DateOrder, NumberFormat } from './issues';
import type { CheckOptions, ItemOptions } from './items';
import type { FieldSchema } from './schema';
import { propertyOf } from './schema';

/**
 * Reads what becomes of an extraction.
 * @returns undefined for Raw Response
 * @throws InvalidParameterError if names collide: a list that is not extracted, details under the name of a field,
 * or "error", by which n8n recognizes a failed item
 */
export function readItemOptions(
	read: ParameterReader,
	schema: FieldSchema,
): ItemOptions | undefined {
	const format = read.choice('extractionFormat');
	if (format === 'raw') return undefined;
	const collection = read.collection('options');
	const options: ItemOptions = {
		schema,
		ifMissing: collection.choice<ItemOptions['ifMissing']>('ifMissing'),
		convertTypes: collection.boolean('convertTypes'),
		dateOrder: collection.choice<DateOrder>('dateOrder'),
		numberFormat: collection.choice<NumberFormat>('numberFormat'),
		inputFields: collection.choice<ItemOptions['inputFields']>('inputFields'),
		list: format === 'perInput' ? undefined : readList(read, schema),
		keepsEmptyList: format === 'perElementOrEmpty',
		detailsField: collection.text('detailsField'),
		checks: readChecks(collection),
	};
	throwIfCollides(read, collection, options);
	return options;
}

function readChecks(collection: ParameterReader): CheckOptions | undefined {
	if (collection.value('checks') === undefined) return undefined;
	const read = collection.group('checks');
	return {
		field: read.text('checksField'),
		failsItem: read.choice('ifFound') === 'fail',
		evidenceField: read.boolean('addEvidence') ? EVIDENCE_FIELD : undefined,
		inferredFields: new Set(readSeparated(read, 'inferredFields')),
		askAgain: read.integer('askAgain') ?? 0,
	};
}

function throwIfCollides(
	read: ParameterReader,
	collection: ParameterReader,
	{ schema, list, detailsField, checks: checkOptions }: ItemOptions,
): void {
	const found = list?.reduce<FieldSchema | undefined>(propertyOf, schema);
	const columns = Object.keys((found?.items ?? found)?.properties ?? {});
	const names = new Set([...Object.keys(schema.properties ?? {}), ...columns]);
	if (names.has('error')) throw namesError(read.displayName('specifyStructure'));
	const group = collection.group('checks');
	const added: Array<[string, string | undefined]> = [
		[collection.displayName('detailsField'), detailsField],
		[group.displayName('checksField'), checkOptions?.field],
		[group.displayName('addEvidence'), checkOptions?.evidenceField],
	];
	for (const [parameter, name] of added) {
		if (name === 'error') throw namesError(parameter);
		if (name === undefined) continue;
		if (names.has(name)) {
			throw new InvalidParameterError(
				parameter,
				`names "${name}", which is another field of the items`,
				'Choose another name.',
			);
		}
		names.add(name);
	}
}

function namesError(parameter: string): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		'names a field "error": n8n treats an item with such a field as failed',
		'Give the field another name, or choose Raw Response as Output.',
	);
}

/** Types that are no list. A value of another type may be one. */
const NO_LISTS = new Set<string | undefined>(['boolean', 'integer', 'number', 'object', 'string']);

/** The names that lead to the list whose elements become items. */
function readList(read: ParameterReader, schema: FieldSchema): string[] {
	const name = read.text('list');
	return name ? namedList(read, name, schema) : onlyList(read, schema);
}

function onlyList(read: ParameterReader, schema: FieldSchema): string[] {
	const paths = listPaths(schema);
	if (paths.length === 1) return paths[0];
	const lists = paths.map((path) => path.join('.')).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		lists ? `is empty, and there are several lists: ${lists}` : 'is empty, and no field is a list',
		lists ? 'Enter one of them.' : 'Make a field a list, or choose another Output.',
	);
}

function namedList(read: ParameterReader, name: string, schema: FieldSchema): string[] {
	const isNamed = (path: string[]) => path.join('.') === name;
	const path = propertyOf(schema, name)
		? [name]
		: (listPaths(schema).find(isNamed) ?? name.split('.'));
	const found = schemaAt(schema, path);
	if (found && !NO_LISTS.has(found.type)) return path;
	const names = Object.keys(schema.properties ?? {}).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		found
			? `names "${name}", which isn't a list`
			: `names "${name}", which isn't one of the fields to extract: ${names}`,
		'Enter the name of a list, or the path of a list inside an object, such as order.lines.',
	);
}

/** The schema at a path. Members that nobody described may be there, and have any type. */
function schemaAt(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	if (name === undefined) return schema;
	if (schema.properties) {
		const property = propertyOf(schema, name);
		return property && schemaAt(property, inner);
	}
	const { type } = schema;
	return type === 'object' || (type !== 'array' && !NO_LISTS.has(type)) ? {} : undefined;
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

/** The members of the request that the API documents without their members. */
const MEMBERS = ['modelConfiguration', 'reasoningConfig'] as const;

/**
 * Reads the members of the request about the model.
 * @throws InvalidParameterError
 */
export function readModelOptions(options: ParameterReader) {
	return {
		model: options.text('model'),
		sessionId: options.uuid('sessionId'),
		...readSettings(options),
	};
}

function readSettings(options: ParameterReader): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const wrong = Object.entries(settings).find(
		([name, value]) => !(MEMBERS as readonly string[]).includes(name) || !isObject(value),
	);
	if (!wrong) return settings;
	throw new InvalidParameterError(
		options.displayName('modelSettingsJson'),
		`must be an object of ${MEMBERS.join(' and ')}, each an object, but has "${wrong[0]}"`,
		'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.',
	);
}
