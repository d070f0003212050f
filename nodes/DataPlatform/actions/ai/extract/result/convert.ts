import type { IDataObject } from 'n8n-workflow';
import { createIssue, type Issue } from './issues';
import { isNamed, type ItemOptions, type ListOptions } from './itemOptions';
import { isEmpty, isPlaceholder, mayBeValue } from './missingValues';
import { matchNames } from './names';
import { toSchema } from './toSchema';
import { parseJsonText } from '../../../../helpers/exactJson';
import { formatPath, isInside, type Path } from '../../../../helpers/paths';
import { isObject, isSameJson, once } from '../../../../helpers/values';
import { ApiError } from '../../../../transport/apiError';
import {
	allowsNull,
	type FieldSchema,
	isOptional,
	kindOf,
	mayBe,
	propertyOf,
} from '../request/jsonSchema';
import { createWordFinder } from '../text/wordFinder';

/** The output of a response after conversion. */
export interface Extraction {
	output: IDataObject;
	issues: Issue[];
	/** The values to look up in the text, as they came. */
	values: ExtractedValue[];
	hints: string[];
}

/** A text or a number in an output. */
export interface ExtractedValue {
	path: Path;
	value: string | number;
	schema: FieldSchema;
}

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. A value that the schema allows stays as it is.
 * @param texts the texts that were sent. A placeholder such as `N/A` is a value only if a text has it as a word
 * @throws ApiError if the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	outputSchema: FieldSchema,
	options: ItemOptions,
	texts: Array<string | undefined> = [],
): Extraction {
	const { convertTypes, ifMissing, dontLookUp } = options;
	const listPath = options.list?.path ?? [];
	const issues: Issue[] = [];
	const values: ExtractedValue[] = [];
	const hints = new Set<string>();
	const words = once(() => createWordFinder(texts.join('\n')));

	function convertMembers(holder: IDataObject, schema: FieldSchema, path: Path): IDataObject {
		const requested = Object.keys(schema.properties ?? {});
		const { required = requested, others = requested.length === 0 } = schema;
		const { names, similar } = matchNames(requested, holder);
		for (const [name, member] of similar) hints.add(describeSimilar(name, member, path));
		const isRoot = path.length === 0;
		const found = new Set([...Object.keys(holder), ...names.values()]);
		const missing = (isRoot ? requested : required).filter(
			(name) => !found.has(name) && (isRoot || !isOptional(schema, name)),
		);
		for (const name of missing) issues.push(createIssue([...path, name], 'missing', null));
		const members = Object.entries(holder).flatMap(([member, value]) => {
			const name = names.get(member);
			if (name !== undefined) {
				const property = { ...propertyOf(schema, name), nullable: isOptional(schema, name) };
				return [[name, convertValue(value, property, [...path, name])]];
			}
			// At the root, the API returns only the fields that it was asked for.
			if (isRoot || others === false) return [];
			const schemaOfMember = others === true ? undefined : others;
			return [[member, convertValue(value, schemaOfMember, [...path, member])]];
		});
		const filled = ifMissing === 'null' ? missing.map((name) => [name, null]) : [];
		// Unlike an assignment, `fromEntries` also works for names such as `__proto__`.
		return Object.fromEntries([...members, ...filled]) as IDataObject;
	}

	function convertValue(value: unknown, given: FieldSchema | undefined, path: Path): unknown {
		// Recursion into a much deeper output would overflow the stack.
		if (path.length > 200) {
			const advice = "Choose 'Raw Response' under 'Items'.";
			throw new ApiError('The output is nested more than 200 levels deep', advice);
		}
		const schema = given ?? {};
		if (schema.enum?.some((allowed) => isSameJson(allowed, value))) {
			addValue(value, schema, path, true);
			return value;
		}
		if (isMissing(value, schema, path)) return convertMissing(value, given, path);
		const { value: converted = value, issue, reason } = toSchema(value, schema, options);
		if (issue) issues.push(createIssue(path, issue, value, reason));
		const depth = options.list && isInside(path, listPath) ? path.length - listPath.length : -1;
		const elements = depth === 0 ? toElements(converted, schema.items) : converted;
		const isRow = depth === 1 || (depth === 0 && !Array.isArray(elements));
		if (isRow && lacksColumns(elements, schema.items ?? schema)) {
			hints.add(describeOddRows(options.list));
		}
		const inside = convertInside(elements, schema, path);
		if (typeof inside !== 'object') addValue(value, schema, path);
		const becomesRows = typeof inside === 'object' && (depth === 0 || depth === 1);
		// Without Convert Types, text stays unchanged, even if it's the JSON of a list or an object.
		const isUnchanged = !convertTypes && !becomesRows && typeof value !== 'object';
		return isUnchanged ? value : inside;
	}

	function convertInside(value: unknown, schema: FieldSchema, path: Path): unknown {
		if (isObject(value)) return convertMembers(value, schema, path);
		if (!Array.isArray(value)) return value;
		return value.map((element, at) => convertValue(element, schema.items, [...path, at]));
	}

	function isMissing(value: unknown, schema: FieldSchema, path: Path): boolean {
		if (isEmpty(value)) return true;
		if (!isPlaceholder(value, schema) || words()(value)) return false;
		return !mayBeValue(value, schema) || !isNamed(path, dontLookUp);
	}

	function convertMissing(value: unknown, given: FieldSchema | undefined, path: Path): unknown {
		const isAllowed = value === null && allowsNull(given);
		if (given && !isAllowed) issues.push(createIssue(path, 'empty', value));
		// Convert Types makes placeholders null in all fields, and blanks in all fields except text.
		const staysBlank = isEmpty(value) && [undefined, 'string'].includes(kindOf(given ?? {}));
		return convertTypes && !staysBlank ? null : value;
	}

	function addValue(value: unknown, schema: FieldSchema, path: Path, isAllowed = false) {
		if (typeof value !== 'string' && typeof value !== 'number') return;
		if (isEmpty(value) || schema.type === 'boolean' || isNamed(path, dontLookUp)) return;
		const allowed = schema.enum?.filter((each) => each !== null) ?? [];
		const isConstant = isAllowed && allowed.length === 1;
		// A sign isn't a word, so it can't be looked up.
		const isSign = isAllowed && typeof value === 'string' && !/[\p{L}\p{N}]/u.test(value);
		const isFound = isSign && texts.some((text) => text?.includes(value));
		if (!isConstant && !isFound) values.push({ path, value, schema });
	}

	return { output: convertMembers(output, outputSchema, []), issues, values, hints: [...hints] };
}

