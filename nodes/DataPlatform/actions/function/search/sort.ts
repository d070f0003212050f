import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import type { ParameterReader } from '../../../parameters/reader';
import type { Sort } from '../../../transport/contract';

/** The sort rule. Its field is text, because the API doesn't document sortable fields (api-spec.md 4.1). */
export const sortProperty: INodeProperties = shortenForAssistants({
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add sort rule',
	default: {},
	description: 'By name if not set',
	options: [
		{
			displayName: 'Sort',
			name: 'rule',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					default: 'name',
					placeholder: 'e.g. lastModified',
					description:
						'Field to sort by, as named in Raw output. Your platform may not support every field.',
				},
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					default: 'ascending',
					options: [
						{ name: 'Ascending', value: 'ascending' },
						{ name: 'Descending', value: 'descending' },
					],
				},
			],
		},
	],
});

/** Reads the sort rule. The API requires one, so without a rule it's by name in ascending order. */
export function readSort(rule: ParameterReader): Sort {
	return {
		field: rule.text('field') ?? 'name',
		ascending: rule.choice('direction') === 'ascending',
	};
}
