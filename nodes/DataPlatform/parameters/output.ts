import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pick, withoutUndefined } from '../helpers/values';
import { multiSelect, select, showFor, toOptions } from './declare';
import { createChoiceError } from './validators';
import { shortenForAssistants } from './shortenForAssistants';
import type { ParameterReader } from './reader';

/** The value of the Output parameter: Raw, Simplified, or the names of the selected fields. */
export type Output = 'raw' | 'simplified' | readonly string[];

/** The members of a result. With more than ten, n8n's UX guidelines also ask for a Simplified form. */
export interface ResultShape<Response extends object> {
	/** Every member that the API documents. */
	members: ReadonlyArray<keyof Response & string>;
	/** The member that identifies a result. Selected Fields always includes it. */
	id: keyof Response & string;
	/** The Simplified form: at most ten members, the most useful ones first, dates in ISO 8601. */
	simplify(response: Response): object;
	/** Members of the Simplified form that are derived from others. Users can select them too. */
	derived?: readonly string[];
}

/** The parts of a shape that the parameters need. */
type ShapeNames = Pick<ResultShape<Record<string, unknown>>, 'members' | 'id' | 'derived'>;

/**
 * Creates the Output parameter, as n8n's UX guidelines describe it.
 * @param simplified the description of the default choice
 * @param others the lines of choices in addition to Simplified and Raw, as for `select`
 */
export function createOutputProperty(simplified: string, ...others: string[]): INodeProperties {
	const choices = [
		`simplified | Simplified | ${simplified}`,
		'raw | Raw | All fields of the result. Very long whole numbers become text.',
		...others,
	];
	return select('Output', 'resultFormat', 'What each item contains', choices.join('\n'));
}

/** Creates the Output parameter with Selected Fields, and the list of fields. */
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

/** Reads the Output parameter. Selected fields always include the ID. */
export function readOutput(read: ParameterReader, shape: ShapeNames): Output {
	const output = read.choice<'raw' | 'simplified' | 'selected'>('resultFormat');
	return output === 'selected'
		? [...new Set([shape.id, ...readSelectedFields(read, shape)])]
		: output;
}

/** Reads the selected fields: at least one of those that Fields offers. An expression may add others. */
function readSelectedFields(read: ParameterReader, shape: ShapeNames): string[] {
	const chosen = read.requiredChoices('selectedFields');
	const offered = listSelectable(shape);
	if (chosen.some((name) => offered.includes(name))) return chosen;
	throw createChoiceError(read.displayName('selectedFields'), offered, chosen.join(', '));
}

/** Returns a result in the form that Output selects, without members that the platform didn't send. */
export function formatResult<Response extends object>(
	response: Response,
	output: Output,
	{ simplify }: ResultShape<Response>,
): IDataObject {
	if (output === 'raw') return response as IDataObject;
	const simplified = withoutUndefined(simplify(response) as IDataObject) as IDataObject;
	if (output === 'simplified') return simplified;
	// Simplified may have derived members, which users can select, too.
	const all: IDataObject = { ...simplified, ...response };
	return pick(
		all,
		output.filter((field) => Object.hasOwn(all, field)),
	);
}
