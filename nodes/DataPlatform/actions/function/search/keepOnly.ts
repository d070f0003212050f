import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import { epochMilliseconds } from '../../../helpers/isoDate';
import type { ParameterReader } from '../../../parameters/reader';
import { hasNotValidLinks } from './functionResult';

/** Whether a function that the platform found is wanted. */
export type Keep = (result: IDataObject) => boolean;

/** n8n compares it as a whole; its types know single values only. */
const NO_CONDITION = {} as unknown as string;

/** The Keep Only collection: conditions that the node looks at itself, since the API documents no filter's meaning. */
export const keepOnlyFields: INodeProperties[] = [
	compact({
		displayName: 'Keep Only',
		name: 'keepOnly',
		type: 'collection',
		placeholder: 'Add condition',
		default: {},
		description: 'The node looks at each function itself; all conditions must be met',
		options: [
			{
				displayName: 'Archived',
				name: 'archived',
				type: 'boolean',
				default: true,
				builderHint: { propertyHint: 'Left out: both' },
				description: 'Whether to keep archived functions; off keeps the others',
			},
			{
				displayName: 'Changed After',
				name: 'changedAfter',
				type: 'dateTime',
				default: '',
				builderHint: { propertyHint: 'ISO 8601' },
				description: 'Keeps what changed later, in the timezone of the workflow',
			},
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				builderHint: { propertyHint: 'ISO 8601' },
				description: 'Keeps what was created later, in the timezone of the workflow',
			},
			{
				displayName: 'Links Not VALID',
				name: 'notValidLinks',
				type: 'boolean',
				default: true,
				builderHint: { propertyHint: 'Left out: both' },
				description:
					'Whether to keep functions with a link in another state than VALID; off keeps the others',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'string',
				default: '',
				placeholder: 'e.g. VALID',
				description: 'Keeps functions of exactly this status',
			},
		],
	}),
	{
		displayName:
			'Keep Only reads page after page, to the last one or until as many functions are kept as Limit says.',
		name: 'keepOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { keepOnly: [{ _cnd: { not: NO_CONDITION } }] } },
	},
];

/**
 * What Keep Only asks for; undefined when it asks for nothing. A condition that was added must have a
 * value: an expression that gives none would let everything through.
 * @param timezone of times without one
 * @throws InvalidParameterError
 */
export function readKeepOnly(read: ParameterReader, timezone: string): Keep | undefined {
	const given = <Value>(name: string, value: Value | undefined) =>
		read.isGiven(name) ? read.required(name, value) : undefined;
	const switchOf = (name: string) =>
		given(name, read.value(name) === undefined ? undefined : read.boolean(name));
	const timeOf = (name: string) => given(name, read.time(name, timezone));
	const conditions = [
		...condition(switchOf('archived'), (each, is) => (each.archived === true) === is),
		...condition(switchOf('notValidLinks'), (each, has) => hasNotValidLinks(each) === has),
		...condition(given('status', read.text('status')), (each, status) => each.status === status),
		...condition(timeOf('changedAfter'), (each, time) => isAfter(each.lastModified, time)),
		...condition(timeOf('createdAfter'), (each, time) => isAfter(each.created, time)),
	];
	if (conditions.length === 0) return undefined;
	return (result) => conditions.every((isMet) => isMet(result));
}

function condition<Wanted>(
	wanted: Wanted | undefined,
	isMet: (result: IDataObject, wanted: Wanted) => boolean,
): Keep[] {
	return wanted === undefined ? [] : [(result) => isMet(result, wanted)];
}

function isAfter(value: unknown, time: number): boolean {
	return (epochMilliseconds(value) ?? -Infinity) > time;
}
