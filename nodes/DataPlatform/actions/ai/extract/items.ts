import type { IDataObject } from 'n8n-workflow';
import type { MessageContent } from '../../../transport/contract';
import { ApiError } from '../../../transport/failures';
import { isObject, marksFailed, withoutUnset } from '../../../helpers/values';
import type { ExtractAnswer } from './answer';
import type { Evidence, Finding } from './verify/findings';
import { asItemField, fieldFindings, listed, pathInWords, textFindings } from './verify/findings';
import type { ChecksWanted } from './verify/panel';
import { SentTexts } from './verify/sentTexts';
import type { Conversion, ConvertedFields, Left, Path } from './convert';
import { convertFields, parsedJson } from './convert';
import type { IfMissing } from './missing';
import { emptyColumns, holdsNothing, refuseMissing, withMissing } from './missing';
import type { Shape } from './shape';

/** Whether the incoming item's fields come along, and which side wins where both have a name. */
export type InputFields = 'none' | 'extractedWin' | 'inputWin';

/** What the panel says about the items that an extraction becomes. */
export interface ItemsWanted extends Conversion {
	shapes: ReadonlyMap<string, Shape>;
	ifMissing: IfMissing;
	inputFields: InputFields;
	/** The names that lead to the extracted list of which each element becomes an item. */
	splitOut?: string[];
	/** Whether the items of a list repeat the other fields. */
	repeatsOtherFields: boolean;
	/** The field's name for an element that is no object. */
	elementName?: string;
	/** Name of the field that takes model, request id and usage. */
	detailsField?: string;
	checks?: ChecksWanted;
}

/**
 * The items that one extraction becomes.
 * @param input the fields of the incoming item
 * @param contents what was sent, to look values up in
 * @throws ApiError when fields are missing that must not be, a field is called "error", or checks find
 * something that must not be; what arrived is in its details, because a second extraction would be another one
 */
export function itemsOf(
	answer: ExtractAnswer,
	input: IDataObject,
	wanted: ItemsWanted,
	contents: MessageContent[],
): { items: IDataObject[]; hints: string[] } {
	const converted = convertFields(answer.output, wanted.shapes, wanted);
	if (wanted.ifMissing.startsWith('raise')) refuseMissing(answer, converted, wanted.ifMissing);
	const fields = withMissing(converted, wanted.ifMissing);
	const isUnconverted = ({ problem }: Left) => wanted.convertTypes && problem !== 'notAllowed';
	const unconverted = new Set(converted.left.filter(isUnconverted).map(({ path: [name] }) => name));
	const hints = [...unconverted].map(
		(name) => `Some values of "${name}" could not be converted and stayed as they were.`,
	);
	if (holdsNothing(fields, wanted.shapes)) hints.push(NOTHING_EXTRACTED);
	for (const name of emptyColumns(converted)) {
		hints.push(`"${name}" came without a value in all elements of the list, for some items.`);
	}
	const looked = lookThrough(answer, converted, wanted, contents);
	const added = addedFields(answer, wanted, looked);
	const doubtful = wanted.checks?.field && (added(0)[wanted.checks.field] as IDataObject[]);
	const extracted = splitOut(fields, wanted, hints, doubtful !== undefined && doubtful.length > 0);
	const items = extracted.map((item, index) => ({
		...withInput(item, input, wanted.inputFields),
		...added(index),
	}));
	for (const name of Object.keys(added(0))) {
		if (!extracted.some((item) => Object.hasOwn(item, name))) continue;
		hints.push(`An extracted field "${name}" gave way to the field that the node adds.`);
	}
	if (!items.some((item) => marksFailed(item.error))) return { items, hints };
	throw new ApiError(
		'The answer holds a field "error": n8n treats an item with such a field as failed',
		'The extraction was carried out: what arrived is in the details. Choose Raw Response as Output, or another name for the field.',
		{ received: answer },
	);
}

