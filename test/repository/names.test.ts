import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { createNodeProperties, operations } from '../../nodes/DataPlatform/actions/operations.ts';

const page = readFileSync('maintainers/names.md', 'utf8');
const properties = createNodeProperties();

/** The rows of the table in a section, without the header. */
function rowsOf(section: string): string[][] {
	const text = page.split(`\n## ${section}\n`)[1].split('\n## ')[0];
	const rows = Array.from(text.matchAll(/^\| (.*) \|$/gm), ([, row]) => row.split('|'));
	return rows.slice(2).map((cells) => cells.map((cell) => cell.trim()));
}

const codesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code);
const unique = (values: string[]) => [...new Set(values)].sort();

/** The parameters of an operation, or with '' those of every operation. */
function propertiesOf(operation: string): INodeProperties[] {
	const [resource, option] = operation.split('/');
	return properties.filter(({ name, displayOptions: { show = {} } = {} }) => {
		const isShared = ['resource', 'operation', 'requestOptions'].includes(name);
		if (operation === '') return isShared;
		return !isShared && show.resource?.[0] === resource && show.operation?.[0] === option;
	});
}

/** Parameters as the page has them. A name has a dash for each parameter around it: `– – ifFound`. */
type Row = { label: string; name: string; values: string[]; default: string };

/** @param groups the names of those whose fields are in the row of the group */
function rowsOfNode(fields: INodeProperties[], groups: string[], dashes = ''): Row[] {
	return fields.flatMap((field) => {
		const { displayName: label, type, options = [] } = field;
		if (type === 'notice') return [];
		const group = type === 'fixedCollection' ? (options[0] as INodePropertyCollection) : undefined;
		const name = dashes + field.name + (group ? `.${group.name}` : '');
		const inner = group?.values ?? (type === 'collection' ? (options as INodeProperties[]) : []);
		const isInRow = groups.includes(name);
		const choices = /ptions$/.test(type) ? (options as INodePropertyOptions[]) : [];
		const shown = isInRow ? inner.map((each) => each.name) : choices.map(({ value }) => value);
		const own = { label, name, values: shown.map(String), default: String(field.default) };
		return [own, ...(isInRow ? [] : rowsOfNode(inner, groups, `${dashes}– `))];
	});
}

test.each([
	['Every operation', ''],
	...operations.map(({ resource, option }) => [
		`${resource.name}: ${option.name}`,
		`${resource.value}/${option.value}`,
	]),
])('the page lists each parameter with its values and default: %s', (section, operation) => {
	const expected = rowsOf(section).map(([label, name, cell]) => {
		const defaults = Array.from(cell.matchAll(/\*\*([^*]+)\*\*/g), ([, text]) => text);
		return { label, name: name.replaceAll('`', ''), cell, defaults };
	});
	const groups = expected.flatMap(({ cell, name }) => (cell.startsWith('each with') ? name : []));
	const actual = rowsOfNode(propertiesOf(operation), groups);
	const named = ({ label, name }: Pick<Row, 'label' | 'name'>) => `${label}: ${name}`;
	expect(unique(actual.map(named))).toEqual(unique(expected.map(named)));
	for (const row of expected) {
		const same = actual.filter((each) => named(each) === named(row));
		const values = unique(same.flatMap((each) => each.values));
		const codes = unique(codesIn(row.cell));
		const isPart = row.cell.startsWith('names of');
		const listed = isPart ? expect.arrayContaining(codes) : codes;
		if (values.length > 0) expect({ ...row, values }).toEqual({ ...row, values: listed });
		const defaults = unique(same.map((each) => each.default));
		const bold = unique(row.defaults.map((text) => text.replaceAll('`', '')));
		if (bold.length > 0) expect({ ...row, defaults }).toEqual({ ...row, defaults: bold });
	}
});

test.each([
	['Run', executionShape],
	['Search', functionShape],
])('the fields of %s, Simplified', (operation, { simplify }) => {
	const [, fields] = rowsOf('Output fields').find(([item]) => item === `${operation}, Simplified`)!;

	expect(codesIn(fields.split(';')[0])).toEqual(Object.keys(simplify({})));
});