function describeSimilar(name: string, member: string, path: Path): string {
	const field = formatPath([...path, name]).replace(/\[\d+\]/g, '');
	return `The field "${field}" has no value, because the response has "${member}" instead`;
}

/**
 * Returns the elements of a list that becomes rows. It may be JSON text or a single element, and rows may be in a
 * list or an object of their own.
 */
function toElements(value: unknown, items: FieldSchema = {}): unknown {
	const parsed = parseJsonText(value) ?? value;
	const isListOfLists = mayBe('array', items);
	if (Array.isArray(parsed)) return isListOfLists ? parsed : parsed.flat();
	if (!isObject(parsed)) return value;
	const [inner, ...others] = Object.values(parsed);
	const mayBeRow = items.properties ? !lacksColumns(parsed, items) : items.type === 'object';
	const isWrapped = Array.isArray(inner) && others.length === 0 && !mayBeRow && !isListOfLists;
	return isWrapped ? toElements(inner, items) : [parsed];
}

/** Whether a value isn't a row, because it has other members instead of the columns. */
function lacksColumns(value: unknown, { properties, others }: FieldSchema): boolean {
	if (!properties || others) return false;
	if (!isObject(value)) return true;
	const { names } = matchNames(Object.keys(properties), value);
	return names.size === 0 && Object.keys(value).length > 0;
}

function describeOddRows(list: ListOptions | undefined): string {
	return `Some elements of the list "${list?.name}" have none of its columns. To see them, choose 'Raw Response' under 'Items'.`;
}
