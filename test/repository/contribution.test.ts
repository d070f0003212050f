// Checks the steps in CONTRIBUTING.md that no other test checks.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { documentedOperations } from '../support/contract.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { toTitleCase } from '../../nodes/DataPlatform/helpers/values.ts';
import { testOperations } from '../support/operations.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const sourcesIn = (...folders: string[]) =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
		encoding: 'utf8',
	})
		.trim()
		.split('\n')
		.filter((file) => /\.(ts|cjs|mjs)$/.test(file) && existsSync(file));

test('the node has every operation of the contract, with the same description', () => {
	const actions = operations.map(({ option }) => option.action);

	expect(
		documentedOperations()
			.map(({ summary }) => summary)
			.sort(),
	).toEqual(actions.sort());
});

const examples = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.flatMap((file): INode[] => JSON.parse(read(`examples/${file}`)).nodes);

test.each(operations.map(({ resource, option }) => [resource.value, option.value]))(
	'%s %s has unit and engine tests, is tested with every fault, and is in an example',
	(resource, operation) => {
		const engineTest = `${resource}${toTitleCase(String(operation))}.test.ts`;
		expect(existsSync(`test/unit/actions/${resource}/${operation}.operation.test.ts`)).toBe(true);
		expect(existsSync(`test/integration/engine/${engineTest}`)).toBe(true);
		expect(examples.map(({ parameters }) => parameters)).toContainEqual(
			expect.objectContaining({ resource, operation }),
		);
		expect(Object.values(testOperations).map(({ parameters }) => parameters)).toContainEqual(
			expect.objectContaining({ resource, operation }),
		);
	},
);

const importsOf = (file: string) =>
	[...read(file).matchAll(/(?:from|import\(?|require\() ?'(\.[^']+)'/g)].map(([, path]) => path);

/** A test of a tool contains the tool's name in its path, and may import it. */
const isTestOf = (file: string, path: string) =>
	file.includes(/\/tools\/([\w-]+)/.exec(path)?.[1] ?? 'no tool');

test.each([
	['test', /\/tools\//],
	['test/support', /\/(?:tools|benchmarks|unit|integration|e2e|simulation|repository)\//],
	['tools', /\/test\/(?!support\/)/],
	['benchmarks', /\/(?:tools|test\/(?!support\/))/],
])('%s/ imports nothing from %s', (folder, forbidden) => {
	const crossing = sourcesIn(folder)
		.filter((file) => !file.endsWith('eslint.config.mjs'))
		.flatMap((file) => importsOf(file).map((path) => ({ file, path })))
		.filter(({ file, path }) => forbidden.test(path) && !isTestOf(file, path));

	expect(crossing).toEqual([]);
});
