import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { createNodeProperties, operations } from '../../nodes/DataPlatform/actions/operations.ts';

/** A parameter: on the page, or of the node. */
interface Named {
	label: string;
	/** Its name after those of the collections that contain it: `options flagIssues.settings ifFound`. */
	path: string;
	/** On the page: the names in the column Values. Of the node: the values, or the names of row fields. */
	values: string[];
	/** On the page: whether there are more values than those. */
	hasMore?: boolean;
	defaults: string[];
}

const page = readFileSync('maintainers/names.md', 'utf8');

/** The rows of the table in a section, without the header. */
function rowsOf(section: string): string[][] {
	const text = page.split(`\n## ${section}\n`)[1].split('\n## ')[0];
	const rows = Array.from(text.matchAll(/^\|(.*)\|$/gm), ([, row]) => row.split('|'));
	return rows.slice(2).map((cells) => cells.map((cell) => cell.trim()));
}

const codesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code);

function namesOnPage(section: string): Named[] {
	const outer: string[] = [];
	return rowsOf(section).map(([label, name, values]) => {
		const depth = name.split('–').length - 1;
		outer.splice(depth, Infinity, codesIn(name)[0]);
		const bold = Array.from(values.matchAll(/\*\*([^*]+)\*\*/g), ([, text]) => text);
		const defaults = bold.map((text) => text.replaceAll('`', ''));
		const hasMore = values.startsWith('names of');
		return { label, path: outer.join(' '), values: codesIn(values), hasMore, defaults };
	});
}

const properties = createNodeProperties();

/** The parameters of an operation, or with '' those of every operation. */
function propertiesOf(operation: string): INodeProperties[] {
	const [resource, option] = operation.split('/');
	return properties.filter(({ name, displayOptions: { show = {} } = {} }) => {
		const isShared = ['resource', 'operation', 'requestOptions'].includes(name);
		if (operation === '') return isShared;
		return !isShared && show.resource?.[0] === resource && show.operation?.[0] === option;
	});
}

function namesIn(fields: INodeProperties[], outer: string[] = []): Named[] {
	return fields.flatMap((field) => {
		const { displayName: label, name, type, options = [] } = field;
		if (type === 'notice') return [];
		const [group] = options;
		if (type === 'fixedCollection' && 'values' in group) {
			const path = [...outer, `${name}.${group.name}`];
			const values = group.values.map((each) => each.name);
			return [
				{ label, path: path.join(' '), values, defaults: [] },
				...namesIn(group.values, path),
			];
		}
		const path = [...outer, name];
		const choices = /ptions$/.test(type) ? (options as INodePropertyOptions[]) : [];
		const own = {
			label,
			path: path.join(' '),
			values: choices.map(({ value }) => String(value)),
			defaults: [String(field.default)],
		};
		return [own, ...(type === 'collection' ? namesIn(options as INodeProperties[], path) : [])];
	});
}

describe.each([
	['Every operation', ''],
	...operations.map(({ resource, option }) => [
		`${resource.name}: ${option.name}`,
		`${resource.value}/${option.value}`,
	]),
])('%s', (section, operation) => {
	const expected = namesOnPage(section);
	const actual = namesIn(propertiesOf(operation));
	const paths = new Set(expected.map(({ path }) => path));
	/** Whether the page lists a group's fields in the row of the group, not in rows of their own. */
	const isInRow = (path: string) => {
		const group = path.slice(0, path.lastIndexOf(' '));
		return paths.has(group) && !expected.some((each) => each.path.startsWith(`${group} `));
	};
	const listed = actual.filter(({ path }) => !isInRow(path));

	test('the page lists every parameter, with its label', () => {
		const toRow = ({ path, label }: Named) => `${path}: ${label}`;
		expect([...new Set(listed.map(toRow))].sort()).toEqual(expected.map(toRow).sort());
	});

	test.each(expected)('values and default of $path', ({ path, values, hasMore, defaults }) => {
		const found = actual.filter((each) => each.path === path);
		const unique = (list: string[][]) => [...new Set(list.flat())].sort();
		const actualValues = unique(found.map((each) => each.values));
		const hasOwnRows = expected.some((each) => each.path.startsWith(`${path} `));
		if (hasMore) expect(actualValues).toEqual(expect.arrayContaining(values));
		else if (actualValues.length > 0 && !hasOwnRows) expect(actualValues).toEqual(unique([values]));
		if (defaults.length > 0) {
			expect(unique(found.map((each) => each.defaults))).toEqual(unique([defaults]));
		}
	});
});

test.each([
	['Run', executionShape],
	['Search', functionShape],
])('the fields of %s, Simplified', (operation, { simplify }) => {
	const [, fields] = rowsOf('Output fields').find(([item]) => item === `${operation}, Simplified`)!;

	expect(codesIn(fields.split(';')[0])).toEqual(Object.keys(simplify({})));
});
