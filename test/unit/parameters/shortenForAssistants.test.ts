import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from '../../../nodes/DataPlatform/parameters/shortenForAssistants.ts';

const text = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

const hintOf = (field: INodeProperties) => shortenForAssistants(field).builderHint?.propertyHint;

test('a collection has one type, with the meaning of options that are left out', () => {
	const options = [
		text('name'),
		text('size', { type: 'number' }),
		text('isOn', { type: 'boolean', builderHint: { propertyHint: 'Left out: off' } }),
		text('body', { type: 'json' }),
		text('kind', {
			type: 'options',
			options: [
				{ name: 'A', value: 'a' },
				{ name: 'B', value: 'b' },
			],
		}),
		text('seen', { type: 'notice' }),
	];
	expect(hintOf(text('all', { type: 'collection', default: {}, options }))).toBe(
		"An object: { name?: string; size?: number; isOn?: boolean (Left out: off); body?: object | string; kind?: 'a' | 'b' }",
	);
});

test('a list of rows has the type of a list', () => {
	const options = [{ displayName: 'Row', name: 'row', values: [text('field')] }];
	const typeOptions = { multipleValues: true };
	const rows = text('rows', { type: 'fixedCollection', default: {}, typeOptions, options });
	expect(hintOf(rows)).toBe('An object: { row?: { field?: string }[] }');
	expect(shortenForAssistants(rows).typeOptions).toMatchObject(typeOptions);
});

test('a long list of choices is only text', () => {
	const options = [...Array(13).keys()].map((value) => ({ name: `${value}`, value }));
	expect(hintOf(text('many', { type: 'options', options }))).toBeUndefined();
});
