import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, quote } from '../helpers/values';
import type { Bounds } from './validators';
import {
	isUnset,
	InvalidParameterError,
	parseBoolean,
	parseInteger,
	parseNumber,
	parsePathSegment,
	parseText,
	parseTime,
	parseUuid,
} from './validators';
import { validateNames, validateValue } from './validateValue';
import {
	parseFields,
	parseJson,
	parseJsonArray,
	parseJsonObject,
	parseList,
	parseTyped,
} from './json';

/** Returns the value of a parameter by its name, with expressions resolved. */
export type ReadValue = (name: string) => unknown;

/**
 * Reads and validates the parameters of one item by name. Every method returns `undefined` for a parameter
 * that isn't set, unless it says "required", and throws InvalidParameterError for an invalid value.
 */
export class ParameterReader {
	private readonly valueOf: ReadValue;

	private readonly properties: INodeProperties[];

	private readonly place: string | undefined;

	private readonly savedOf: ReadValue;

	/**
	 * @param properties the parameters that the names refer to
	 * @param place the row that contains the parameters, for messages
	 * @param savedOf returns a value as saved, with its expressions; without it, no value has an expression
	 */
	constructor(
		valueOf: ReadValue,
		properties: INodeProperties[],
		place?: string,
		savedOf: ReadValue = () => undefined,
	) {
		this.valueOf = valueOf;
		this.properties = properties;
		this.place = place;
		this.savedOf = savedOf;
	}

	/** Whether the value comes from an expression, or is part of one that does. */
	isExpression(name: string): boolean {
		return isExpression(this.savedOf(name));
	}

	/** Whether an entry of a collection was added, even with an empty value. */
	isGiven(name: string): boolean {
		return this.valueOf(name) !== undefined || this.savedOf(name) !== undefined;
	}

	/** The value, validated against the description of its parameter. */
	value(name: string): unknown {
		const value = this.valueOf(name);
		const property = this.property(name);
		if (property) this.inPlace(() => validateValue(property, value, this.savedOf(name)));
		return isUnset(value) ? undefined : value;
	}

	text(name: string): string | undefined {
		return this.checked(name, parseText);
	}

	requiredText(name: string): string {
		return this.required(name, this.text(name));
	}

	/** Required: one segment of a path, not encoded yet. */
	pathSegment(name: string): string {
		return parsePathSegment(this.displayName(name), this.required(name, this.value(name)));
	}

	/** Within the bounds of the property. */
	integer(name: string): number | undefined {
		const bounds = this.bounds(name);
		return this.checked(name, (parameter, value) => parseInteger(parameter, value, bounds));
	}

	/** Within the bounds of the property. */
	number(name: string): number | undefined {
		const bounds = this.bounds(name);
		return this.checked(name, (parameter, value) => parseNumber(parameter, value, bounds));
	}

	/** false when not set. */
	boolean(name: string): boolean {
		return this.checked(name, parseBoolean) ?? false;
	}

	uuid(name: string): string | undefined {
		return this.checked(name, parseUuid);
	}

	/** A point in time in milliseconds; `timezone` is for a time without one. */
	time(name: string, timezone: string): number | undefined {
		return this.checked(name, (parameter, value) => parseTime(parameter, value, timezone));
	}

	json(name: string): unknown {
		return this.checked(name, parseJson);
	}

	jsonObject(name: string): IDataObject | undefined {
		return this.checked(name, parseJsonObject);
	}

	jsonArray(name: string): unknown[] | undefined {
		return this.checked(name, parseJsonArray);
	}

	/** A list of values whose types are detected. */
	list(name: string): unknown[] | undefined {
		return this.checked(name, (parameter, value) =>
			parseList(parameter, value).map((entry) => parseTyped(parameter, entry)),
		);
	}

	/** One of the choices; the default if not set. */
	choice<Value extends string>(name: string): Value {
		return (this.value(name) ?? this.property(name)?.default) as Value;
	}

	/** Required: texts of a multiple choice; an expression may return text with commas. */
	choices(name: string): string[] {
		const value = this.value(name) ?? [];
		const list = Array.isArray(value) ? value : parseText(this.displayName(name), value).split(',');
		const texts = list.map((entry) => parseText(this.displayName(name), entry).trim());
		return this.required(name, texts.length === 0 ? undefined : texts);
	}

