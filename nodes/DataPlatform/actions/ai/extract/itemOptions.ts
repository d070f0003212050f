import { type FieldSchema, mayBe } from './jsonSchema';
import { normalizeName } from './matchNames';
import type { DateOrder } from './text/dateForms';
import type { NumberFormat } from './text/digits';
import type { Path } from '../../../helpers/paths';
import type { ParameterReader } from '../../../parameters/reader';

/** How an extraction becomes items. */
export interface ItemOptions {
	schema: FieldSchema;
	/** Undefined if each input item becomes one output item. */
	list?: ListOptions;
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
	/** Whether converted values replace the original ones. Issues are found either way. */
	convertTypes: boolean;
	dateOrder: DateOrder;
	numberFormat: NumberFormat;
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	addsDetails: boolean;
	flagsIssues: boolean;
	issuesFail: boolean;
	/** Fields, as names or paths, that aren't looked up because the model infers their values. */
	dontLookUp: Set<string>;
}

/** The list whose elements become items. */
export interface ListOptions {
	/** The path as the user knows it, for messages. */
	name: string;
	path: string[];
	/** The columns of the list. An element that isn't an object becomes a field with the list's name. */
	columns: string[];
	/** Whether the schema says that all elements are objects. */
	hasOnlyObjects: boolean;
	keepsEmpty: boolean;
}

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Items is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, or if a field or column has the name of a
 * field that the node adds
 */
export function readItemOptions(
	read: ParameterReader,
	{ schema, parameter }: { schema: FieldSchema; parameter: string },
): ItemOptions | undefined {
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
	const list = items === 'perElement' ? readListOptions(read, schema) : undefined;
	const fields = [...Object.keys(schema.properties ?? {}), ...(list ? fieldsOf(list) : [])];
	const reserved = fields.find((name) => RESERVED.has(name));
	if (reserved !== undefined) {
		const reason = `names a field "${reserved}", but the node uses this name itself`;
		throw read.invalid(parameter, reason, 'Choose another name for the field.');
	}
	const options = read.collection('options');
	const flagIssues = options.group('flagIssues');
	const names = flagIssues.names('dontLookUp') ?? [];
	return {
		schema,
		list,
		ifMissing: options.choice<ItemOptions['ifMissing']>('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		dateOrder: options.choice<DateOrder>('dateOrder'),
		numberFormat: options.choice<NumberFormat>('numberFormat'),
		inputFields: options.choice<ItemOptions['inputFields']>('inputFields'),
		addsDetails: options.boolean('addExtractionDetails'),
		flagsIssues: options.value('flagIssues') !== undefined,
		issuesFail: flagIssues.choice('ifFound') === 'fail',
		// Issues name fields with positions, so `lines[0].price` is `lines.price`.
		dontLookUp: new Set(names.map((name) => normalizeName(name.replace(/\[\d*\]/g, '')))),
	};
}

/** Names of fields that the node adds. n8n treats an item with a field `error` as failed. */
const RESERVED = new Set(['issues', 'extraction', 'error']);

/** Returns the fields of elements: for the list `order.codes` of texts, `codes`. */
function fieldsOf({ path, columns, hasOnlyObjects }: ListOptions): string[] {
	return hasOnlyObjects ? columns : [...columns, ...path.slice(-1)];
}

function readListOptions(read: ParameterReader, schema: FieldSchema): ListOptions {
	const lists = listFields(schema).filter(
		([path, field]) => !path.includes(0) && mayBe('array', field),
	);
	const names = lists.filter(([, { type }]) => type === 'array').map(([path]) => path.join('.'));
	const name = read.name('list') ?? (names.length === 1 ? names[0] : '');
	const isList = ([path]: Field) => normalizeName(path.join('.')) === normalizeName(name);
	const found = lists.find(([path]) => path.join('.') === name) ?? lists.find(isList);
	if (!found) {
		const advice = `Lists among the fields: ${names.join(', ') || 'none'}. Enter one of them, or change 'Items'.`;
		throw read.invalid('list', `must be the path of a list, but is "${name}"`, advice);
	}
	const [path, { items }] = found;
	const columns = Object.keys(items?.properties ?? {});
	const hasOnlyObjects = items?.type === 'object';
	const keepsEmpty = read.boolean('keepEmptyLists');
	return { name, path: path.map(String), columns, hasOnlyObjects, keepsEmpty };
}

/** A field and its path. A 0 in a path is a position in a list. */
type Field = [path: Path, schema: FieldSchema];

/** Lists the fields, and what is inside of them. */
function listFields(schema: FieldSchema, outer: Path = []): Field[] {
	const inner: Array<[string | number, FieldSchema]> = Object.entries(schema.properties ?? {});
	if (schema.items) inner.push([0, schema.items]);
	return inner.flatMap(([step, field]): Field[] => {
		const path = [...outer, step];
		return [[path, field], ...listFields(field, path)];
	});
}

/**
 * Whether one of the names is the field at a path, or an object or list that contains it. A name may leave out what is
 * around it: `price` and `lines.price` are `order.lines[0].price`.
 */
export function isNamed(path: Path, names: Set<string>): boolean {
	if (names.size === 0) return false;
	let place = '';
	return path.some((step) => {
		if (typeof step === 'number') return false;
		place += `.${normalizeName(step)}`;
		return [...names].some((name) => place.endsWith(`.${name}`));
	});
}

/** Returns a hint about names that Don't Look Up has, but no field. */
export function hintUnknownNames({ schema, dontLookUp }: ItemOptions): string[] {
	const fields = listFields(schema);
	// A field that may have any members may have this name, too.
	if (fields.some(([, field]) => mayHaveAnyMembers(field))) return [];
	const isKnown = (name: string) => fields.some(([path]) => isNamed(path, new Set([name])));
	const unknown = [...dontLookUp].filter((name) => !isKnown(name));
	return unknown.map((name) => `"${name}" under 'Don't Look Up' isn't the name of a field`);
}

/** Whether a value may have members without a schema, in itself or in elements without a schema. */
function mayHaveAnyMembers(field: FieldSchema): boolean {
	const isOpenObject = field.properties === undefined || field.otherProperties !== undefined;
	const isOpenList = field.items === undefined;
	return (mayBe('object', field) && isOpenObject) || (mayBe('array', field) && isOpenList);
}
