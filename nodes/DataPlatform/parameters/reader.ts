import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { holdsExpression, isExpression, requireValues } from './expressions';
import { InvalidParameterError } from './invalidParameter';
import { toJson } from './toJson';
import * as validators from './validators';
import { isUnset, type Parse } from './validators';
import { isObject, quote, trimInvisible, truncate } from '../helpers/values';

type ReadValue = (name: string) => unknown;
type Named = { name: string };

/** Where a reader's values come from. */
interface Source {
	/** The row that contains the parameters, for messages, such as `row 2 of Columns`. */
	place?: string;
	/** Returns a value as n8n saved it, with unresolved expressions. */
	readSaved?: ReadValue;
	/** What the readers of all items share. */
	shared?: Map<string, unknown>;
}

/**
 * Reads and validates the parameters of one item, or the fields of a collection or row. The methods throw
 * InvalidParameterError if a value is invalid, or required but not set. For an optional value that isn't
 * set, they return undefined, unless their comment says otherwise.
 */
export class ParameterReader {
	private readonly readValue: ReadValue;
	private readonly properties: INodeProperties[];
	private readonly place: string | undefined;
	private readonly readSaved: ReadValue;
	private readonly shared: Map<string, unknown> | undefined;

	/** The label of a parameter, for messages. */
	readonly displayName = (name: string) => this.findProperty(name)?.displayName ?? name;
	/** Whether an expression returned the value, or the whole collection or row that contains it. */
	readonly isExpression = (name: string) => isExpression(this.readSaved(name));
	readonly text = (name: string) => this.parse(name, validators.parseText);
	readonly requiredText = (name: string) => this.required(name, this.text(name));
	/** Returns a name or an ID, without blanks and zero-width characters at its ends. */
	readonly name = (name: string) => this.parse(name, validators.parseName);
	readonly requiredName = (name: string) => this.required(name, this.name(name));
	/** Returns an identifier for one segment of a URL path, not encoded yet. Throws if it isn't set. */
	readonly pathSegment = (name: string) =>
		this.required(name, this.parse(name, validators.parsePathSegment));
	readonly uuid = (name: string) => this.parse(name, validators.parseUuid);
	/** Returns false if not set. */
	readonly boolean = (name: string) => this.parse(name, validators.parseBoolean) ?? false;
	/** Returns a number within the property's minValue and maxValue. */
	readonly number = (name: string) => this.parse(name, validators.parseNumber);
	/** Returns a whole number within the property's minValue and maxValue. */
	readonly integer = (name: string) => this.parse(name, validators.parseInteger);
	readonly integerList = (name: string) => this.parse(name, validators.parseIntegerList);
	readonly jsonObject = (name: string) => this.parse(name, validators.parseJsonObject);
	readonly jsonArray = (name: string) => this.parse(name, validators.parseJsonArray);
	/** Reads comma-separated text, a JSON array, or a list that an expression returned. */
	readonly list = (name: string) => this.parse(name, validators.parseList);
	readonly names = (name: string) => this.parse(name, validators.parseNames);

	/**
	 * @param readValue returns a value with expressions resolved
	 * @param properties the descriptions of the parameters
	 */
	constructor(readValue: ReadValue, properties: INodeProperties[], source: Source = {}) {
		this.readValue = readValue;
		this.properties = properties;
		this.place = source.place;
		this.readSaved = source.readSaved ?? (() => undefined);
		this.shared = source.shared;
	}

	/**
	 * Returns the value. Requires that a dropdown's value is one of its choices, and that expressions return
	 * a value, because n8n doesn't. Otherwise, an expression that returns undefined could turn Show Request
	 * Only off, or remove part of a job's definition.
	 */
	value(name: string): unknown {
		const value = this.readValue(name);
		const saved = this.readSaved(name);
		const { type, options = [] } = this.findProperty(name) ?? {};
		const hasFields = type === 'collection' || type === 'fixedCollection';
		// Each field of a collection is validated when it's read.
		const isChecked = !hasFields || isExpression(saved);
		if (isChecked) requireValues(value, saved, this.invalid.bind(this, name));
		if (isUnset(value)) return undefined;
		if (type !== 'options') return value;
		const json = toJson(value, this.invalid.bind(this, name));
		const chosen = typeof json === 'string' ? trimInvisible(json) : json;
		const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
		if (choices.includes(chosen as string)) return chosen;
		throw this.invalidChoice(name, choices, chosen);
	}

	/** Returns an ID for the output: a number as it is, text without invisible characters at its ends. */
	id(name: string): IDataObject[string] {
		const value = this.parse(name, (json) => json);
		return typeof value === 'string' ? trimInvisible(value) : (value as IDataObject[string]);
	}

	/** Returns JSON. The members of an object stay as they are, because a file may have undefined ones. */
	shallow(name: string): unknown {
		const value = this.value(name);
		return value === undefined ? undefined : this.toShallow(name, value);
	}

	/** Returns the value of a dropdown, or the dropdown's default if the value isn't set. */
	choice<Value extends string>(name: string): Value {
		return (this.value(name) ?? this.findProperty(name)?.default) as Value;
	}

	collection(name: string): ParameterReader {
		const value = this.parseFields(name) ?? {};
		if (isObject(value)) return this.createInner(name, value, this.readSaved(name), this.place);
		const reason = `must be an object, but is ${quote(value)}`;
		throw this.invalid(name, reason, 'Use an expression that returns an object.');
	}

