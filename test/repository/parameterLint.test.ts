import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeProperties } from '../../nodes/DataPlatform/actions/operations.ts';
import { withInner } from '../unit/actions/withInner.ts';

test('n8n’s lint sees a mistake in a parameter', () => {
	const file = 'nodes/DataPlatform/actions/common.descriptions.ts';
	const eslint = join('node_modules', 'eslint', 'bin', 'eslint.js');
	const config = ['--config', 'eslint.nodes-base.config.mjs', '--no-config-lookup'];
	const broken = readFileSync(file, 'utf8').replace("'Whether to ", "'Tells to ");
	const { stdout } = spawnSync(
		process.execPath,
		[eslint, ...config, '--stdin', '--stdin-filename', file],
		{ input: broken, encoding: 'utf8' },
	);

	expect(stdout).toContain('param-description-boolean-without-whether');
	expect(stdout).toContain('1 problem');
});

test('every parameter is an object literal, because the lint can’t see any other', () => {
	const sources = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join('nodes', file), 'utf8'));
	const literals = new Set(
		sources.flatMap((text) =>
			Array.from(text.matchAll(/displayName:\s*(?:'([^']+)'|"([^"]+)")/g), ([, a, b]) => a ?? b),
		),
	);
	const labels = createNodeProperties()
		.flatMap(withInner)
		.filter(({ type }) => type !== 'notice')
		.map(({ displayName }) => displayName);

	expect(labels.filter((label) => !literals.has(label))).toEqual([]);
});
