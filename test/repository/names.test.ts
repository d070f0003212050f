import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { createNodeProperties } from '../../nodes/DataPlatform/actions/operations.ts';

const page = readFileSync('maintainers/names.md', 'utf8');

/** The rows of the table in a section, without the header. */
function rowsOf(section: string): string[][] {
	const [, text] = page.split(`\n## ${section}\n`);
	const lines = text.split('\n## ')[0].split('\n');
	const rows = lines.filter((line) => line.startsWith('|')).slice(2);
	return rows.map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

const codesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code);

/** The parameters on the page: `options flagIssues.settings ifFound: If Issues Found`. */
function namesOnPage(section: string): string[] {
	const outer: string[] = [];
	return rowsOf(section).map(([label, name]) => {
		const depth = name.split('–').length - 1;
		outer.splice(depth, Infinity, codesIn(name)[0]);
		return `${outer.join(' ')}: ${label}`;
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

function namesIn(fields: INodeProperties[], outer: string[] = []): string[] {
	return fields.flatMap(({ displayName, name, type, options = [] }) => {
		if (type === 'notice') return [];
		const [group] = options;
		const isGroup = type === 'fixedCollection' && 'values' in group;
		const path = [...outer, isGroup ? `${name}.${group.name}` : name];
		const inner = isGroup ? group.values : type === 'collection' ? options : [];
		return [`${path.join(' ')}: ${displayName}`, ...namesIn(inner as INodeProperties[], path)];
	});
}

test.each([
	['Every operation', ''],
	['AI: Extract', 'ai/extract'],
	['Connector: Run', 'connector/run'],
	['Function: Search', 'function/search'],
	['Job: Update', 'job/update'],
])('%s: the page and the node have the same parameters', (section, operation) => {
	const listed = namesOnPage(section);
	const paths = new Set(listed.map((each) => each.split(': ')[0]));
	/** Whether the page names a group's fields in the row of the group, not in rows of their own. */
	const isInRow = (name: string) => {
		const path = name.split(': ')[0];
		const group = path.slice(0, path.lastIndexOf(' '));
		return paths.has(group) && ![...paths].some((each) => each.startsWith(`${group} `));
	};
	const actual = namesIn(propertiesOf(operation)).filter((name) => !isInRow(name));

	expect([...new Set(actual)].sort()).toEqual(listed.sort());
});

test.each([
	['Run', executionShape],
	['Search', functionShape],
])('the fields of %s, Simplified', (operation, { simplify }) => {
	const [, fields] = rowsOf('Output fields').find(([item]) => item === `${operation}, Simplified`)!;

	expect(codesIn(fields.split(';')[0])).toEqual(Object.keys(simplify({})));
});
