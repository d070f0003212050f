import type { IDataObject } from 'n8n-workflow';

/** Member names and list indices that lead to a value, such as `['lines', 0, 'price']`. */
export type Path = Array<string | number>;

/** Returns the value at `path`. Own properties only. */
export function getValueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((holder, step) => {
		const isMember = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
		return isMember ? (holder as IDataObject)[step] : undefined;
	}, value);
}

/** Whether `path` is equal to `outer` or leads to a value inside it. */
export function isInside(path: Path, outer: Path): boolean {
	return outer.every((step, index) => path[index] === step);
}

/** Formats a path, such as `lines[0].price`. */
export function formatPath(path: Path): string {
	const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
	return steps.join('').replace(/^\./, '');
}
