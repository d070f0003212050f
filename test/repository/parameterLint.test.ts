import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeProperties } from '../../nodes/DataPlatform/actions/operations.ts';
import { withInner } from '../unit/actions/withInner.ts';

const FILE = 'nodes/DataPlatform/actions/common.descriptions.ts';
const source = readFileSync(FILE, 'utf8');

/** Lints text as if it were the content of FILE, and returns the rules that it violates. */
function lint(text: string): string[] {
	const eslint = join('node_modules', 'eslint', 'bin', 'eslint.js');
	const config = ['--config', 'eslint.second-pass.config.mjs', '--no-config-lookup'];
	const input = ['--stdin', '--stdin-filename', FILE, '--format', 'json'];
	const { stdout } = spawnSync(process.execPath, [eslint, ...config, ...input], {
		input: text,
		encoding: 'utf8',
	});
	const [{ messages }] = JSON.parse(stdout) as Array<{ messages: Array<{ ruleId: string }> }>;
	return messages.map(({ ruleId }) => ruleId);
}

test('n8n’s lint sees three mistakes in parameters', () => {
	const mistakes = [
		["'Max Requests per Second'", "'Max requests per Second'"],
		["'Whether to output the request", "'Outputs the request"],
		["'Max Concurrency'", "'Parallel Requests'"],
	];
	const broken = mistakes.reduce((text, [right, wrong]) => {
		expect(text).toContain(right);
		return text.replace(right, wrong);
	}, source);

	expect(lint(source)).toEqual([]);
	expect(lint(broken).sort()).toEqual([
		'n8n-nodes-base/node-param-collection-type-unsorted-items',
		'n8n-nodes-base/node-param-description-boolean-without-whether',
		'n8n-nodes-base/node-param-display-name-miscased',
	]);
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

test('descriptions fit into n8n’s tooltips: at most 120 characters', () => {
	const texts = createNodeProperties()
		.flatMap(withInner)
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => [field, ...(field.options ?? [])])
		.flatMap((each) => [
			('description' in each && each.description) || '',
			'hint' in each && each.hint,
		])
		.map(String);

	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => text.length > 120)).toEqual([]);
});
