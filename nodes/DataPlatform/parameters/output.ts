import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pick, withoutUndefined } from '../helpers/values';
import { multiSelect, select, showFor, toOptions } from './declare';
import { createChoiceError } from './validators';
import { shortenForAssistants } from './shortenForAssistants';
import type { ParameterReader } from './reader';

/** The value of the Output parameter: Raw, Simplified, or the names of the selected fields. */
export type Output = 'raw' | 'simplified' | readonly string[];

/** The members of a result. If there are more than ten, n8n's UX guidelines ask for a Simplified form. */
export interface ResultShape<Response extends object> {
	/** Every member that the API documents. */
	members: ReadonlyArray<keyof Response & string>;
	/** The member that identifies a result. Selected Fields always includes it. */
	id: keyof Response & string;
	/** Returns the Simplified form: at most ten members, the most useful ones first, dates in ISO 8601. */
	simplify(response: Response): object;
	/** Members that only the Simplified form has, such as `linkCount`. Users can select them too. */
	derived?: readonly string[];
}

type ShapeNames = Pick<ResultShape<Record<string, unknown>>, 'members' | 'id' | 'derived'>;

/**
 * Creates the Output parameter that n8n's UX guidelines ask for, with Simplified (the default) and Raw.
 * @param simplified the description of Simplified
 * @param others further choices, each as `value | Name | Description`
 */
export function createOutputProperty(simplified: string, ...others: string[]): INodeProperties {
	const choices = [
		`simplified | Simplified | ${simplified}`,
		'raw | Raw | All fields of the result. Very long whole numbers become text.',
		...others,
	];
	return select('Output', 'resultFormat', 'What each item contains', choices.join('\n'));
}

/** Creates Output with the choice Selected Fields, and the parameter Fields to select them. */
export function createOutputProperties(shape: ShapeNames): INodeProperties[] {
	return [
		createOutputProperty(
			'The most useful fields, with most dates in ISO 8601',
			'selected | Selected Fields | The ID, and the fields that you choose',
		),
		shortenForAssistants(
			multiSelect('Fields', 'selectedFields', `Fields to return, in addition to "${shape.id}"`, {
				options: toOptions(listSelectable(shape)),
				...showFor('resultFormat', 'selected'),
			}),
		),
	];
}

function listSelectable({ members, derived = [] }: ShapeNames): string[] {
	return [...members, ...derived];
}

/** Reads the parameters Output and Fields. Selected fields always include the ID. */
export function readOutput(read: ParameterReader, shape: ShapeNames): Output {
	const output = read.choice<'raw' | 'simplified' | 'selected'>('resultFormat');
	return output === 'selected'
		? [...new Set([shape.id, ...readSelectedFields(read, shape)])]
		: output;
}

/** Reads Fields. An expression may return names that aren't choices, but at least one must be a choice. */
function readSelectedFields(read: ParameterReader, shape: ShapeNames): string[] {
	const chosen = read.requiredChoices('selectedFields');
	const offered = listSelectable(shape);
	if (chosen.some((name) => offered.includes(name))) return chosen;
	throw createChoiceError(read.displayName('selectedFields'), offered, chosen.join(', '));
}

/** Returns a result in the form that Output selects. Members that would be undefined are left out. */
export function formatResult<Response extends object>(
	response: Response,
	output: Output,
	{ simplify, derived = [] }: ResultShape<Response>,
): IDataObject {
	if (output === 'raw') return response as IDataObject;
	if (output === 'simplified')
		return withoutUndefined<IDataObject>(simplify(response) as IDataObject);
	const all = derived.some((field) => output.includes(field))
		? { ...withoutUndefined(simplify(response)), ...response }
		: response;
	return pick(
		all as IDataObject,
		output.filter((field) => Object.hasOwn(all, field)),
	);
}
