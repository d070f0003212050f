import { truncate } from '../../../helpers/values';
import type { FilterItem } from '../../../transport/contract';
import type { Keep } from './keepOnly';
import type { FunctionList } from './paging';

interface Search {
	name?: string;
	filters: FilterItem[];
	keep?: Keep;
}

/** Returns a hint if a search by name or filters found nothing, or if no function meets Keep Only. */
export function collectSearchHints(
	{ functions, readCount, undated, incomplete, totalHits }: FunctionList,
	{ name, filters, keep }: Search,
): string[] {
	const hasCriteria = name !== undefined || filters.length > 0;
	// If no function was read, a totalHits above 0 means that Start Offset is after the last match.
	const matchesNothing = readCount === 0 && !incomplete && !(Number(totalHits) > 0);
	const isEmpty = functions.length === 0 && undated.length === 0;
	return [
		...(hasCriteria && matchesNothing ? [NOTHING_FOUND] : []),
		...(keep && readCount > 0 && isEmpty ? [NOTHING_KEPT] : []),
	];
}

export const KEEP_ONLY_IN_SUMMARY = 'A summary ignores Keep Only';

const NOTHING_FOUND =
	'No function matches this search. Your platform decides how names and filters match.';

const NOTHING_KEPT = 'No function that was read meets the conditions of Keep Only';

/** The most IDs in a message. */
const MAX_IDS = 5;

export const MAY_BE_INCOMPLETE = 'The list of functions may be incomplete';

const INCOMPLETE_REASONS = {
	changed: 'it seems to have changed while the node read it, or it contains a function twice',
	tooFew: 'the platform returned fewer functions than it announced',
	endless: 'it seems endless, so the node stopped reading it',
};

/** Returns why a list may be incomplete. Each reason follows MAY_BE_INCOMPLETE in a hint or an error. */
export function listIncompleteReasons({ degraded, incomplete, undated }: FunctionList): string[] {
	return [
		...(degraded ? ['the platform reported "degraded": true'] : []),
		...(incomplete ? [INCOMPLETE_REASONS[incomplete]] : []),
		...(undated.length > 0 ? [describeUndated(undated)] : []),
	];
}

function describeUndated(ids: unknown[]): string {
	const shown = ids.slice(0, MAX_IDS).map((id) => truncate(String(id)));
	const more = ids.length > MAX_IDS ? ', …' : '';
	return `the dates of these functions can't be read: ${shown.join(', ')}${more}`;
}
