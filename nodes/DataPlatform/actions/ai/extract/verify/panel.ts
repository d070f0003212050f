import type { INodeProperties } from 'n8n-workflow';
import type { ParameterReader } from '../../../../parameters/reader';
import { readSeparated } from '../fieldList';

/** What the panel says about what is doubtful of an extraction. */
export interface ChecksWanted {
	/** Name of the field that lists it. */
	field?: string;
	letsItemFail: boolean;
	/** Name of the field that says where each value stands in the text. */
	evidenceField?: string;
	/** Names of fields, at any depth, that the model is to conclude. */
	notFromText: ReadonlySet<unknown>;
	/** How often fields are asked for again at most. */
	askAgain: number;
}

const CHECKS = 'checks';
const EVIDENCE = 'evidence';
const MOST_TIMES = 5;

const fieldsNotFromText: INodeProperties = {
	displayName: 'Not From the Text',
	name: 'notFromText',
	type: 'string',
	default: '',
	placeholder: 'e.g. category, summary',
	description:
		'Names of fields or columns that the model concludes, separated by commas: they are not looked for',
};

/** The checks are one entry of Options. */
export const checksGroup: INodeProperties = {
	displayName: 'Checks',
	name: 'checks',
	type: 'fixedCollection',
	placeholder: 'Add Checks',
	// Without both, n8n adds a heading with a button, and drops it when another option is added.
	typeOptions: { multipleValues: false },
	default: { settings: { checksField: CHECKS } },
	description: 'What is doubtful of each extraction, as data that a workflow can act on',
	options: [
		{
			displayName: 'Checks',
			name: 'settings',
			values: [
				{
					displayName: 'Checks Field',
					name: 'checksField',
					type: 'string',
					default: CHECKS,
					placeholder: 'e.g. checks',
					description: 'Name of a field that lists what is doubtful; empty for none',
				},
				{
					displayName: 'If Checks Find Something',
					name: 'ifFound',
					type: 'options',
					default: 'keep',
					options: [
						{
							name: 'Keep the Item',
							value: 'keep',
							description: 'The list in Checks Field says what was found',
						},
						{
							name: 'Let the Item Fail',
							value: 'fail',
							description: 'Its details hold the answer and what was found',
						},
					],
				},
				{
					displayName: 'Add Evidence',
					name: 'addEvidence',
					type: 'boolean',
					default: false,
					description: `Whether to add a field "${EVIDENCE}": where each value stands in the text`,
				},
				fieldsNotFromText,
				{
					displayName: 'Ask Again',
					name: 'askAgain',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: MOST_TIMES },
					default: 0,
					description:
						'How often to ask again for missing or unfit fields, and for null where it lets the item fail. Each time is an extraction of its own.',
				},
			],
		},
	],
	displayOptions: { hide: { '/extractionFormat': ['raw'] } },
};

/**
 * Undefined when nothing is checked.
 * @throws InvalidParameterError
 */
export function readChecks(options: ParameterReader): ChecksWanted | undefined {
	if (options.value('checks') === undefined) return undefined;
	const read = options.group('checks');
	return {
		field: read.text('checksField'),
		letsItemFail: read.choice('ifFound') === 'fail',
		evidenceField: read.boolean('addEvidence') ? EVIDENCE : undefined,
		notFromText: new Set(readSeparated(read, 'notFromText')),
		askAgain: read.integer('askAgain', { min: 0, max: MOST_TIMES }) ?? 0,
	};
}
