import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, quote, trimInvisible } from '../helpers/values';
import {
	parseFields,
	parseIntegerList,
	parseJson,
	parseJsonArray,
	parseJsonObject,
	parseList,
} from './json';
import { isExpression, validateNames, validateValue } from './validateValue';
import {
	InvalidParameterError,
	isUnset,
	parseBoolean,
	parseName,
	parseNumber,
	parsePathSegment,
	parseText,
	parseUuid,
} from './validators';

export type ReadValue = (name: string) => unknown;

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

	/**
	 * @param readValue returns a value with expressions resolved
	 * @param properties the descriptions of the parameters
	 * @param place the row that contains the parameters, for messages, such as `row 2 of Columns`
	 * @param readSaved returns a value as n8n saved it, with unresolved expressions
	 */
	constructor(
		readValue: ReadValue,
		properties: INodeProperties[],
		place?: string,
		readSaved: ReadValue = () => undefined,
	) {
		this.readValue = readValue;
		this.properties = properties;
		this.place = place;
		this.readSaved = readSaved;
	}

	/** Whether an expression returned the value, or the whole collection or row that contains it. */
	isExpression(name: string): boolean {
		return isExpression(this.readSaved(name));
	}

	/** Returns the value after validating it against its property. */
	value(name: string): unknown {
		const value = this.readValue(name);
		const property = this.findProperty(name);
		if (property) this.inPlace(() => validateValue(property, value, this.readSaved(name)));
		return isUnset(value) ? undefined : value;
	}

	/** Returns an ID for the output: a number as it is, text without zero-width characters and blanks at its ends. */
	id(name: string): IDataObject[string] {
		const value = this.value(name);
		return typeof value === 'string' ? trimInvisible(value) : (value as IDataObject[string]);
	}

	text(name: string): string | undefined {
		return this.parse(name, parseText);
	}

	requiredText(name: string): string {
		return this.required(name, this.text(name));
	}

	/** Returns a name or an ID, without blanks and zero-width characters at its ends. */
	name(name: string): string | undefined {
		return this.parse(name, parseName);
	}

	requiredName(name: string): string {
		return this.required(name, this.name(name));
	}

	/** Returns an identifier for one segment of a URL path, not encoded yet. Throws if it isn't set. */
	pathSegment(name: string): string {
		return this.required(name, this.parse(name, parsePathSegment));
	}

	/** Returns a whole number within the property's minValue and maxValue. */
	integer(name: string): number | undefined {
		return this.number(name, true);
	}

	/** Returns a number within the property's minValue and maxValue. */
	number(name: string, isWhole = false): number | undefined {
		const range = { ...this.findProperty(name)?.typeOptions, isWhole };
		return this.parse(name, (parameter, value) => parseNumber(parameter, value, range));
	}

	/** Returns false if not set. */
	boolean(name: string): boolean {
		return this.parse(name, parseBoolean) ?? false;
	}

	uuid(name: string): string | undefined {
		return this.parse(name, parseUuid);
	}

	json(name: string): unknown {
		return this.parse(name, parseJson);
	}

	jsonObject(name: string): IDataObject | undefined {
		return this.parse(name, parseJsonObject);
	}

	jsonArray(name: string): unknown[] | undefined {
		return this.parse(name, parseJsonArray);
	}

	integerList(name: string): Array<number | bigint> | undefined {
		return this.parse(name, parseIntegerList);
	}

	/** Reads comma-separated text, a JSON array, or a list that an expression returned. */
	list(name: string): unknown[] | undefined {
		return this.parse(name, parseList);
	}

	/** Returns the value of a dropdown, or the dropdown's default if the value isn't set. */
	choice<Value extends string>(name: string): Value {
		return (this.value(name) ?? this.findProperty(name)?.default) as Value;
	}

	/** Returns a reader of the parameters in a collection. */
	collection(name: string): ParameterReader {
		const value = this.parse(name, parseFields) ?? {};
		if (isObject(value)) {
			return this.createInnerReader(name, value, this.readSaved(name), this.place);
		}
		const reason = `must be an object, but is ${quote(value)}`;
		throw this.invalid(name, reason, 'Use an expression that returns an object.');
	}

	/** Returns a reader of the fields in a fixed collection without multiple values. */
	group(name: string): ParameterReader {
		return this.rows(name)[0] ?? new ParameterReader(() => undefined, this.getFields(name));
	}

	/**
	 * Returns readers of the rows in a fixed collection. An expression may return a list of rows, n8n's own
	 * form `{ groupName: rows }`, or JSON text of either.
	 */
	rows(name: string): ParameterReader[] {
		const value = this.parse(name, parseFields) ?? [];
		const groups = this.findProperty(name)?.options ?? [];
		if (isObject(value)) this.inPlace(() => validateNames(this.displayName(name), value, groups));
		const rows = isObject(value) ? Object.values(value).flat() : value;
		if (!Array.isArray(rows) || !rows.every(isObject)) {
			const reason = `must be a list of objects, but is ${quote(value)}`;
			throw this.invalid(name, reason, 'Use an expression that returns a list of objects.');
		}
		const savedRows = findSavedRows(this.readSaved(name));
		return rows.map((row, index) => {
			const savedRow = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			return this.createInnerReader(name, row, savedRow, this.describeRow(name, index));
		});
	}

	/** The label of a parameter, for messages. */
	displayName(name: string): string {
		return this.findProperty(name)?.displayName ?? name;
	}

	/** Returns the value. Throws InvalidParameterError if it's undefined. */
	required<Value>(name: string, value: Value | undefined): Value {
		if (value !== undefined) return value;
		const advice = 'Enter a value, or check what the expression returns for this item.';
		throw this.invalid(name, 'is empty', advice);
	}

	/** Creates an error about a parameter. If the parameter is in a row, the error names the row. */
	invalid(name: string, reason: string, description: string): InvalidParameterError {
		return new InvalidParameterError(this.displayName(name), reason, description).at(this.place);
	}

	/** Calls a function. If it throws InvalidParameterError, adds the row of this reader to the error. */
	inPlace<Result>(read: () => Result): Result {
		try {
			return read();
		} catch (error) {
			throw error instanceof InvalidParameterError ? error.at(this.place) : error;
		}
	}

	private parse<Result>(name: string, parse: (parameter: string, value: unknown) => Result) {
		const value = this.value(name);
		if (value === undefined) return undefined;
		return this.inPlace(() => parse(this.displayName(name), value));
	}

	/**
	 * Creates a reader of the fields in a collection or row. If an expression returned the whole collection
	 * or row, each field counts as an expression.
	 */
	private createInnerReader(name: string, values: IDataObject, saved: unknown, place?: string) {
		const readSaved = isExpression(saved)
			? (member: string) => (Object.hasOwn(values, member) ? saved : undefined)
			: createMemberReader(saved);
		const fields = this.getFields(name);
		const reader = new ParameterReader(createMemberReader(values), fields, place, readSaved);
		reader.inPlace(() => validateNames(this.displayName(name), values, fields));
		return reader;
	}

	private describeRow(name: string, index: number): string | undefined {
		if (this.findProperty(name)?.typeOptions?.multipleValues !== true) return this.place;
		const row = `row ${index + 1} of ${this.displayName(name)}`;
		return this.place === undefined ? row : `${row}, in ${this.place}`;
	}

	private findProperty(name: string): INodeProperties | undefined {
		return this.properties.find((property) => property.name === name);
	}

	private getFields(name: string): INodeProperties[] {
		return (this.findProperty(name)?.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
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
