import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../helpers/values';
import type { ParameterReader } from '../../../parameters/reader';
import { readCommaSeparated } from './fields';
import { EVIDENCE_FIELD } from './parameters';
import type { CheckOptions, ItemList, ItemOptions } from './items';
import type { FieldSchema } from './schema';
import { propertyOf } from './schema';

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Output is Raw Response
 * @throws InvalidParameterError if List names no list to extract, two fields of an item have the same name, or a
 * field is called "error", by which n8n recognizes a failed item
 */
export function readItemOptions(
	read: ParameterReader,
	schema: FieldSchema,
): ItemOptions | undefined {
	const format = read.choice('extractionFormat');
	if (format === 'raw') return undefined;
	const collection = read.collection('options');
	const keepsEmpty = format === 'perElementOrEmpty';
	const options: ItemOptions = {
		schema,
		ifMissing: collection.choice('ifMissing'),
		convertTypes: collection.boolean('convertTypes'),
		dateOrder: collection.choice('dateOrder'),
		numberFormat: collection.choice('numberFormat'),
		inputFields: collection.choice('inputFields'),
		list: format === 'perInput' ? undefined : { ...readList(read, schema), keepsEmpty },
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
		inferredFields: new Set(readCommaSeparated(read, 'inferredFields')),
		askAgain: read.integer('askAgain') ?? 0,
	};
}

function throwIfCollides(
	read: ParameterReader,
	collection: ParameterReader,
	{ schema, list, detailsField, checks }: ItemOptions,
): void {
	const names = new Set([...Object.keys(schema.properties ?? {}), ...(list?.columns ?? [])]);
	const group = collection.group('checks');
	const added: Array<[ParameterReader, string, string | undefined]> = [
		[read, 'specifyStructure', names.has('error') ? 'error' : undefined],
		[collection, 'detailsField', detailsField],
		[group, 'checksField', checks?.field],
		[group, 'addEvidence', checks?.evidenceField],
	];
	for (const [reader, parameter, name] of added) {
		if (name === 'error') {
			throw reader.invalid(
				parameter,
				'names a field "error": n8n treats an item with such a field as failed',
				'Give the field another name, or choose Raw Response as Output.',
			);
		}
		if (name === undefined) continue;
		if (names.has(name)) {
			throw reader.invalid(
				parameter,
				`adds a field "${name}", but the items already have one`,
				'Rename one of the two.',
			);
		}
		names.add(name);
	}
}

function readList(read: ParameterReader, schema: FieldSchema): Omit<ItemList, 'keepsEmpty'> {
	const path = readListPath(read, schema);
	return { path, columns: Object.keys(schemaAt(schema, path)?.items?.properties ?? {}) };
}

function readListPath(read: ParameterReader, schema: FieldSchema): string[] {
	const name = read.text('list');
	const lists = listPaths(schema);
	if (!name && lists.length === 1) return lists[0];
	if (!name) {
		const names = lists.map((path) => path.join('.')).join(', ');
		throw read.invalid(
			'list',
			names
				? `is empty, and there are several lists: ${names}`
				: 'is empty, and no field is a list',
			names ? 'Enter one of these lists.' : 'Make a field a list, or choose another Output.',
		);
	}
	const fields = Object.keys(schema.properties ?? {});
	// A field name may contain dots, so known paths are compared before the name is split.
	const known = [...fields.map((field) => [field]), ...lists];
	const path = known.find((each) => each.join('.') === name) ?? name.split('.');
	const found = schemaAt(schema, path);
	if (found && (found.type === 'array' || mayBeAny(found))) return path;
	throw read.invalid(
		'list',
		found
			? `names "${name}", which isn't a list`
			: `names "${name}", which isn't one of the fields to extract: ${fields.join(', ')}`,
		'Enter the name of a list, or the path of a list inside an object, such as order.lines.',
	);
}

/** Whether the value may be a list or an object, because its type is missing or known only to the platform. */
function mayBeAny({ type }: FieldSchema): boolean {
	return !['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(type ?? '');
}

/** Returns the schema at a path. An object without described members may have any member. */
function schemaAt(schema: FieldSchema, path: string[]): FieldSchema | undefined {
	return path.reduce<FieldSchema | undefined>((holder, name) => {
		if (!holder || holder.properties) return propertyOf(holder, name);
		return holder.type === 'object' || mayBeAny(holder) ? {} : undefined;
	}, schema);
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

/**
 * Reads the members of the request about model and session. The API doesn't document what is inside
 * `modelConfiguration` and `reasoningConfig`, so both are passed on unchanged.
 * @throws InvalidParameterError if the settings have another member, or the session ID isn't a UUID
 */
export function readModelOptions(options: ParameterReader): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const members = ['modelConfiguration', 'reasoningConfig'];
	const isKnown = (name: string) => members.includes(name) && isObject(settings[name]);
	const unknown = Object.keys(settings).find((name) => !isKnown(name));
	if (unknown !== undefined) {
		throw options.invalid(
			'modelSettingsJson',
			`may contain only ${members.join(' and ')}, each as an object, so "${unknown}" isn't valid`,
			'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.',
		);
	}
	return { model: options.text('model'), sessionId: options.uuid('sessionId'), ...settings };
}
