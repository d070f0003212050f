import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { findPaddedExpression, holdsExpression, isExpression, requireValues } from './expressions';
import { InvalidParameterError } from './invalidParameter';
import { toJson } from './toJson';
import * as validators from './validators';
import { isUnset, type Parse } from './validators';
import { isObject, quote, trimInvisible, truncate } from '../helpers/values';

type ReadValue = (name: string) => unknown;

/** Where a reader's values come from. */
interface Source {
	/** The row that contains the parameters, for messages, such as `row 2 of Columns`. */
	place?: string;
	/** Returns a value as n8n saved it, with unresolved expressions. */
	readSaved?: ReadValue;
	/** Returns the value of an expression such as `{{ $json.id }}` for the item. The label is for errors. */
	evaluate?: (expression: string, label: string) => unknown;
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
	private readonly source: Source;

	readonly text = (name: string) => this.parse(name, validators.parseText);
	/** Returns a name or an ID, without blanks and zero-width characters at its ends. */
	readonly name = (name: string) => this.parse(name, validators.parseName);
	readonly requiredName = (name: string) => this.required(name, this.name(name));
	/** Returns an ID for the output: a number as it is, text as `name` does. */
	readonly id = (name: string) => this.parse(name, validators.parseId);
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
	/** Returns text or n8n's object for a file. Its members stay as they are, because some may be undefined. */
	readonly fileOrText = (name: string) => this.parse(name, (value) => value, true);

	/**
	 * @param readValue returns a value with expressions resolved
	 * @param properties the descriptions of the parameters
	 */
	constructor(readValue: ReadValue, properties: INodeProperties[], source: Source = {}) {
		this.readValue = readValue;
		this.properties = properties;
		this.source = source;
	}

	/**
	 * Returns the value. Requires that a dropdown's value is one of its choices, and that expressions return
	 * a value, because n8n doesn't. Otherwise, an expression that returns undefined could turn Show Request
	 * Only off, or remove part of a job's definition.
	 */
	value(name: string): unknown {
		const value = this.resolve(name);
		const saved = this.readSaved(name);
		const { type } = this.findProperty(name) ?? {};
		const hasFields = type === 'collection' || type === 'fixedCollection';
		// The fields of a collection are checked one by one when they are read, unless an expression returned all of them.
		const isCheckedLater = hasFields && !isExpression(saved);
		if (!isCheckedLater) requireValues(value, saved, this.invalid.bind(this, name));
		if (isUnset(value)) return undefined;
		return type === 'options' ? this.requireChoice(name, value) : value;
	}

	/** Returns the value of a dropdown, or the dropdown's default if the value isn't set. */
	choice<Value extends string>(name: string): Value {
		return (this.value(name) ?? this.findProperty(name)?.default) as Value;
	}

	/** Whether an expression returned the value, or the whole collection or row that contains it. */
	isFromExpression(name: string): boolean {
		return isExpression(this.readSaved(name));
	}

	collection(name: string): ParameterReader {
		const value = this.parse(name, validators.parseJsonUnchecked, true) ?? {};
		const { place } = this.source;
		if (isObject(value)) return this.createInner(name, value, this.readSaved(name), place);
		const reason = `must be an object, but is ${quote(value)}`;
		throw this.invalid(name, reason, 'Use an expression that returns an object.');
	}

	/** Returns a reader of the fields in a fixed collection without multiple values. */
	group(name: string): ParameterReader {
		const [row, ...others] = this.rows(name);
		if (others.length === 0) return row ?? this.createInner(name, {}, undefined, this.source.place);
		const reason = `must be one object, but is a list of ${others.length + 1}`;
		throw this.invalid(name, reason, 'Use an expression that returns one row.');
	}

	/**
	 * Returns readers of the rows in a fixed collection. An expression may return a list of rows, n8n's own
	 * form `{ groupName: rows }`, or JSON text of either. The reader of a row also has the row as n8n saved it, to know
	 * which fields are expressions. For example, `{ field: [{ name: '={{ $json.a }}' }] }` was saved, and its value is
	 * `{ field: [{ name: 'total' }] }`: the row `{ name: 'total' }` was saved as `{ name: '={{ $json.a }}' }`.
	 */
	rows(name: string): ParameterReader[] {
		const value = this.parse(name, validators.parseJsonUnchecked, true) ?? [];
		const { options = [], typeOptions } = this.findProperty(name) ?? {};
		// The names of the groups. `createInner` checks those of the fields.
		if (isObject(value)) this.requireNames(name, value, options);
		const rows = this.toRows(name, value);
		const savedRows = findSavedRows(this.readSaved(name));
		const outer = this.source.place;
		const within = outer === undefined ? '' : `, in ${outer}`;
		return rows.map((row, index) => {
			const saved = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			const place = `row ${index + 1} of ${this.displayName(name)}${within}`;
			return this.createInner(name, row, saved, typeOptions?.multipleValues ? place : outer);
		});
	}

	/** Returns the value. Throws InvalidParameterError if it's undefined. */
	required<Value>(name: string, value: Value | undefined): Value {
		if (value !== undefined) return value;
		const advice = 'Enter a value, or check what the expression returns for this item.';
		throw this.invalid(name, 'is empty', advice);
	}

	/**
	 * Creates an error about a parameter. If the parameter is in a row, the error names the row.
	 * @param place the row; without it, the one that contains the parameter
	 */
	invalid(name: string, reason: string, advice: string, place = this.source.place) {
		const description = place === undefined ? advice : `See ${place}. ${advice}`;
		return new InvalidParameterError(this.displayName(name), reason, description);
	}

