import type { INodeProperties } from 'n8n-workflow';
import { withoutUndefined } from '../../../helpers/values';
import { json, rows, text } from '../../../parameters/declare';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import { validateSchema } from '../../../parameters/schema';
import { requireExactNumbers } from '../../../parameters/validators';
import { detectValue } from '../../ai/extract/detectValue';
import type { ParameterReader } from '../../../parameters/reader';
import { requestSchemas } from '../../../parameters/requestSchemas';
import type { FilterItem } from '../../../transport/contract';

const filterRow: INodeProperties[] = [
	text(
		'Field',
		'field',
		'Field to filter by. A filter with only a field may return every function.',
		{ placeholder: 'e.g. owner' },
	),
	text(
		'Property',
		'property',
		'Property that your platform expects with the field. Ask your platform administrator.',
		{ placeholder: 'e.g. THE_PROPERTY' },
	),
	text(
		'Value',
		'value',
		'Value of the property. The node detects numbers, true, false, null and JSON. To send 27 as text, enter it in quotes. The result of an expression keeps its type.',
		{ placeholder: 'e.g. 27' },
	),
	json(
		'More (JSON)',
		'furtherPropertiesJson',
		'More properties of the same filter, as a JSON object',
		{ default: '{}' },
	),
];

/**
 * Parameters for filters, as rows and as JSON. Both accept any property, because the API documents only
 * `field` (api-spec.md 2.3).
 */
export const filterOptions: INodeProperties[] = [
	shortenForAssistants(
		rows(
			'Filters',
			'filters',
			'Filters in the format of your platform. For broken links, use Keep Only.',
			{
				typeOptions: { multipleValues: true },
				placeholder: 'Add filter',
				options: [{ displayName: 'Filter', name: 'filter', values: filterRow }],
			},
		),
	),
	json(
		'Filters (JSON)',
		'filtersJson',
		'More filters, as a JSON array in the format of your platform',
		{ default: '[]' },
	),
];

/**
 * Reads the filters of Filters and Filters (JSON).
 * @throws InvalidParameterError if a value is invalid, or a filter doesn't match the schema of the API
 */
export function readFilters(options: ParameterReader): FilterItem[] {
	const filtersJson = options.jsonArray('filtersJson') ?? [];
	validateSchema(options.displayName('filtersJson'), filtersJson, [requestSchemas.FilterItem]);
	return [...options.rows('filters').map(readFilter), ...(filtersJson as FilterItem[])];
}

function readFilter(row: ParameterReader): FilterItem {
	const hasValue = row.value('value') !== undefined;
	const property = hasValue ? row.requiredText('property') : row.text('property');
	if (property === 'field') {
		throw row.invalid(
			'property',
			'can\'t be "field", because Field is a separate parameter',
			'Enter the field under Field, or choose another property.',
		);
	}
	const filter = {
		...(property !== undefined && { [property]: readPropertyValue(row) }),
		...row.jsonObject('furtherPropertiesJson'),
		...withoutUndefined({ field: row.text('field') }),
	};
	row.inPlace(() =>
		validateSchema(row.displayName('furtherPropertiesJson'), filter, requestSchemas.FilterItem),
	);
	return row.required('field', Object.keys(filter).length > 0 ? filter : undefined);
}

/** Converts text such as `27` or `true` to its JSON value. Text from an expression stays text. */
function readPropertyValue(row: ParameterReader): unknown {
	const value = row.value('value') ?? '';
	if (typeof value === 'string' && row.isExpression('value')) return value;
	return row.inPlace(() => requireExactNumbers(row.displayName('value'), detectValue(value)));
}
