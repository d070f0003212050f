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
import { boundsOf, validateNames, validateValue } from './validateValue';
import { parseIntegerList, parseJson, parseJsonArray, parseJsonObject, parseFields } from './json';

/** Gives the panel's value of a parameter by its name, expressions already resolved. */
export type ValueOf = (name: string) => unknown;

/**
 * Reads the panel's values of one item by parameter name, checks them and names them in messages as
 * the panel does. Every method gives `undefined` for a value that is not set, unless it says
 * "required". All of them throw InvalidParameterError for a value that cannot be sent.
 */
export class ParameterReader {
	private readonly valueOf: ValueOf;

	private readonly properties: INodeProperties[];

	private readonly place: string | undefined;

	private readonly savedOf: ValueOf;

	/**
	 * @param valueOf looks a value up, for example in n8n's node parameters or in a plain object
	 * @param properties the panel fields that the names refer to
	 * @param place where these fields stand, for those that stand in a row among others
	 * @param savedOf looks a value up as it is saved, with its expressions; everything counts as typed without
	 */
	constructor(
		valueOf: ValueOf,
		properties: INodeProperties[],
		place?: string,
		savedOf: ValueOf = () => undefined,
	) {
		this.valueOf = valueOf;
		this.properties = properties;
		this.place = place;
		this.savedOf = savedOf;
	}

	/** Whether an expression gives the value, or a whole of which it is a part. */
	isExpression(name: string): boolean {
		return isExpression(this.savedOf(name));
	}

	/** Whether there is a value, be it empty: an entry of a collection was added. */
	isGiven(name: string): boolean {
		return this.valueOf(name) !== undefined || this.savedOf(name) !== undefined;
	}

	/** The value as it is, validated against the description of its parameter. */
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

	/** Required; one segment of the address, not yet encoded. */
	pathSegment(name: string): string {
		return parsePathSegment(this.displayName(name), this.required(name, this.value(name)));
	}

	/** Within the bounds that the editor has, unless there are others. */
	integer(name: string, bounds: Bounds = boundsOf(this.property(name))): number | undefined {
		return this.checked(name, (parameter, value) => parseInteger(parameter, value, bounds));
	}

	number(name: string, bounds: Bounds = boundsOf(this.property(name))): number | undefined {
		return this.checked(name, (parameter, value) => parseNumber(parameter, value, bounds));
	}

	/** false when not set. */
	boolean(name: string): boolean {
		return this.checked(name, parseBoolean) ?? false;
	}

	uuid(name: string): string | undefined {
		return this.checked(name, parseUuid);
	}

	/** A point in time in milliseconds; `timezone` is that of a time without one. */
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

	integerList(name: string): Array<number | bigint> | undefined {
		return this.checked(name, parseIntegerList);
	}

	/** One of the values that the editor's list offers; its default when not set. */
	choice<Value extends string>(name: string): Value {
		return (this.value(name) ?? this.property(name)?.default) as Value;
	}

	/** Required: a list of texts from a multiple choice; an expression may give text with commas. */
	choices(name: string): string[] {
		const value = this.value(name) ?? [];
		const list = Array.isArray(value) ? value : parseText(this.displayName(name), value).split(',');
		const texts = list.map((entry) => parseText(this.displayName(name), entry).trim());
		return this.required(name, texts.length === 0 ? undefined : texts);
	}

	/** A collection ("Add option"): a reader of the fields in it. */
	collection(name: string): ParameterReader {
		const value = this.checked(name, parseFields) ?? {};
		if (isObject(value)) return this.inside(name, value, this.savedOf(name), this.place);
		throw new InvalidParameterError(
			this.displayName(name),
			`must be an object, but is ${quote(value)}`,
			'Fill in the fields, or use an expression that returns an object.',
		);
	}

	/** The single group of a fixed collection. */
	group(name: string): ParameterReader {
		return this.rows(name)[0] ?? new ParameterReader(() => undefined, this.fieldsOf(name));
	}

	/**
	 * The rows of a fixed collection, in the panel's order. An expression may give the rows as a list,
	 * as the panel's own object around that list, or either of them as JSON.
	 */
	rows(name: string): ParameterReader[] {
		const value = this.checked(name, parseFields);
		const groups = this.property(name)?.options ?? [];
		if (isObject(value)) this.inPlace(() => validateNames(this.displayName(name), value, groups));
		const rows = isObject(value) ? Object.values(value).flat() : (value ?? []);
		if (!Array.isArray(rows) || !rows.every(isObject)) {
			throw new InvalidParameterError(
				this.displayName(name),
				`must be a list of objects, but is ${quote(value)}`,
				'Fill in the rows, or use an expression that returns a list of objects.',
			);
		}
		const savedRows = savedRowsOf(this.savedOf(name));
		return rows.map((row, index) => {
			const savedRow = Array.isArray(savedRows) ? savedRows[index] : savedRows;
			return this.inside(name, row, savedRow, this.placeOfRow(name, index));
		});
	}

	/** The name by which the panel and the messages call a parameter. */
	displayName(name: string): string {
		return this.property(name)?.displayName ?? name;
	}

	/** Refuses an unset value. */
	required<Value>(name: string, value: Value | undefined): Value {
		if (value !== undefined) return value;
		return this.inPlace(() => {
			throw new InvalidParameterError(
				this.displayName(name),
				'is empty',
				'Enter a value, or check what the expression returns for this item.',
			);
		});
	}

	private checked<Result>(
		name: string,
		check: (parameter: string, value: unknown) => Result,
	): Result | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		return this.inPlace(() => check(this.displayName(name), value));
	}

	/** Names may stand in several rows: what is refused in one of them says in which. */
	inPlace<Result>(read: () => Result): Result {
		try {
			return read();
		} catch (error) {
			const { place } = this;
			throw error instanceof InvalidParameterError && place !== undefined ? error.at(place) : error;
		}
	}

	/** A reader of the fields in a parameter; everything within an expression is given by it. */
	private inside(name: string, values: IDataObject, saved: unknown, place?: string) {
		const savedOf = isExpression(saved)
			? (member: string) => (Object.hasOwn(values, member) ? saved : undefined)
			: memberOf(saved);
		const fields = this.fieldsOf(name);
		const reader = new ParameterReader(memberOf(values), fields, place, savedOf);
		reader.inPlace(() => validateNames(this.displayName(name), values, fields));
		return reader;
	}

	private placeOfRow(name: string, index: number): string | undefined {
		if (this.property(name)?.typeOptions?.multipleValues !== true) return this.place;
		const row = `row ${index + 1} of ${this.displayName(name)}`;
		return this.place === undefined ? row : `${row}, in ${this.place}`;
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

function memberOf(value: unknown): ValueOf {
	return (name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
}

function isExpression(saved: unknown): boolean {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** The rows as they are saved; an expression in their place gives all of them. */
function savedRowsOf(saved: unknown): unknown {
	const groups = isObject(saved) ? Object.values(saved) : [saved];
	return groups.find(isExpression) ?? groups.flat();
}
