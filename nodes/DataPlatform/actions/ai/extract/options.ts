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

/** Neither "error" nor a name that two fields of an item would have. */
function throwIfCollides(
	read: ParameterReader,
	collection: ParameterReader,
	{ schema, list, detailsField, checks }: ItemOptions,
): void {
	const found = list && schemaAt(schema, list);
	const columns = (found?.items ?? found)?.properties;
	const names = new Set(Object.keys({ ...schema.properties, ...columns }));
	if (names.has('error')) throw namesError(read.displayName('specifyStructure'));
	const group = collection.group('checks');
	const added: Array<[string, string | undefined]> = [
		[collection.displayName('detailsField'), detailsField],
		[group.displayName('checksField'), checks?.field],
		[group.displayName('addEvidence'), checks?.evidenceField],
	];
	for (const [parameter, name] of added) {
		if (name === undefined) continue;
		if (name === 'error') throw namesError(parameter);
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

/** The names that lead to the list whose elements become items. */
function readList(read: ParameterReader, schema: FieldSchema): string[] {
	const name = read.text('list');
	const lists = listPaths(schema);
	if (name) return namedList(read, name, schema, lists);
	if (lists.length === 1) return lists[0];
	const names = lists.map((path) => path.join('.')).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		names ? `is empty, and there are several lists: ${names}` : 'is empty, and no field is a list',
		names ? 'Enter one of them.' : 'Make a field a list, or choose another Output.',
	);
}

function namedList(
	read: ParameterReader,
	name: string,
	schema: FieldSchema,
	lists: string[][],
): string[] {
	const known = [...Object.keys(schema.properties ?? {}).map((each) => [each]), ...lists];
	const path = known.find((each) => each.join('.') === name) ?? name.split('.');
	const found = schemaAt(schema, path);
	if (found && (found.type === 'array' || mayBeAny(found))) return path;
	const names = Object.keys(schema.properties ?? {}).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		found
			? `names "${name}", which isn't a list`
			: `names "${name}", which isn't one of the fields to extract: ${names}`,
		'Enter the name of a list, or the path of a list inside an object, such as order.lines.',
	);
}

/** Types that only the platform knows may be anything. */
function mayBeAny({ type }: FieldSchema): boolean {
	return !['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(type ?? '');
}

/** The schema at a path. Members that nobody described may be there, and have any type. */
function schemaAt(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	if (name === undefined) return schema;
	const property = propertyOf(schema, name);
	if (schema.properties) return property && schemaAt(property, inner);
	return schema.type === 'object' || mayBeAny(schema) ? {} : undefined;
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

/**
 * Reads the members of the request about the model. The API documents two of them without their members.
 * @throws InvalidParameterError
 */
export function readModelOptions(options: ParameterReader): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const members = ['modelConfiguration', 'reasoningConfig'];
	for (const [name, value] of Object.entries(settings)) {
		if (members.includes(name) && isObject(value)) continue;
		throw new InvalidParameterError(
			options.displayName('modelSettingsJson'),
			`must be an object of ${members.join(' and ')}, each an object, but has "${name}"`,
			'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.',
		);
	}
	return { model: options.text('model'), sessionId: options.uuid('sessionId'), ...settings };
}
