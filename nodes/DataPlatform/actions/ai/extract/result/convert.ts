import type { IDataObject } from 'n8n-workflow';
import { convertValue } from './convertValue';
import { formatWithoutPositions, isInside, type Path } from '../../../../helpers/paths';
import { isObject, isSameJson } from '../../../../helpers/values';
import { isUnset } from '../../../../parameters/validators';
import { ApiError } from '../../../../transport/apiError';
import type { ExtractedValue, Extraction } from '../extraction';
import { createIssue, type Issue } from '../issues';
import { isNamed, type ItemOptions } from '../itemOptions';
import { allowsNull, type FieldSchema, isOptional, kindOf, propertyOf } from '../jsonSchema';
import { matchNames } from '../matchNames';
import { lacksColumns, toElements } from './elements';
import { hasNoValue, isPlaceholder, mayBeValue } from './missingValues';

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. A value that the schema allows stays as it is, except that a placeholder such as `N/A` in a text field
 * may mean that there is none, and that a whole number beyond 2^53, which is text in items, has an issue in a
 * number field: it can't be told from an answer in text.
 * @param texts the texts that were sent
 * @param isInText whether a text has a placeholder such as `N/A` as a word, so that it's a value
 * @throws ApiError if the output is nested too deeply
 */
export function convertOutput(
	output: IDataObject,
	outputSchema: FieldSchema,
	options: ItemOptions,
	texts: Array<string | undefined> = [],
	isInText: (placeholder: string) => boolean = () => false,
): Extraction {
	const { convertTypes, dontLookUp, ifMissing, list } = options;
	const issues: Issue[] = [];
	const values: ExtractedValue[] = [];
	const hints = new Set<string>();

	function convertMembers(holder: IDataObject, schema: FieldSchema, path: Path): IDataObject {
		const isRoot = path.length === 0;
		const requested = Object.keys(schema.properties ?? {});
		const { required, otherProperties } = rulesOf(schema, requested, isRoot);
		const { names, similar } = matchNames(requested, holder);
		for (const [name, member] of similar) hints.add(hintSimilar(name, member, path));
		const found = new Set([...Object.keys(holder), ...names.values()]);
		// Inside of the output, a member that may be null may be missing. At its top level, the API returns all fields.
		const missing = required.filter(
			(name) => !found.has(name) && (isRoot || !allowsNull(propertyOf(schema, name))),
		);
		for (const name of missing) issues.push(createIssue([...path, name], 'missing', null));
		const members = Object.entries(holder).flatMap(([member, value]) => {
			const name = names.get(member);
			if (name !== undefined) {
				// Models write null for a field that may be absent.
				const property = { ...propertyOf(schema, name), nullable: isOptional(schema, name) };
				return [[name, convertAt([...path, name], value, property)]];
			}
			if (otherProperties === false) return [];
			const other = otherProperties === true ? undefined : otherProperties;
			return [[member, convertAt([...path, member], value, other)]];
		});
		const filled = ifMissing === 'null' ? missing.map((name) => [name, null]) : [];
		// Unlike an assignment, `fromEntries` also works for names such as `__proto__`.
		return Object.fromEntries([...members, ...filled]) as IDataObject;
	}

	/** @param given the schema of the value. Undefined if the value may be anything, and may be missing */
	function convertAt(path: Path, value: unknown, given: FieldSchema | undefined): unknown {
		// Recursion into a much deeper output would overflow the stack.
		if (path.length > 200) {
			const advice = "Choose 'Raw Response' under 'Items'.";
			throw new ApiError('The output is nested more than 200 levels deep', advice);
		}
		const schema = given ?? {};
		// With the allowed value `open`, `open` stays as it is.
		if (schema.enum?.some((allowed) => isSameJson(allowed, value))) {
			if (!isEvident(value, schema)) addValue(path, value, schema);
			return value;
		}
		// null, a blank, or `N/A`
		if (isEmpty(path, value, schema)) return convertEmpty(path, value, given);
		return convertPresent(path, value, schema);
	}

	/** Converts a value that isn't empty. One that can't be converted stays as it is. */
	function convertPresent(path: Path, value: unknown, schema: FieldSchema): unknown {
		const typed = convertType(path, value, schema);
		// Also if the text of a list or an object stays: the issues inside of it are found either way.
		const result = convertInside(path, typed, schema);
		const isSingle = typeof result !== 'object';
		// The text has `5 EUR`, which says more than 5.
		if (isSingle && !isConstant(result, schema)) addValue(path, value, schema);
		// Without Convert Types, the texts `5 EUR` and `[5]` stay. But a list in a text becomes items.
		const wasStructured = typeof value === 'object';
		const becomesItems = !isSingle && leadsToItems(path);
		return convertTypes || wasStructured || becomesItems ? result : value;
	}

	/** Returns a value as its schema wants it, without what is inside: 5 for `5 EUR`, and a list for the text `[5]`. */
	function convertType(path: Path, value: unknown, schema: FieldSchema): unknown {
		const { value: typed = value, issue, reason } = convertValue(value, schema, options);
		const isItemList = leadsToItems(path) && path.length === list?.path.length;
		const result = isItemList ? readElements(typed, schema) : typed;
		// The list may be in another form, such as `{"lines": [5]}` for `[5]`. This is no issue, because its items are right.
		const isListAfterAll = isItemList && Array.isArray(result);
		if (issue && !isListAfterAll) issues.push(createIssue(path, issue, value, reason));
		return result;
	}

	/** Whether a path leads to the list that becomes items: to `order.lines`, or to what contains it, `order`. */
	function leadsToItems(path: Path): boolean {
		return list !== undefined && isInside(list.path, path);
	}

	/** Reads the list whose elements become items, in whichever form the model wrote it. */
	function readElements(value: unknown, { items = {} }: FieldSchema): unknown {
		const elements = toElements(value, items);
		const isOdd = (element: unknown) => !hasNoValue(element) && lacksColumns(element, items);
		if ([elements].flat().some(isOdd)) {
			hints.add(
				`Some elements of the list "${list?.name}" have none of its columns. To see them, choose 'Raw Response' under 'Items'.`,
			);
		}
		return elements;
	}

	/** Converts the members of an object or the elements of a list. Any other value stays. */
	function convertInside(path: Path, value: unknown, schema: FieldSchema): unknown {
		if (isObject(value)) return convertMembers(value, schema, path);
		if (!Array.isArray(value)) return value;
		return value.map((element, at) => convertAt([...path, at], element, schema.items));
	}

	/** Whether a value is blank, or says that there is none, unless it's a value of the text or an inferred one. */
	function isEmpty(path: Path, value: unknown, schema: FieldSchema): boolean {
		if (isUnset(value)) return true;
		if (!isPlaceholder(value, schema) || isInText(value)) return false;
		const isInferred = mayBeValue(value, schema) && isNamed(path, dontLookUp);
		return !isInferred;
	}

	function convertEmpty(path: Path, value: unknown, given: FieldSchema | undefined): unknown {
		const isAllowed = value === null && allowsNull(given);
		if (given && !isAllowed) issues.push(createIssue(path, 'empty', value));
		// Convert Types makes empty placeholders null in all fields, and blanks in all fields except text.
		const staysBlank = isUnset(value) && [undefined, 'string'].includes(kindOf(given ?? {}));
		return convertTypes && !staysBlank ? null : value;
	}

	/** Whether an allowed value is a constant, or a sign in the text, which has no word to look up. */
	function isEvident(value: unknown, schema: FieldSchema): boolean {
		if (isConstant(value, schema)) return true;
		const isSign = typeof value === 'string' && !/[\p{L}\p{N}]/u.test(value);
		return isSign && texts.some((text) => text?.includes(value));
	}

	function addValue(path: Path, value: unknown, schema: FieldSchema): void {
		if (typeof value !== 'string' && typeof value !== 'number') return;
		const isInferred = schema.type === 'boolean' || isNamed(path, dontLookUp);
		if (!isUnset(value) && !isInferred) values.push({ path, value, schema });
	}

	return { output: convertMembers(output, outputSchema, []), issues, values, hints: [...hints] };
}

/** Whether a value is the only allowed one, so that the text needn't have it. */
function isConstant(value: unknown, schema: FieldSchema): boolean {
	const others = schema.enum?.filter((allowed) => allowed !== null && allowed !== value);
	return others?.length === 0;
}

/**
 * Returns which members an object must have, and what is true for members that its schema doesn't name:
 * the schema they have, true if they may have any value, or false if they're left out.
 */
function rulesOf(schema: FieldSchema, requested: string[], isRoot: boolean) {
	const isAnyObject = requested.length === 0;
	// The API treats all fields as required, and returns the requested names (api-spec.md 2.7 and 4.4).
	if (isRoot) return { required: requested, otherProperties: isAnyObject };
	const { required = requested, otherProperties = isAnyObject } = schema;
	return { required, otherProperties };
}

function hintSimilar(name: string, member: string, path: Path): string {
	const field = formatWithoutPositions([...path, name]);
	// `matchNames` writes the inner members of `address` as `address.city`, which may also be a field's whole name.
	const found = member === name ? 'an object with its parts' : `"${member}"`;
	return `The field "${field}" has no value, because the response has ${found} instead`;
}
