import type { INodeProperties } from 'n8n-workflow';
import type { FilterItem } from '../../api/contract';
import { requestSchemas } from '../../api/requestSchemas';
import { refuseViolation } from '../../parameters/json';
import type { ParameterReader } from '../../parameters/reader';
import { readRowValue, rowValueFields } from '../../parameters/rowValue';

/** Filters as rows or as JSON (api-spec.md 2.3: only `field` is documented). */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Specify Filters',
		name: 'specifyFilters',
		type: 'options',
		default: 'fields',
		description: 'How you give the filters',
		options: [
			{ name: 'Using Fields', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add filter',
		default: {},
		description:
			'The API documents only the field of a filter. Add whatever else your instance takes as properties, by name and value or as JSON.',
		displayOptions: { show: { specifyFilters: ['fields'] } },
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'string',
						default: '',
						placeholder: 'e.g. owner',
						description: 'The field to filter by, as your instance calls it',
					},
					{
						displayName: 'More Properties',
						name: 'furtherProperties',
						type: 'fixedCollection',
						typeOptions: { multipleValues: true },
						placeholder: 'Add property',
						default: {},
						description: 'Sent beside "field"',
						options: [
							{
								displayName: 'Property',
								name: 'property',
								values: [
									{
										displayName: 'Name',
										name: 'name',
										type: 'string',
										default: '',
										description: 'The property as your instance calls it',
									},
									...rowValueFields('e.g. 27'),
								],
							},
						],
					},
					{
						displayName: 'More Properties (JSON)',
						name: 'furtherPropertiesJson',
						type: 'json',
						default: '{}',
						description:
							'A JSON object whose properties are sent beside "field", such as {"property": ["value"]}',
					},
				],
			},
		],
	},
	{
		displayName: 'Filters (JSON)',
		name: 'filtersJson',
		type: 'json',
		default: '[]',
		description:
			'The whole list as the API takes it: an array of objects, each with "field". The API documents neither its values nor further properties.',
		displayOptions: { show: { specifyFilters: ['json'] } },
	},
];

/**
 * The filters that the panel asks for; an empty list when there are none.
 * @throws RefusedParameter also for JSON that the contract does not allow
 */
export function readFilters(read: ParameterReader): FilterItem[] {
	const sources = {
		fields: () => read.rows('filters').map(readFilter),
		json: () => read.jsonArray('filtersJson') ?? [],
	};
	const source = read.choice<keyof typeof sources>('specifyFilters');
	const filters = sources[source]();
	refuseViolation(read.displayName(source === 'json' ? 'filtersJson' : 'filters'), filters, {
		type: 'array',
		items: requestSchemas.FilterItem,
	});
	return filters as FilterItem[];
}

function readFilter(row: ParameterReader): FilterItem {
	const properties = row
		.rows('furtherProperties')
		.map((property) => [property.requiredText('name'), readRowValue(property)]);
	const field = row.text('field');
	const filter = {
		...Object.fromEntries(properties),
		...row.jsonObject('furtherPropertiesJson'),
		...(field !== undefined && { field }),
	};
	return row.required('field', Object.keys(filter).length > 0 ? filter : undefined);
}
