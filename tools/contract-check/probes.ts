import type { OperationId } from '../../contract/types.ts';
import { resultMembers } from '../../nodes/DataPlatform/transport/contract.ts';

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

const UNKNOWN_FIELD = 'contractCheckUnknownField';

/** Searches that the documentation describes, and some that it leaves open. */
export function searchProbes(sortField: string): Probe[] {
	const sort = { field: sortField, ascending: true };
	const usual = { filters: [], sort, limit: 10 };
	const sortFields = [...resultMembers.Function, UNKNOWN_FIELD];
	const filterFields = [['name'], ['name', 'owner'], [UNKNOWN_FIELD]];
	const described = {
		'limit 1': { limit: 1 },
		'limit 10': {},
		'limit 5, offset 5': { limit: 5, offset: 5 },
		'limit 10, descending': { sort: { ...sort, ascending: false } },
		'limit 5000': { limit: 5000 },
		'name of one letter': { name: 'a' },
		'name of nothing': { name: 'contract check: no function has this name' },
	};
	const open = {
		...Object.fromEntries(
			sortFields.map((field) => [`sort by ${field}`, { sort: { ...sort, field } }]),
		),
		...Object.fromEntries(
			filterFields.map((fields) => [
				`filter of nothing but field (${fields.join(' and ')})`,
				{ filters: fields.map((field) => ({ field })) },
			]),
		),
		'offset beyond the end': { offset: 2_000_000_000 },
		'limit 0': { limit: 0 },
		'limit 5001': { limit: 5001 },
		'further member': { contractCheck: true },
	};
	const searches = (changes: Record<string, object>, settings?: Partial<Probe>) =>
		Object.entries(changes).map(([name, change]): Probe => {
			const body = { ...usual, ...change };
			return { name, operation: 'searchFunctions', body, ...settings };
		});
	return [
		...searches(described),
		...searches({ 'missing token': {} }, { token: '' }),
		...searches({ 'wrong token': {} }, { token: 'contract-check-wrong-token' }),
		...searches(open, { mayFail: true }),
	];
}
