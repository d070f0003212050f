import type { IDataObject } from 'n8n-workflow';
import { INCOMPLETE_REASONS } from './incompleteList';
import type { FunctionList } from './paging';
import { withoutUndefined } from '../../../helpers/values';
import { ApiError } from '../../../transport/apiError';
import type { Result } from '../../operation';

export interface Reporting {
	/** Whether the item fails if functions may be missing (If List May Be Incomplete). */
	failsIfIncomplete: boolean;
	addsDetails: boolean;
	/** Whether the search has a name or filters, so that finding nothing is worth a hint. */
	hasCriteria: boolean;
}

/** The most functions that the error details contain if the item fails. */
const MAX_FUNCTIONS = 100;

const NOTHING_FOUND =
	'No function matches this search. Your platform decides how names and filters match.';
const REPLACED_FIELD =
	"The field 'search' of 'Add Search Details' replaces a field of the functions with that name";

/**
 * Returns the functions as items, with the search details if they are wanted. An empty list then gives one
 * item, so that the details aren't lost. A hint says that functions may be missing.
 * @throws ApiError if functions may be missing and that fails the item, or if a request failed before any
 * function was read
 */
export function reportList(list: FunctionList, reporting: Reporting): Result {
	const { functions, failure, totalHits, hasMore, degraded } = list;
	if (failure && functions.length === 0) throw failure;
	const reason = findReason(list);
	const incomplete = reason !== undefined;
	const details = { totalHits, hasMore, degraded, incomplete, reason };
	const search = withoutUndefined<IDataObject>(details);
	const hints = incomplete ? [`The list of functions may be incomplete: ${reason}`] : [];
	if (incomplete && reporting.failsIfIncomplete) {
		const advice =
			"Try again. To go on with an incomplete list, set 'If List May Be Incomplete' to 'Continue With Hint', and check 'search.incomplete'.";
		const error = failure ?? new ApiError(hints[0], advice, { kind: 'incomplete' });
		const shown = functions.slice(0, MAX_FUNCTIONS);
		const received = { ...search, functionCount: functions.length, functions: shown };
		const { message, description, cause } = error;
		throw new ApiError(message, description, { ...error.details, received }, cause as Error);
	}

	// A totalHits above 0 means that Start Offset is after the last match.
	const matchesNothing = functions.length === 0 && !incomplete && !(Number(totalHits) > 0);
	if (matchesNothing && reporting.hasCriteria) hints.push(NOTHING_FOUND);
	if (!reporting.addsDetails) return { items: functions, hints };

	if (functions.some((item) => Object.hasOwn(item, 'search'))) hints.push(REPLACED_FIELD);
	for (const item of functions) item['search'] = { ...search };
	return { items: functions.length === 0 ? [{ search }] : functions, hints };
}

/** Returns why functions may be missing; undefined if nothing suggests that. */
function findReason({ failure, incomplete, degraded }: FunctionList): string | undefined {
	if (failure) return `the request for a later page failed: ${failure.message}`;
	if (incomplete) return INCOMPLETE_REASONS[incomplete];
	return degraded ? 'the platform reported "degraded": true' : undefined;
}
