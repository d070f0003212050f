import { globSync, readFileSync } from 'node:fs';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { documentedOperations } from '../support/contract.ts';

test('the node has every operation of the contract, with the same description', () => {
	const documented = documentedOperations().map(({ summary }) => summary);

	expect(documented.sort()).toEqual(operations.map(({ option }) => option.action).sort());
});

const importsOf = (file: string) => {
	const found = readFileSync(file, 'utf8').matchAll(/(?:from|import\(?|require\() ?'(\.[^']+)'/g);
	return Array.from(found, ([, path]) => path);
};

test.each([
	['test/support', /\/(?:tools|benchmarks|unit|integration|e2e|simulation|repository)\//],
	['tools', /\/test\/(?!support\/)/],
	['benchmarks', /\/(?:tools|test\/(?!support\/))/],
	['simulator', /\/(?:nodes|local|tools|test|benchmarks)\/(?!eslint)/],
])('%s/ imports nothing from %s', (folder, forbidden) => {
	const crossing = globSync(`${folder}/**/*.{ts,cjs,mjs}`).flatMap((file) =>
		importsOf(file)
			.filter((path) => forbidden.test(path))
			.map((path) => ({ file, path })),
	);

	expect(crossing.filter(({ file }) => !file.endsWith('eslint.config.mjs'))).toEqual([]);
});
