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

/** Formats a path without positions in lists, such as `lines.price`. */
export function formatWithoutPositions(path: Path): string {
	return path.filter((step) => typeof step === 'string').join('.');
}

/** Parses a JSON Pointer in a URI, such as `#/$defs/Line` (RFC 6901, section 6). */
export function parseJsonPointer(reference: string): string[] {
	const names = decodeUri(reference.slice(1)).split('/').slice(1);
	return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Decodes a URI. An invalid URI such as `/$defs/100%` stays unchanged. */
function decodeUri(uri: string): string {
	try {
		return decodeURIComponent(uri);
	} catch {
		return uri;
	}
}
