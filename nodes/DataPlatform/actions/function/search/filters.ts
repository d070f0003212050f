import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { FilterItem } from '../../../transport/contract';
import { requestSchemas } from '../../../transport/requestSchemas';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
import { InvalidParameterError } from '../../../parameters/validators';
import { readRowValue, rowValueFields } from '../../../parameters/rowValue';

/** Shown in a row until a property is given. */
const FIELD_ALONE: INodeProperties = {
	displayName:
		'The API documents only the field of a filter. With the field alone your instance may find every function: if it takes a property beside it, such as a value to look for, fill in its name and its value.',
	name: 'fieldAlone',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { furtherPropertiesJson: ['{}', ''] },
		hide: {
			property: [{ _cnd: { exists: true } }],
			'furtherProperties.property': [{ _cnd: { exists: true } }],
		},
	},
};

/** Filters as rows or as JSON (api-spec.md 2.3: only `field` is documented). */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Specify Filters',
		name: 'specifyFilters',
		type: 'options',
		default: 'fields',
		description: 'How you give them',
		options: [
			{ name: 'Using Fields', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
	},
	compact({
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add filter',
		default: {},
		description:
			'Sent as they stand: what a filter finds, your instance decides. For links there is Keep Only.',
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
						description: 'The field as your instance calls it',
					},
					{
						displayName: 'Property',
						name: 'property',
						type: 'string',
						default: '',
						placeholder: 'e.g. value',
						description: 'What your instance takes beside the field; ask those who run it',
					},
					...rowValueFields('e.g. 27').reverse(),
					FIELD_ALONE,
					{
						displayName: 'More Properties',
						name: 'furtherProperties',
						type: 'fixedCollection',
						typeOptions: { multipleValues: true },
						placeholder: 'Add property',
						default: {},
						description: 'Further properties of the same filter',
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
						description: 'A JSON object, such as {"property": ["value"]}',
					},
				],
			},
		],
	}),
	{
		displayName: 'Filters (JSON)',
		name: 'filtersJson',
		type: 'json',
		default: '[]',
		description: 'An array of objects, each with "field" and what your instance takes beside it',
		displayOptions: { show: { specifyFilters: ['json'] } },
	},
];

/**
 * The filters that the panel asks for; an empty list when there are none.
 * @throws InvalidParameterError also for JSON that the contract does not allow
 */
export function readFilters(read: ParameterReader): FilterItem[] {
	const sources = {
		fields: () => read.rows('filters').map(readFilter),
		json: () => read.jsonArray('filtersJson') ?? [],
	};
	const source = read.choice<keyof typeof sources>('specifyFilters');
	const filters = sources[source]();
	validateSchema(read.displayName(source === 'json' ? 'filtersJson' : 'filters'), filters, {
		type: 'array',
		items: requestSchemas.FilterItem,
	});
	return filters as FilterItem[];
}

function readFilter(row: ParameterReader): FilterItem {
	const field = row.text('field');
	const isNamed = row.text('property') !== undefined || row.value('value') !== undefined;
	const properties = [
		...(isNamed ? [propertyOf(row, 'property')] : []),
		...row.rows('furtherProperties').map((further) => propertyOf(further, 'name')),
	];
	const names = new Set(['field']);
	for (const { name, refuse } of properties) {
		if (names.has(name)) refuse();
		names.add(name);
	}
	const filter = {
		...Object.fromEntries(properties.map(({ name, value }) => [name, value])),
		...row.jsonObject('furtherPropertiesJson'),
		...(field !== undefined && { field }),
	};
	return row.required('field', Object.keys(filter).length > 0 ? filter : undefined);
}

/** A property by name and value; `refuse` says that the filter has one of that name. */
function propertyOf(row: ParameterReader, nameOfName: string) {
	const name = row.requiredText(nameOfName);
	const refuse = () =>
		row.inPlace(() => {
			throw new InvalidParameterError(
				row.displayName(nameOfName),
				`names "${name}", which the filter has already`,
				'Choose another name, or keep one of them.',
			);
		});
	return { name, value: readRowValue(row), refuse };
}
