import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ApiError } from '../../../transport/failures';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';
import { withoutUnset } from '../../../helpers/values';
import { functionResult } from './functionResult';
import type { FoundFunctions } from './paging';

/** What becomes of a list that can be incomplete, and where a list's details go. */
export interface Completeness {
	fails: boolean;
	detailsField?: string;
}

/** How many of the functions that came a failed item tells. */
const MOST_TOLD = 100;

export const detailsOption: INodeProperties = {
	displayName: 'Add Search Details',
	name: 'detailsField',
	type: 'string',
	default: 'search',
	builderHint: { propertyHint: 'Left out: none' },
	description: 'Name of a field for totalHits, hasMore, degraded, incomplete',
};

/**
 * A hint is seen by somebody who looks at the editor. At night nobody does: there a part of a list would
 * pass for the whole. So the item fails by default, which n8n's Retry On Fail, the error output and an
 * error workflow can act on, and reading again often helps.
 */
export const whenIncompleteOption: INodeProperties = {
	displayName: 'If the List Can Be Incomplete',
	name: 'whenIncomplete',
	type: 'options',
	default: 'fail',
	description: 'When functions can be missing: too few came, degraded, or changed while read',
	options: [
		{
			name: 'Continue With a Hint',
			value: 'hint',
			description:
				'What came goes on. At night nobody sees a hint: ask Add Search Details whether the list is incomplete.',
		},
		{
			name: 'Let the Item Fail',
			value: 'fail',
			description: `A part never passes for the whole. The first ${MOST_TOLD} functions that came are in the details; Retry On Fail reads the list again.`,
		},
	],
};

/**
 * @throws InvalidParameterError for the name of a field that a function has
 */
export function readCompleteness(options: ParameterReader): Completeness {
	const detailsField = options.text('detailsField')?.trim();
	if (detailsField !== undefined && TAKEN.has(detailsField)) {
		throw new InvalidParameterError(
			options.displayName('detailsField'),
			`names "${detailsField}", which is another field of the items`,
			'Choose another name.',
		);
	}
	return { fails: options.choice('whenIncomplete') === 'fail', detailsField };
}

/** n8n takes an item with "error" for a failed one. */
const TAKEN = new Set([
	'error',
	...functionResult.members,
	...Object.keys(functionResult.simplify({})),
]);

/**
 * The functions found, with the details of their list where these are wanted.
 * @throws ApiError when the list can be incomplete and should not pass then
 */
export function completeItems(
	found: FoundFunctions,
	{ fails, detailsField }: Completeness,
): { items: IDataObject[]; hints: string[] } {
	const details = detailsOf(found);
	const hints = [
		...(found.degraded ? [DEGRADED] : []),
		...(found.incomplete ? [found.hasChanged ? CHANGED : TOO_FEW] : []),
	];
	const { functions } = found;
	if (fails && hints.length > 0) {
		const told = { functionCount: functions.length, functions: functions.slice(0, MOST_TOLD) };
		throw new ApiError(
			'The list of functions can be incomplete',
			`${hints.join(' ')} Search again, or let it pass: Options → If the List Can Be Incomplete.`,
			{ received: { ...details, ...told } },
		);
	}
	if (detailsField !== undefined) for (const item of functions) item[detailsField] = { ...details };
	return { items: functions, hints };
}

/** What stands under the name that Add Search Details gives. */
export function detailsOf({
	totalHits,
	hasMore,
	degraded,
	incomplete,
}: FoundFunctions): IDataObject {
	return withoutUnset<IDataObject>({
		totalHits,
		hasMore,
		degraded,
		incomplete: incomplete || degraded === true,
	});
}

const CHANGED = 'The list changed while it was read, so the list can be incomplete.';

const TOO_FEW =
	'Fewer functions came than totalHits says, or none although there was more: the list can be incomplete. What totalHits counts is not documented.';

const DEGRADED =
	'The platform answered "degraded": true. What that means is not documented: do not rely on the list of functions being complete.';
