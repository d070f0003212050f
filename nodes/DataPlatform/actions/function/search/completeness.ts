import type { IDataObject } from 'n8n-workflow';
import { select, text } from '../../../parameters/declare';
import { ApiError } from '../../../transport/apiError';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';
import { withoutUndefined } from '../../../helpers/values';
import { functionShape } from './functionResult';
import type { FunctionList } from './paging';
import { listIncompleteReasons, MAY_BE_INCOMPLETE } from './searchHints';

/** How the node reports that the list of functions may be incomplete. */
export interface Completeness {
	failsIfIncomplete: boolean;
	/** The name of the field that Add Search Details adds to each item. */
	detailsField?: string;
}

/** The most functions that the error details contain if the item fails. */
const MAX_FUNCTIONS = 100;

export const detailsOption = text(
	'Add Search Details',
	'detailsField',
	'Name of a field to add to each item. The field contains totalHits, hasMore, degraded and incomplete.',
	{ placeholder: 'e.g. search' },
);

/**
 * By default, the item fails, because a hint goes unnoticed in an unattended execution. Retry On Fail, the
 * error output and an error workflow can react to a failed item.
 */
export const whenIncompleteOption = select(
	'If List May Be Incomplete',
	'whenIncomplete',
	'What to do if functions may be missing',
	`hint | Continue With Hint | Returns the functions that were found. Use Add Search Details to detect an incomplete list.
	fail | Fail Item | The error details contain up to ${MAX_FUNCTIONS} functions. Retry On Fail reads the list again.`,
	{ default: 'fail' },
);

/** @throws InvalidParameterError if Add Search Details is a reserved name */
export function readCompleteness(options: ParameterReader): Completeness {
	const detailsField = options.text('detailsField')?.trim();
	if (detailsField !== undefined && RESERVED.has(detailsField))
		throw createReservedError(detailsField);
	return { failsIfIncomplete: options.choice('whenIncomplete') === 'fail', detailsField };
}

/**
 * Names that the field of Add Search Details can't have. Functions, summaries and the details use most of
 * them. n8n may treat an item with `error` as failed, and assigning to `__proto__` adds no field.
 */
const RESERVED = new Set([
	...['error', '__proto__', 'totalHits', 'hasMore', 'degraded', 'incomplete'],
	...functionShape.members,
	...Object.keys(functionShape.simplify({})),
]);

function createReservedError(detailsField: string): InvalidParameterError {
	return new InvalidParameterError(
		detailsOption.displayName,
		`can't be "${detailsField}", because that name is reserved or already used`,
		'Choose another name.',
	);
}

/**
 * Returns the functions as items, and hints if the list may be incomplete. Adds the search details to each
 * item if Add Search Details is set.
 * @throws ApiError if the list may be incomplete and `failsIfIncomplete` is true
 * @throws InvalidParameterError if an item already has a field with the name in `detailsField`
 */
export function completeItems(
	list: FunctionList,
	{ failsIfIncomplete, detailsField }: Completeness,
): { items: IDataObject[]; hints: string[] } {
	const { functions } = list;
	const reasons = listIncompleteReasons(list);
	const details = createSearchDetails(list);
	if (failsIfIncomplete && reasons.length > 0) {
		throw new ApiError(
			`${MAY_BE_INCOMPLETE}: ${reasons.join('; ')}`,
			'Try again. If that doesn\'t help, open Options, and set "If List May Be Incomplete" to "Continue With Hint".',
			{
				kind: 'incomplete',
				received: {
					...details,
					functionCount: functions.length,
					functions: functions.slice(0, MAX_FUNCTIONS),
				},
			},
		);
	}
	if (detailsField !== undefined) {
		for (const item of functions) {
			if (Object.hasOwn(item, detailsField)) throw createReservedError(detailsField);
			item[detailsField] = { ...details };
		}
	}
	return { items: functions, hints: reasons.map((reason) => `${MAY_BE_INCOMPLETE}: ${reason}`) };
}

/** Creates the object that Add Search Details adds to each item. */
export function createSearchDetails(list: FunctionList): IDataObject {
	const { totalHits, hasMore, degraded } = list;
	const incomplete = listIncompleteReasons(list).length > 0;
	return withoutUndefined<IDataObject>({ totalHits, hasMore, degraded, incomplete });
}
