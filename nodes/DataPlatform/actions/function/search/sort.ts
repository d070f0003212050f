import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { Sort } from '../../../transport/contract';
import type { ParameterReader } from '../../../parameters/reader';
import { toTitleCase } from '../../../parameters/titleCase';

const OTHER_FIELD = 'otherField';

/**
 * The Sort collection: one of the known fields, or any other by name, because the API does not
 * document what it can sort by (api-spec.md 4.1).
 */
export function sortField(knownFields: readonly string[]): INodeProperties {
	return compact({
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		placeholder: 'Add sort rule',
		default: {},
		description: 'By name when not set',
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
						description: 'Which it can sort by, the API does not document',
						options: [
							...knownFields.map((member) => ({
								name: toTitleCase(member),
								value: member,
							})),
							{ name: 'Other (by Name)', value: OTHER_FIELD },
						].sort((a, b) => a.name.localeCompare(b.name)),
					},
					{
						displayName: 'Field Name',
						name: 'otherField',
						type: 'string',
						default: '',
						description: 'As your instance calls it',
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

/** The sort rule; by name in ascending order when the panel has none, since the API requires one. */
export function readSort(rule: ParameterReader): Sort {
	const field = rule.text('field') ?? 'name';
	return {
		field: field === OTHER_FIELD ? rule.requiredText('otherField') : field,
		ascending: rule.choice('direction') === 'ascending',
	};
}
