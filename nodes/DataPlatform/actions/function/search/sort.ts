import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import type { Sort } from '../../../transport/contract';
import type { ParameterReader } from '../../../parameters/reader';
import { toTitleCase } from '../../../helpers/values';

const OTHER_FIELD = 'otherField';

/** Creates Sort with any field, because the API doesn't document which fields it sorts by (api-spec.md 4.1). */
export function createSortProperty(knownFields: readonly string[]): INodeProperties {
	return shortenForAssistants({
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		placeholder: 'Add sort rule',
		default: {},
		description: 'Order of the functions, by name if not set',
		options: [
			{
				displayName: 'Sort',
				name: 'rule',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'options',
						default: 'name',
						description: 'Field to sort by. Your platform may not support every field.',
						options: [
							...knownFields.map((member) => ({
								name: toTitleCase(member),
								value: member,
							})),
							{ name: 'Other Field', value: OTHER_FIELD },
						].sort((a, b) => a.name.localeCompare(b.name)),
					},
					{
						displayName: 'Field Name',
						name: 'otherField',
						type: 'string',
						default: '',
						placeholder: 'e.g. popularity',
						description: 'Name of the field to sort by',
						displayOptions: { show: { field: [OTHER_FIELD] } },
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
}

/** Reads the sort rule. The API requires one, so the default is by name in ascending order. */
export function readSort(rule: ParameterReader): Sort {
	const field = rule.text('field') ?? 'name';
	return {
		field: field === OTHER_FIELD ? rule.requiredText('otherField') : field,
		ascending: rule.choice('direction') === 'ascending',
	};
}
