// Checks the steps in CONTRIBUTING.md that no other test checks.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { SCENARIOS } from '../../benchmarks/scenarios.ts';
import { documentedOperations } from '../support/contract.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { toTitleCase } from '../../nodes/DataPlatform/helpers/values.ts';
import { faultKinds } from '../../simulator/faults/rules.ts';
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
	'%s %s is tested with every fault, and is in an example',
	(resource, operation) => {
		expect(examples.map(({ parameters }) => parameters)).toContainEqual(
			expect.objectContaining({ resource, operation }),
		);
		expect(Object.values(testOperations).map(({ parameters }) => parameters)).toContainEqual(
			expect.objectContaining({ resource, operation }),
		);
	},
);

test('every *.operation.ts is in the list of operations and has unit and engine tests', () => {
	const registry = read('nodes/DataPlatform/actions/operations.ts');
	const files = readdirSync('nodes/DataPlatform/actions', { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.operation.ts'))
		.map((file) => file.replace(/\.ts$/, ''));

	expect(files.length).toBe(operations.length);
	for (const file of files) {
		expect(registry).toContain(`from './${file}'`);
		expect(existsSync(`test/unit/actions/${file}.test.ts`)).toBe(true);
	}
	for (const { resource, option } of operations) {
		const name = `${String(resource.value)}${toTitleCase(String(option.value))}`;
		expect(existsSync(`test/integration/engine/${name}.test.ts`)).toBe(true);
	}
});

test('every kind of fault is in a test', () => {
	const tests = sourcesIn('test').map(read).join('\n');

	const named = (name: string) => tests.includes(`'${name}'`) || tests.includes(`"${name}"`);
	expect(Object.keys(faultKinds).filter((name) => !named(name))).toEqual([]);
});

test('every benchmark has results or is listed as not measured, and there are no other results', () => {
	const { scenarios } = JSON.parse(read('benchmarks/results.json'));
	const measured = scenarios.map(({ name }: { name: string }) => name);
	const [, notMeasured = ''] =
		/^- Not measured: (.*)$/m.exec(read('maintainers/benchmarks.md')) ?? [];
	const silent = SCENARIOS.filter(({ title }) => !notMeasured.split('; ').includes(title));

	expect(measured.sort()).toEqual(silent.map(({ name }) => name).sort());
});

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
