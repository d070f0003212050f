import type { IDataObject } from 'n8n-workflow';
import { omitEmpty, pick, withoutUndefined } from '../helpers/values';
import type { ParameterReader } from '../parameters/reader';

/** The value of the Output parameter: Raw, Simplified, or the names of the selected fields. */
export type Output = 'raw' | 'simplified' | readonly string[];

/** The members of a result. If there are more than ten, n8n's UX guidelines ask for a Simplified form. */
export interface ResultShape<Response extends IDataObject = IDataObject> {
	/** Every member that the API documents. */
	members: readonly string[];
	/** The member that identifies a result. Selected Fields always includes it. */
	id: string;
	/** Returns the Simplified form: at most ten members, the most useful ones first, dates in ISO 8601. */
	simplify(response: Response): IDataObject;
	/** Members that only the Simplified form has, such as `linkCount`. Users can select them too. */
	derived?: readonly string[];
}

/** Returns the names of all fields that users can select. */
export function listFields({ members, derived = [] }: ResultShape): string[] {
	return [...members, ...derived];
}

/**
 * Reads the parameters Output and Fields. An expression may return names of fields that aren't choices: if some are,
 * a hint lists the others, because they may be misspelled.
 * @throws InvalidParameterError if Output isn't a choice, or if none of the fields is
 */
export function readOutput(
	read: ParameterReader,
	shape: ResultShape,
): { output: Output; hints: string[] } {
	const output = read.choice<'raw' | 'simplified' | 'selected'>('resultFormat');
	if (output !== 'selected') return { output, hints: [] };
	const chosen = read.required('selectedFields', omitEmpty(read.names('selectedFields') ?? []));
	const offered = listFields(shape);
	const unknown = [...new Set(chosen)].filter((name) => !offered.includes(name));
	if (!chosen.some((name) => offered.includes(name))) {
		throw read.invalidChoice('selectedFields', offered, chosen.join(', '));
	}
	const names = unknown.map((name) => `"${name}"`).join(', ');
	const hint = `'Fields' contains ${names}, which the API doesn't document. Check the spelling.`;
	return {
		output: [...new Set([shape.id, ...chosen])],
		hints: unknown.length === 0 ? [] : [hint],
	};
}

/** Returns a result in the form that Output selects. Members that would be undefined are left out. */
export function formatResult<Response extends IDataObject>(
	response: Response,
	output: Output,
	{ simplify, derived = [] }: ResultShape<Response>,
): IDataObject {
	if (output === 'raw') return response;
	if (output === 'simplified') return withoutUndefined<IDataObject>(simplify(response));
	const needsSimplified = derived.some((field) => output.includes(field));
	const simplified = needsSimplified ? withoutUndefined<IDataObject>(simplify(response)) : {};
	const all: IDataObject = { ...simplified, ...response };
	const given = output.filter((field) => Object.hasOwn(all, field));
	return pick(all, given);
}
