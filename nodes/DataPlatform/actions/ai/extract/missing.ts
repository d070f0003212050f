import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../../../transport/failures';
import { groupBy, isObject, valueAt } from '../../../helpers/values';
import { isEmpty, listed, pathInWords } from './verify/findings';
import type { ConvertedFields, Leaf, Path } from './convert';
import { UNKNOWN } from './convert';
import type { Shape } from './shape';

/** What becomes of a field that the answer does not have. */
export type IfMissing = 'raise' | 'raiseMissing' | 'null' | 'leaveOut';

/** Whether none of the described fields came with a value. */
export function holdsNothing(fields: IDataObject, shapes: ReadonlyMap<string, Shape>): boolean {
	return [...shapes.keys()].every((name) => !Object.hasOwn(fields, name) || fields[name] === null);
}

/** The columns that may not lack a value and have none in any of several elements, as `lines.price`. */
export function emptyColumns({ leaves, lacking }: ConvertedFields): string[] {
	const isIndex = (step?: string | number) => typeof step === 'number';
	const wanted = leaves.filter(({ shape }) => shape !== UNKNOWN && shape.optional !== true);
	const cells = [
		...wanted.map((leaf) => ({ path: leaf.path, hasValue: !isEmpty(leaf) })),
		...lacking.map((path) => ({ path, hasValue: false })),
	].filter(({ path }) => path.some(isIndex) && !isIndex(path.at(-1)));
	const nameOf = (path: Path) => path.filter((step) => !isIndex(step)).join('.');
	const columns = groupBy(cells.map(({ path, hasValue }) => [nameOf(path), hasValue]));
	const isEmptyColumn = (values: boolean[]) => values.length > 1 && !values.includes(true);
	return [...columns].filter(([, values]) => isEmptyColumn(values)).map(([name]) => name);
}

/**
 * @param received what arrived, for the details
 * @throws ApiError when fields are missing; also when they are null or blank, but with `raiseMissing`
 */
export function refuseMissing(
	received: IDataObject,
	{ lacking, leaves }: ConvertedFields,
	ifMissing: IfMissing,
): void {
	const mayBeEmpty = ({ shape }: Leaf) => ifMissing === 'raiseMissing' || shape === UNKNOWN;
	const empty = leaves.filter((leaf) => isEmpty(leaf) && !mayBeEmpty(leaf)).map(({ path }) => path);
	if (lacking.length + empty.length === 0) return;
	const words = [
		...(lacking.length > 0 ? [`lacks ${inQuotes(lacking)}`] : []),
		...(empty.length > 0 ? [`has no value for ${inQuotes(empty)}`] : []),
	];
	throw new ApiError(
		`The answer ${words.join(' and ')}`,
		'The extraction was carried out: what arrived is in the details. Choose under If Fields Are Missing what may pass, or describe the fields better.',
		{ received },
	);
}

function inQuotes(paths: Path[]): string {
	return listed(paths.map((path) => `"${pathInWords(path)}"`));
}

/** Defined, not assigned: a field may be called `__proto__`. */
const NULL = { value: null, enumerable: true, configurable: true, writable: true };

/** The fields, with null for what is missing where that is wanted. */
export function withMissing(
	{ fields, lacking }: ConvertedFields,
	ifMissing: IfMissing,
): IDataObject {
	if (ifMissing !== 'null') return fields;
	const found = structuredClone(fields);
	for (const path of lacking) {
		const holder = valueAt(found, path.slice(0, -1));
		if (isObject(holder)) Object.defineProperty(holder, path.at(-1)!, NULL);
	}
	return found;
}