	/** A reader of the parameters in a collection. */
	collection(name: string): ParameterReader {
		const value = this.checked(name, parseFields) ?? {};
		if (isObject(value)) return this.inside(name, value, this.savedOf(name), this.place);
		throw this.invalid(
			name,
			`must be an object, but is ${quote(value)}`,
			'Fill in the fields, or use an expression that returns an object.',
		);
	}

	/** The single group of a fixed collection. */
	group(name: string): ParameterReader {
		return this.rows(name)[0] ?? new ParameterReader(() => undefined, this.fieldsOf(name));
	}

	/**
	 * Readers of the rows of a fixed collection. An expression may return the rows as a list, as an object
	 * like the editor's around that list, or either of them as JSON.
	 */
	rows(name: string): ParameterReader[] {
		const value = this.checked(name, parseFields);
		const groups = this.property(name)?.options ?? [];
		if (isObject(value)) this.inPlace(() => validateNames(this.displayName(name), value, groups));
		const rows = isObject(value) ? Object.values(value).flat() : (value ?? []);
		if (!Array.isArray(rows) || !rows.every(isObject)) {
			throw this.invalid(
				name,
				`must be a list of objects, but is ${quote(value)}`,
				'Fill in the rows, or use an expression that returns a list of objects.',
			);
		}
		const savedRows = findSavedRows(this.savedOf(name));
		return rows.map((row, index) => {
			const savedRow = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			return this.inside(name, row, savedRow, this.placeOfRow(name, index));
		});
	}

	/** The label of a parameter, for messages. */
	displayName(name: string): string {
		return this.property(name)?.displayName ?? name;
	}

	/** Throws for a value that isn't set. */
	required<Value>(name: string, value: Value | undefined): Value {
		if (value !== undefined) return value;
		throw this.invalid(
			name,
			'is empty',
			'Enter a value, or check what the expression returns for this item.',
		);
	}

	private checked<Result>(
		name: string,
		check: (parameter: string, value: unknown) => Result,
	): Result | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		return this.inPlace(() => check(this.displayName(name), value));
	}

	/** Creates an error about a parameter, with its row. */
	invalid(name: string, reason: string, description: string): InvalidParameterError {
		const error = new InvalidParameterError(this.displayName(name), reason, description);
		return this.place === undefined ? error : error.at(this.place);
	}

	/** Adds the row to errors. */
	inPlace<Result>(read: () => Result): Result {
		try {
			return read();
		} catch (error) {
			const { place } = this;
			throw error instanceof InvalidParameterError && place !== undefined ? error.at(place) : error;
		}
	}

	/** A reader of the fields in a parameter. If it's an expression, all of them come from it. */
	private inside(name: string, values: IDataObject, saved: unknown, place?: string) {
		const savedOf = isExpression(saved)
			? (member: string) => (Object.hasOwn(values, member) ? saved : undefined)
			: createMemberReader(saved);
		const fields = this.fieldsOf(name);
		const reader = new ParameterReader(createMemberReader(values), fields, place, savedOf);
		reader.inPlace(() => validateNames(this.displayName(name), values, fields));
		return reader;
	}

	private placeOfRow(name: string, index: number): string | undefined {
		if (this.property(name)?.typeOptions?.multipleValues !== true) return this.place;
		const row = `row ${index + 1} of ${this.displayName(name)}`;
		return this.place === undefined ? row : `${row}, in ${this.place}`;
	}

	private bounds(name: string): Bounds {
		const { minValue, maxValue } = this.property(name)?.typeOptions ?? {};
		return { min: minValue, max: maxValue };
	}

	private property(name: string): INodeProperties | undefined {
		return this.properties.find((property) => property.name === name);
	}

	private fieldsOf(name: string): INodeProperties[] {
		return (this.property(name)?.options ?? []).flatMap((option) =>
			'values' in option
				? (option as INodePropertyCollection).values
				: 'type' in option
					? [option]
					: [],
		);
	}
}

function createMemberReader(value: unknown): ReadValue {
	return (name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
}

function isExpression(saved: unknown): boolean {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** The rows as saved, or the expression that returns all of them. */
function findSavedRows(saved: unknown): unknown {
	const groups = isObject(saved) ? Object.values(saved) : [saved];
	return groups.find(isExpression) ?? groups.flat();
}
