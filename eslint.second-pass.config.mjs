// The second lint pass: what node-cli does not bring along.
import { importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const { parser } = tseslint;
const plugins = { 'n8n-nodes-base': n8nNodesBase };

// Nothing else runs in n8n's process while an expression looks at what a service or a user wrote.
const linearExpressions = {
	'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
	'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
};

// The community rules demand the contrary: a full URL, and NodeConnectionTypes in place of 'main'.
// n8n's own lint and scanner switch these three off for the same reason.
const contradicted = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
};

const importOrder = [
	'error',
	{
		groups: ['builtin', 'external', ['parent', 'sibling', 'index']],
		alphabetize: { order: 'asc', caseInsensitive: true },
		named: true,
		'newlines-between': 'never',
	},
];

export default [
	{ ignores: ['dist', '.n8n', 'test-results', 'local/n8n*'] },
	{
		files: ['**/*.ts'],
		languageOptions: { parser },
		plugins: { 'import-x': importX },
		rules: { 'import-x/order': importOrder },
	},
	{
		// The community rules let every devDependency through, yet none of them is installed with the node.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser },
		plugins: { regexp },
		rules: {
			...linearExpressions,
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(?!n8n-workflow$|node:crypto$|\\.{1,2}/)',
							message: 'The published node has no dependencies: n8n-workflow and node:crypto only.',
						},
					],
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/DataPlatform/helpers/exactJson.ts'],
		rules: {
			'no-restricted-properties': [
				'error',
				...['parse', 'stringify'].map((property) => ({
					object: 'JSON',
					property,
					message: 'It loses digits of long numbers, or throws at them: use exactJson.ts.',
				})),
			],
		},
	},
	{
		files: ['package.json'],
		plugins,
		languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...n8nNodesBase.configs.community.rules },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins,
		languageOptions: { parser },
		rules: { ...n8nNodesBase.configs.credentials.rules, ...contradicted },
	},
	{
		files: ['nodes/**/*.ts'],
		plugins,
		languageOptions: { parser },
		rules: { ...n8nNodesBase.configs.nodes.rules, ...contradicted },
	},
];
