import type { FilterItem } from '../../../transport/contract';
import type { Keep } from './keepOnly';
import type { FoundFunctions } from './paging';

/** What was searched for. */
interface Search {
	name?: string;
	filters: FilterItem[];
	keep?: Keep;
}

/** What a user should know of a search, beside whether its list can be relied on. */
export function hintsOfSearch(
	{ functions, read, incomplete }: FoundFunctions,
	{ name, filters, keep }: Search,
): string[] {
	const isAsked = name !== undefined || filters.length > 0;
	const hints = {
		[nothingFound(name, filters)]: read === 0 && isAsked && !incomplete,
		[NOTHING_KEPT]: read > 0 && functions.length === 0 && keep !== undefined,
		[FIELD_ALONE]: filters.some(hasFieldAlone),
	};
	return Object.keys(hints).filter((hint) => hints[hint]);
}

export const KEEP_ONLY_IN_SUMMARY =
	'Keep Only has no part in a summary: it counts what the platform finds.';

const NOTHING_KEPT = 'Functions were found, and none of them meets the conditions of Keep Only.';

const FIELD_ALONE =
	'A filter has a field and nothing else, which is all that the API documents: whether it leaves anything out, your instance decides.';

function nothingFound(name: string | undefined, filters: FilterItem[]): string {
	const asked = [name !== undefined && 'this name', filters.length > 0 && 'these filters'];
	return `No function matches ${asked.filter(Boolean).join(' and ')}. How names are compared, and which fields and values a filter may have, is not documented: what your instance does not know may just find nothing.`;
}

function hasFieldAlone({ field, ...others }: FilterItem): boolean {
	return field !== undefined && Object.keys(others).length === 0;
}
