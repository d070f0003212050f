import type { IDataObject } from 'n8n-workflow';
import { ApiFailure } from '../../api/failures';
import { parsedForItems } from '../../exactJson';
import { isObject, marksFailed, withoutUnset } from '../../values';
import { convertFields } from './convert';
import type { Shape } from './shape';

/** What becomes of a field that the answer does not have. */
export type IfMissing = 'raise' | 'null' | 'leaveOut';

/** Whether the incoming item's fields come along, and which side wins where both have a name. */
export type InputFields = 'none' | 'extractedWin' | 'inputWin';

/** What the panel says about the items that an extraction becomes. */
export interface ItemsWanted {
	shapes: ReadonlyMap<string, Shape>;
	ifMissing: IfMissing;
	convertTypes: boolean;
	inputFields: InputFields;
	/** The names that lead to the extracted list of which each element becomes an item. */
	splitOut?: string[];
	/** Whether the items of a list repeat the other fields. */
	repeatsOtherFields: boolean;
	/** The field's name for an element that is no object. */
	elementName?: string;
	/** Name of the field that takes model, request id and usage. */
	detailsField?: string;
}

/** An answer of the platform (api-spec.md 2.8). */
export type ExtractAnswer = IDataObject & { output: IDataObject };

/**
 * The items that one extraction becomes.
 * @param input the fields of the incoming item
 * @throws ApiFailure when fields are missing that must not be, or a field is called "error"; what
 * arrived is in its facts, because a second extraction would be another one
 */
export function itemsOf(
	answer: ExtractAnswer,
	input: IDataObject,
	wanted: ItemsWanted,
): { items: IDataObject[]; hints: string[] } {
	const complete = withMissing(answer, wanted);
	const { fields, left } = wanted.convertTypes
		? convertFields(complete, wanted.shapes)
		: { fields: complete, left: [] };
	const hints = left.map(
		(name) => `Some values of "${name}" could not be converted and stayed as they were.`,
	);
	if (holdsNothing(fields, wanted)) hints.push(NOTHING_EXTRACTED);
	const extracted = splitOut(fields, wanted, hints);
	const { detailsField } = wanted;
	if (detailsField && extracted.some((item) => Object.hasOwn(item, detailsField))) {
		hints.push(`An extracted field "${detailsField}" gave way to the details of the extraction.`);
	}
	const details = detailsField ? { [detailsField]: detailsOf(answer) } : {};
	const items = extracted.map((item) => ({
		...withInput(item, input, wanted.inputFields),
		...details,
	}));
	if (items.some((item) => marksFailed(item.error))) throw errorField(answer);
	return { items, hints };
}

const NOTHING_EXTRACTED =
	'For some items none of the fields came with a value. Show Request under Request Options shows what it was asked.';

function holdsNothing(fields: IDataObject, { shapes }: ItemsWanted): boolean {
	return [...shapes.keys()].every((name) => !Object.hasOwn(fields, name) || fields[name] === null);
}

function withMissing(answer: ExtractAnswer, { shapes, ifMissing }: ItemsWanted): IDataObject {
	const { output } = answer;
	const missing = [...shapes.keys()].filter((name) => !Object.hasOwn(output, name));
	if (missing.length === 0 || ifMissing === 'leaveOut') return output;
	if (ifMissing === 'raise') {
		throw new ApiFailure(
			`The answer lacks ${missing.map((name) => `"${name}"`).join(', ')}`,
			'The extraction was carried out: what arrived is in the details. Choose under If Fields Are Missing that they become null, or describe the fields better.',
			{ received: answer },
		);
	}
	return Object.fromEntries([
		...Object.entries(output),
		...missing.map((name) => [name, null] as const),
	]);
}

function splitOut(fields: IDataObject, wanted: ItemsWanted, hints: string[]): IDataObject[] {
	const { splitOut: path, elementName, repeatsOtherFields } = wanted;
	if (path === undefined) return [fields];
	const { value, rest } = takenOut(fields, path);
	const list = listIn(value);
	const elements = list ?? [value];
	if (list === undefined) {
		hints.push(`"${path.join('.')}" is no list for some items: its value came out as one item.`);
	}
	if (elements.length === 0) {
		hints.push(`"${path.join('.')}" holds no elements for some items: nothing came out for them.`);
	}
	const name = elementName ?? path.at(-1)!;
	return elements.map((element) => ({
		...(repeatsOtherFields && rest),
		...(isObject(element) ? element : { [name]: element as IDataObject }),
	}));
}

/** What stands at a path, and the fields without it. */
function takenOut(
	fields: IDataObject,
	[name, ...inner]: string[],
): { value?: unknown; rest: IDataObject } {
	const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
	const rest = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
	if (inner.length === 0) return { value, rest };
	if (!isObject(value)) return { rest };
	const within = takenOut(value, inner);
	return { value: within.value, rest: { ...rest, [name]: within.rest } };
}

/** A model may write a list as JSON text; undefined when the value is no list. */
function listIn(value: unknown): unknown[] | undefined {
	if (value === null || value === undefined || value === '') return [];
	return Array.isArray(value) ? value : listInText(value);
}

function listInText(value: unknown): unknown[] | undefined {
	if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined;
	try {
		const json: unknown = parsedForItems(value);
		return Array.isArray(json) ? json : undefined;
	} catch {
		return undefined;
	}
}

function withInput(item: IDataObject, input: IDataObject, inputFields: InputFields): IDataObject {
	if (inputFields === 'none') return item;
	// n8n takes an item with "error" for a failed one; that of an earlier step must not mark this one.
	const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'error'));
	return inputFields === 'inputWin' ? { ...item, ...rest } : { ...rest, ...item };
}

function detailsOf({ model, requestId, isCustomerModel, modelProviderUsage }: IDataObject) {
	return withoutUnset<IDataObject>({ model, requestId, isCustomerModel, modelProviderUsage });
}

function errorField(answer: ExtractAnswer): ApiFailure {
	return new ApiFailure(
		'The answer holds a field "error": n8n treats an item with such a field as failed',
		'The extraction was carried out: what arrived is in the details. Choose Raw Response as Output, or another name for the field.',
		{ received: answer },
	);
}