	/** Creates the error about a value that isn't in a list of choices. */
	invalidChoice(name: string, choices: unknown[], value: unknown): InvalidParameterError {
		const reason = `must be one of ${choices.join(', ')}, but is ${quote(value)}`;
		const advice = 'Choose a value, or use an expression that returns one of these values.';
		return this.invalid(name, reason, advice);
	}

	/** Returns the label of a parameter, for messages. */
	displayName(name: string): string {
		return this.findProperty(name)?.displayName ?? name;
	}

	/**
	 * Returns what `make` returns. If none of the parameters has an expression, it's made once for all items.
	 * @param names the only parameters that `make` reads
	 * @param key distinguishes different results for the same parameters
	 */
	share<Result>(names: string[], key: string, make: () => Result): Result {
		const { shared } = this.source;
		if (!shared || names.some((name) => holdsExpression(this.readSaved(name)))) return make();
		if (!shared.has(key)) shared.set(key, make());
		return shared.get(key) as Result;
	}

	/**
	 * Returns the value with expressions resolved. For an expression with blanks around it, n8n would make text of the
	 * value, so it's evaluated without them.
	 */
	private resolve(name: string): unknown {
		const { evaluate } = this.source;
		const expression = evaluate && findPaddedExpression(this.readSaved(name));
		return expression ? evaluate(expression, this.displayName(name)) : this.readValue(name);
	}

	private requireChoice(name: string, value: unknown): unknown {
		const json = toJson(value, this.invalid.bind(this, name));
		const chosen = typeof json === 'string' ? trimInvisible(json) : json;
		const { options = [] } = this.findProperty(name) ?? {};
		const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
		if (choices.includes(chosen as string)) return chosen;
		throw this.invalidChoice(name, choices, chosen);
	}

	private parse<Result>(name: string, parse: Parse<Result>, isShallow = false): Result | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		const invalid = this.invalid.bind(this, name);
		const from = this.isFromExpression(name) ? 'expression' : 'text';
		const json = toJson(value, invalid, from, isShallow);
		return parse(json, invalid, this.findProperty(name)?.typeOptions);
	}

	/** Converts `{ groupName: rows }`, or rows by themselves. Their fields are converted when they are read. */
	private toRows(name: string, value: unknown): IDataObject[] {
		const invalid = this.invalid.bind(this, name);
		const convert = (part: unknown) => toJson(part, invalid, 'expression', true);
		const lists = isObject(value) ? Object.values(value) : [value];
		// In `{ field: [row] }`, the list may be what an expression returned, and so may the row.
		const rows = lists.flatMap(convert).map(convert);
		if (rows.every(isObject)) return rows;
		const odd = isObject(value) ? rows.find((row) => !isObject(row)) : value;
		const reason = `must be a list of objects, but is ${quote(odd)}`;
		throw invalid(reason, 'Use an expression that returns a list of objects.');
	}

	/**
	 * Creates a reader of the fields in a collection or row. If an expression returned the whole collection
	 * or row, each field counts as an expression.
	 * @param saved what n8n saved for `values`: an object with unresolved expressions, or the expression for all of it
	 * @param place the row, for messages
	 */
	private createInner(name: string, values: IDataObject, saved?: unknown, place?: string) {
		const options = this.findProperty(name)?.options ?? [];
		const fields = options.flatMap((option) =>
			'values' in option ? option.values : [option as INodeProperties],
		);
		this.requireNames(name, values, fields, place);
		const readSaved = isExpression(saved)
			? createWholeReader(values, saved)
			: createMemberReader(saved);
		const { evaluate } = this.source;
		return new ParameterReader(createMemberReader(values), fields, { place, readSaved, evaluate });
	}

	/** Throws if `values` has a member that isn't in `known`: a misspelled member would be ignored. */
	private requireNames(
		name: string,
		values: object,
		known: Array<{ name: string }>,
		place?: string,
	): void {
		const names = known.map((each) => each.name);
		const unknown = Object.keys(values).find((member) => !names.includes(member));
		if (unknown === undefined) return;
		const reason = `can't contain "${truncate(unknown)}"`;
		throw this.invalid(name, reason, `Use one of: ${names.join(', ')}.`, place);
	}

	private readSaved(name: string): unknown {
		return this.source.readSaved?.(name);
	}

	private findProperty(name: string): INodeProperties | undefined {
		return this.properties.find((property) => property.name === name);
	}
}

function createMemberReader(value: unknown): ReadValue {
	return (name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
}

/**
 * Returns what counts as saved for the fields of a collection or row that one expression returned. For example,
 * `= {{ $json.row }}` returned `{ name: 'total' }`: `name` counts as saved as `={{ $json.row }}`, so it needs a value, and
 * `type` isn't set. Without the blanks, or `resolve` would evaluate the expression again and return the row instead of
 * the field, and requireValues would reject a blank field.
 */
function createWholeReader(values: IDataObject, saved: string): ReadValue {
	const whole = `=${trimInvisible(saved.slice(1))}`;
	return (name) => (Object.hasOwn(values, name) ? whole : undefined);
}

/** Returns the rows as n8n saved them, or the expression that returns all rows. */
function findSavedRows(saved: unknown): unknown {
	const groups = isObject(saved) ? Object.values(saved) : [saved];
	return groups.find(isExpression) ?? groups.flat();
}
