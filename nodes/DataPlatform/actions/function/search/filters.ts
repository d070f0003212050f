import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { FilterItem } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
import { readRowValue, rowValueFields } from '../../../parameters/rowValue';

/** Shown in a row until a property is given. */
const FIELD_ONLY: INodeProperties = {
	displayName: 'A filter with only a field may return every function',
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
export const filterOptions: INodeProperties[] = [
	compact({
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add filter',
		default: {},
		description: 'Filters in the format of your platform. For broken links, use Keep Only.',
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
						description: 'Field to filter by',
					},
					{
						displayName: 'Property',
						name: 'property',
						type: 'string',
						default: '',
						placeholder: 'e.g. THE_PROPERTY',
						description:
							'Property that your platform expects with the field. Ask its administrator.',
					},
					...rowValueFields('e.g. 27').reverse(),
					FIELD_ONLY,
					{
						displayName: 'More Properties',
						name: 'furtherProperties',
						type: 'fixedCollection',
						typeOptions: { multipleValues: true },
						placeholder: 'Add property',
						default: {},
						description: 'More properties of the same filter',
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
										description: 'Name of the property',
									},
									...rowValueFields('e.g. 27'),
								],
							},
						],
					},
					{
						displayName: 'More (JSON)',
						name: 'furtherPropertiesJson',
						type: 'json',
						default: '{}',
						description: 'More properties of the same filter, as a JSON object',
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
		description: 'JSON array of more filters in the format of your platform',
	},
];

/**
 * Reads the filters of both parameters.
 * @throws InvalidParameterError also for JSON that the contract doesn't allow
 */
export function readFilters(options: ParameterReader): FilterItem[] {
	const sources = {
		filters: options.rows('filters').map(readFilter),
		filtersJson: options.jsonArray('filtersJson') ?? [],
	};
	for (const [name, filters] of Object.entries(sources)) {
		const schema = { type: 'array', items: requestSchemas.FilterItem } as const;
		validateSchema(options.displayName(name), filters, schema);
	}
	return Object.values(sources).flat() as FilterItem[];
}

function readFilter(row: ParameterReader): FilterItem {
	const field = row.text('field');
	const properties = new Map<string, unknown>();
	const readProperty = (holder: ParameterReader, nameParameter: string) => {
		const name = holder.requiredText(nameParameter);
		if (name === 'field' || properties.has(name)) {
			throw holder.invalid(
				nameParameter,
				`is "${name}", which the filter already has`,
				'Choose another name, or keep one of them.',
			);
		}
		properties.set(name, readRowValue(holder));
	};
	if (row.text('property') !== undefined || row.value('value') !== undefined) {
		readProperty(row, 'property');
	}
	for (const further of row.rows('furtherProperties')) readProperty(further, 'name');
	const filter = {
		...Object.fromEntries(properties),
		...row.jsonObject('furtherPropertiesJson'),
		...(field !== undefined && { field }),
	};
	return row.required('field', Object.keys(filter).length > 0 ? filter : undefined);
}
