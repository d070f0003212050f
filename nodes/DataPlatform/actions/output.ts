import type { IDataObject } from 'n8n-workflow';
import { pick, withoutUndefined } from '../helpers/values';
import { createChoiceError, parseName } from '../parameters/validators';
import type { ParameterReader } from '../parameters/reader';

/** The value of the Output parameter: Raw, Simplified, or the names of the selected fields. */
export type Output = 'raw' | 'simplified' | readonly string[];

/** The members of a result. If there are more than ten, n8n's UX guidelines ask for a Simplified form. */
export interface ResultShape<Response extends IDataObject> {
	/** Every member that the API documents. */
	members: readonly string[];
	/** The member that identifies a result. Selected Fields always includes it. */
	id: string;
	/** Returns the Simplified form: at most ten members, the most useful ones first, dates in ISO 8601. */
	simplify(response: Response): IDataObject;
	/** Members that only the Simplified form has, such as `linkCount`. Users can select them too. */
	derived?: readonly string[];
}

/** What the parameters Output and Fields need to know about a result. */
export type ShapeNames = Omit<ResultShape<IDataObject>, 'simplify'>;

/** Reads the parameters Output and Fields. Selected fields always include the ID. */
export function readOutput(read: ParameterReader, shape: ShapeNames): Output {
	const output = read.choice<'raw' | 'simplified' | 'selected'>('resultFormat');
	return output === 'selected'
		? [...new Set([shape.id, ...readSelectedFields(read, shape)])]
		: output;
}

/** Reads Fields. An expression may return names that aren't choices, but at least one must be a choice. */
function readSelectedFields(
	read: ParameterReader,
	{ members, derived = [] }: ShapeNames,
): string[] {
	const parameter = read.displayName('selectedFields');
	const given = read.list('selectedFields') ?? [];
	const chosen = given.map((name) => parseName(parameter, name));
	const offered = [...members, ...derived];
	if (chosen.length === 0) return read.required<string[]>('selectedFields', undefined);
	if (chosen.some((name) => offered.includes(name))) return chosen;
	throw createChoiceError(parameter, offered, chosen.join(', '));
}

/** Returns a result in the form that Output selects. Members that would be undefined are left out. */
export function formatResult<Response extends IDataObject>(
	response: Response,
	output: Output,
	{ simplify, derived = [] }: ResultShape<Response>,
): IDataObject {
	if (output === 'raw') return response;
	const simplified = () => withoutUndefined<IDataObject>(simplify(response));
	if (output === 'simplified') return simplified();
	const hasDerived = derived.some((field) => output.includes(field));
	const all: IDataObject = hasDerived ? { ...simplified(), ...response } : response;
	return pick(
		all,
		output.filter((field) => Object.hasOwn(all, field)),
	);
}