interface Looked {
	findings: Finding[];
	evidence: Evidence[];
}

function lookThrough(
	answer: ExtractAnswer,
	converted: ConvertedFields,
	{ checks, dateOrder }: ItemsWanted,
	contents: MessageContent[],
): Looked {
	if (!checks) return { findings: [], evidence: [] };
	const texts = new SentTexts(contents, dateOrder);
	const { findings: inText, evidence } = textFindings(converted.leaves, texts, checks.notFromText);
	const findings = [...fieldFindings(converted), ...inText];
	const found = findings.filter(({ couldNotLook }) => !couldNotLook);
	if (!checks.letsItemFail || found.length === 0) return { findings, evidence };
	const words = found.map(({ path, problem }) => `${pathInWords(path)} ${problem}`.trim());
	throw new ApiError(
		`Checks found something: ${listed(words)}`,
		'The extraction was carried out: what arrived and what was found is in the details. Choose Keep the Item under Checks to let it pass.',
		{ received: answer, checks: asItemField(findings, (path) => path) },
	);
}

/** What each item gets beside its fields; the checks of a list element are its own and those it shares. */
function addedFields(
	answer: ExtractAnswer,
	wanted: ItemsWanted,
	{ findings, evidence }: Looked,
): (index: number) => IDataObject {
	const { detailsField, checks } = wanted;
	return (index) => {
		const pathIn = (path: Path) => pathInItem(path, wanted, index);
		return {
			...(detailsField && { [detailsField]: detailsOf(answer) }),
			...(checks?.field && { [checks.field]: asItemField(findings, pathIn) }),
			...(checks?.evidenceField && { [checks.evidenceField]: asItemField(evidence, pathIn) }),
		};
	};
}

/** Where a value stands in the item of a list element; undefined when it is not in that item. */
function pathInItem(path: Path, wanted: ItemsWanted, index: number): Path | undefined {
	const { splitOut: list, elementName, repeatsOtherFields } = wanted;
	if (!list) return path;
	if (!list.every((name, at) => path[at] === name)) return repeatsOtherFields ? path : undefined;
	const single = elementName ?? list.at(-1)!;
	const [element, ...inner] = path.slice(list.length);
	if (element === undefined) return [single];
	if (typeof element === 'string') return [element, ...inner];
	if (element !== index) return undefined;
	return typeof inner[0] === 'string' ? inner : [single, ...inner];
}

const NOTHING_EXTRACTED =
	'For some items none of the fields came with a value. Show Request Only under Request Options shows what it was asked.';

function splitOut(
	fields: IDataObject,
	wanted: ItemsWanted,
	hints: string[],
	hasChecks: boolean,
): IDataObject[] {
	const { splitOut: path, elementName, repeatsOtherFields } = wanted;
	if (path === undefined) return [fields];
	const { value, rest } = takenOut(fields, path);
	const list = listIn(value);
	const elements = list ?? [value];
	if (list === undefined) {
		hints.push(`"${path.join('.')}" is no list for some items: its value came out as one item.`);
	}
	// What was found must not vanish with the elements.
	if (elements.length === 0 && hasChecks) return [repeatsOtherFields ? rest : {}];
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
	const list = parsedJson(value);
	return Array.isArray(list) ? list : undefined;
}

function withInput(item: IDataObject, input: IDataObject, inputFields: InputFields): IDataObject {
	if (inputFields === 'none') return item;
	// n8n takes an item with "error" for a failed one; that of an earlier step must not mark this one.
	const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'error'));
	return inputFields === 'inputWin' ? { ...item, ...rest } : { ...rest, ...item };
}

const DETAILS = [
	'model',
	'requestId',
	'furtherRequestIds',
	'askAgainFailed',
	'isCustomerModel',
	'modelProviderUsage',
];

function detailsOf(answer: ExtractAnswer): IDataObject {
	return withoutUnset<IDataObject>(Object.fromEntries(DETAILS.map((name) => [name, answer[name]])));
}
