import type { OperationId } from '../../contract/types.ts';

/** A request, and what the documentation says about its response. */
export interface Probe {
	name: string;
	operation: OperationId;
	/** Path parameters. */
	parameters?: Record<string, string>;
	body: object;
	/** Sent instead of the right token. Empty for none. */
	token?: string;
	/** The documentation doesn't say whether the request succeeds. */
	mayFail?: boolean;
}

const UNKNOWN = 'contractCheckUnknownField';

/**
 * Searches that the documentation describes, and some that it leaves open.
 *
 * @param sortField a field that the instance can sort by
 * @param fields the names of all documented fields
 */
export function searchProbes(sortField: string, fields: string[]): Probe[] {
	const sort = { field: sortField, ascending: true };
	const search = (name: string, changes: object, more: Partial<Probe> = {}): Probe => {
		const body = { filters: [], sort, limit: 10, ...changes };
		return { name, operation: 'searchFunctions', body, ...more };
	};
	const open = (name: string, changes: object) => search(name, changes, { mayFail: true });
	return [
		search('limit 1', { limit: 1 }),
		search('limit 10', {}),
		search('limit 5, offset 5', { limit: 5, offset: 5 }),
		search('limit 10, descending', { sort: { ...sort, ascending: false } }),
		search('limit 5000', { limit: 5000 }),
		search('name of one letter', { name: 'a' }),
		search('name of nothing', { name: 'contract check: no function has this name' }),
		search('missing token', {}, { token: '' }),
		search('wrong token', {}, { token: 'contract-check-wrong-token' }),
		...[...fields, UNKNOWN].map((field) => open(`sort by ${field}`, { sort: { ...sort, field } })),
		...['name', UNKNOWN].map((field) => open(`filter of only ${field}`, { filters: [{ field }] })),
		open('offset beyond the end', { offset: 2_000_000_000 }),
		open('limit 0', { limit: 0 }),
		open('limit 5001', { limit: 5001 }),
		open('further member', { contractCheck: true }),
	];
}
