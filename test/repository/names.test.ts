import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';
import { membersOf } from '../support/contract.ts';

const rows = readFileSync('maintainers/names.md', 'utf8').match(/^\|.*`.*/gm)!;
const wordsIn = (text: string) => Array.from(text.matchAll(/`([\w.]+)`/g), ([, word]) => word);
/** A path such as `fields.field` has two names. */
const documented = new Set(rows.flatMap(wordsIn).flatMap((path) => path.split('.')));
const parameters = rows
	.filter((row) => row.split('|').length === 5)
	.flatMap((row) => wordsIn(row.split('|')[2]))
	.flatMap((path) => path.split('.'));

/** The names of parameters and their groups at any depth, and of their options. */
function namesOf(fields: INodeProperties[]): Array<{ name: string; isOption?: boolean }> {
	return fields.flatMap((field) => {
		if (field.type === 'notice') return [];
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return [{ name: option.name }, ...namesOf(option.values)];
			return 'type' in option
				? namesOf([option])
				: [{ name: String(option.value), isOption: true }];
		});
		return [{ name: field.name }, ...inner];
	});
}

const used = namesOf(new DataPlatform().description.properties);
/** The page calls these "names of the response". */
const members = ['Function', 'ConnectorExecution'].flatMap(membersOf);

test('every parameter and option of the node is on the page of names', () => {
	const unknown = used.filter(({ name }) => !documented.has(name) && !members.includes(name));

	expect(unknown).toEqual([]);
});

test('every parameter on the page of names exists', () => {
	const names = used.map(({ name }) => name);

	expect(parameters.length).toBeGreaterThan(60);
	expect(parameters.filter((name) => !names.includes(name))).toEqual([]);
});
