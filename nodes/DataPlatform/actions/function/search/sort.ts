import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import type { Sort } from '../../../transport/contract';
import type { ParameterReader } from '../../../parameters/reader';
import { rows, select, showFor, text, toOptions } from '../../../parameters/declare';

const OTHER_FIELD = 'otherField';

/**
 * Creates the Sort parameter. In addition to `knownFields`, users can enter any field, because the API
 * doesn't document which fields it can sort by (api-spec.md 4.1).
 */
export function createSortProperty(knownFields: readonly string[]): INodeProperties {
	const rule = [
		select(
			'Field',
			'field',
			'Field to sort by. Your platform may not support every field.',
			toOptions([...knownFields, OTHER_FIELD]),
			{ default: 'name' },
		),
		text('Field Name', 'otherField', 'Name of the field to sort by', {
			placeholder: 'e.g. popularity',
			...showFor('field', OTHER_FIELD),
		}),
		select(
			'Direction',
			'direction',
			'',
			`ascending | Ascending
			descending | Descending`,
		),
	];
	return shortenForAssistants(
		rows('Sort', 'sort', 'Order of the functions, by name if not set', {
			placeholder: 'Add sort rule',
			options: [{ displayName: 'Sort', name: 'rule', values: rule }],
		}),
	);
}

/** Reads the sort rule. The API requires a rule, so the default is by name in ascending order. */
export function readSort(rule: ParameterReader): Sort {
	const field = rule.text('field') ?? 'name';
	return {
		field: field === OTHER_FIELD ? rule.requiredText('otherField') : field,
		ascending: rule.choice('direction') === 'ascending',
	};
}
