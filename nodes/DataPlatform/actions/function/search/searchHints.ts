import type { FilterItem } from '../../../transport/contract';
import type { Keep } from './keepOnly';
import type { FunctionList } from './paging';

/** The criteria of a search. */
interface Search {
	name?: string;
	filters: FilterItem[];
	keep?: Keep;
}

/** Returns hints about a search, except for those about an incomplete list (completeness.ts). */
export function collectSearchHints(
	{ functions, readCount, undated, incomplete, totalHits }: FunctionList,
	{ name, filters, keep }: Search,
): string[] {
	const isSearch = name !== undefined || filters.length > 0;
	// If there are matches, Start Offset is after the last one.
	const isWithoutMatch = readCount === 0 && !incomplete && !(Number(totalHits) > 0);
	const isEmpty = functions.length === 0 && undated.length === 0;
	const hints = {
		[describeNothingFound(name, filters)]: isSearch && isWithoutMatch,
		[NOTHING_KEPT]: readCount > 0 && isEmpty && keep !== undefined,
		[FIELD_ONLY]: filters.some(hasOnlyField),
	};
	return Object.keys(hints).filter((hint) => hints[hint]);
}

export const KEEP_ONLY_IN_SUMMARY = 'A summary ignores Keep Only';

const NOTHING_KEPT = 'No function meets the conditions of Keep Only';

const FIELD_ONLY = 'A filter has only a field. Your platform may return every function for it.';

function describeNothingFound(name: string | undefined, filters: FilterItem[]): string {
	const criteria = [name !== undefined && 'this name', filters.length > 0 && 'these filters'];
	return `No function matches ${criteria.filter(Boolean).join(' and ')}. Your platform decides how names and filters match.`;
}

function hasOnlyField({ field, ...others }: FilterItem): boolean {
	return field !== undefined && Object.keys(others).length === 0;
}