	/** Returns a reader of the fields in a fixed collection without multiple values. */
	group(name: string): ParameterReader {
		return this.rows(name)[0] ?? this.createInner(name, {});
	}

	/**
	 * Returns readers of the rows in a fixed collection. An expression may return a list of rows, n8n's own
	 * form `{ groupName: rows }`, or JSON text of either.
	 */
	rows(name: string): ParameterReader[] {
		const value = this.parseFields(name) ?? [];
		const { options = [], typeOptions } = this.findProperty(name) ?? {};
		if (isObject(value)) this.requireNames(name, value, options);
		const groups = isObject(value) ? Object.values(value) : [value];
		const rows = groups
			.flatMap((group) => this.toShallow(name, group))
			.map((row) => this.toShallow(name, row));
		if (!rows.every(isObject)) {
			const reason = `must be a list of objects, but is ${quote(value)}`;
			throw this.invalid(name, reason, 'Use an expression that returns a list of objects.');
		}
		const savedRows = findSavedRows(this.readSaved(name));
		const outer = this.place === undefined ? '' : `, in ${this.place}`;
		return rows.map((row, index) => {
			const saved = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			const place = `row ${index + 1} of ${this.displayName(name)}${outer}`;
			return this.createInner(name, row, saved, typeOptions?.multipleValues ? place : this.place);
		});
	}

	/** Returns the value. Throws InvalidParameterError if it's undefined. */
	required<Value>(name: string, value: Value | undefined): Value {
		if (value === undefined) throw this.createEmptyError(name);
		return value;
	}

	/** Creates the error about a value that is required, but not set. */
	createEmptyError(name: string): InvalidParameterError {
		const advice = 'Enter a value, or check what the expression returns for this item.';
		return this.invalid(name, 'is empty', advice);
	}

	/** Creates an error about a parameter. If the parameter is in a row, the error names the row. */
	invalid(name: string, reason: string, advice: string, place = this.place): InvalidParameterError {
		const description = place === undefined ? advice : `See ${place}. ${advice}`;
		return new InvalidParameterError(this.displayName(name), reason, description);
	}

	/** Creates the error about a value that isn't in a list of choices. */
	invalidChoice(name: string, choices: unknown[], value: unknown): InvalidParameterError {
		const reason = `must be one of ${choices.join(', ')}, but is ${quote(value)}`;
		const advice = 'Choose a value, or use an expression that returns one of these values.';
		return this.invalid(name, reason, advice);
	}

	/**
	 * Returns what `make` returns. If none of the parameters has an expression, it's made once for all items.
	 * @param names the only parameters that `make` reads
	 * @param key distinguishes different results for the same parameters
	 */
	share<Result>(names: string[], key: string, make: () => Result): Result {
		if (!this.shared || names.some((name) => holdsExpression(this.readSaved(name)))) return make();
		if (!this.shared.has(key)) this.shared.set(key, make());
		return this.shared.get(key) as Result;
	}

	private parse<Result>(name: string, parse: Parse<Result>): Result | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		const invalid = this.invalid.bind(this, name);
		const json = toJson(value, invalid, this.isExpression(name) ? 'expression' : 'text');
		return parse(json, invalid, this.findProperty(name)?.typeOptions);
	}

	private toShallow(name: string, value: unknown): unknown {
		return toJson(value, this.invalid.bind(this, name), 'expression', true);
	}

	/** Returns a collection, or the rows in it. Each field is validated when it's read. */
	private parseFields(name: string): unknown {
		const fields = this.shallow(name);
		if (typeof fields !== 'string') return fields;
		return validators.parseFields(fields, this.invalid.bind(this, name));
	}

	/**
	 * Creates a reader of the fields in a collection or row. If an expression returned the whole collection
	 * or row, each field counts as an expression.
	 */
	private createInner(name: string, values: IDataObject, saved?: unknown, place?: string) {
		const options = this.findProperty(name)?.options ?? [];
		const fields = options.flatMap((option) =>
			'values' in option ? option.values : [option as INodeProperties],
		);
		this.requireNames(name, values, fields, place);
		const readSaved = isExpression(saved)
			? (member: string) => (Object.hasOwn(values, member) ? saved : undefined)
			: createMemberReader(saved);
		return new ParameterReader(createMemberReader(values), fields, { place, readSaved });
	}

	/** Throws if `values` has a member that isn't in `fields`: a misspelled member would be ignored. */
	private requireNames(name: string, values: object, fields: Named[], place?: string): void {
		const names = fields.map((field) => field.name);
		const unknown = Object.keys(values).find((member) => !names.includes(member));
		if (unknown === undefined) return;
		const reason = `can't contain "${truncate(unknown)}"`;
		throw this.invalid(name, reason, `Use one of: ${names.join(', ')}.`, place);
	}

	private findProperty(name: string): INodeProperties | undefined {
		return this.properties.find((property) => property.name === name);
	}
}

function createMemberReader(value: unknown): ReadValue {
	return (name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
}

/** Returns the rows as n8n saved them, or the expression that returns all rows. */
function findSavedRows(saved: unknown): unknown {
	const groups = isObject(saved) ? Object.values(saved) : [saved];
	return groups.find(isExpression) ?? groups.flat();
}
