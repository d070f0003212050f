// Writes docs/compatibility.md from what the tests in real n8n have taken down. With --check it only
// compares, and fails when the page says something else.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { RECORDS_FOLDER, type RunRecord, TESTED } from '../../harness/compatibility-records.ts';

const PAGE = 'docs/compatibility.md';

function readRecords(): RunRecord[] {
	if (!existsSync(RECORDS_FOLDER)) {
		throw new Error(
			`${RECORDS_FOLDER} does not exist: "npm test" fills it, when it runs the tests in real n8n.`,
		);
	}
	return readdirSync(RECORDS_FOLDER).map((file) =>
		JSON.parse(readFileSync(join(RECORDS_FOLDER, file), 'utf8')),
	);
}

function table(records: RunRecord[]): string {
	const releases = [...new Set(records.map(({ n8n, node }) => `${n8n}, Node ${majorOf(node)}`))];
	const rows = releases.sort(newestFirst).map((release) => {
		const own = records.filter(({ n8n, node }) => `${n8n}, Node ${majorOf(node)}` === release);
		const cells = TESTED.map((tested) =>
			own
				.filter((record) => record.tested.includes(tested))
				.map(({ way }) => way)
				.sort()
				.join(', '),
		);
		return [release, ...cells];
	});
	const head = ['n8n', ...TESTED];
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function majorOf(version: string): string {
	return version.split('.')[0];
}

function newestFirst(a: string, b: string): number {
	return b.localeCompare(a, 'en', { numeric: true });
}

function page(records: RunRecord[]): string {
	return `# Compatibility

With which releases of n8n the package is tested, and how. The tests install the released n8n, put the
packed package into it as n8n itself would, and run real workflows against the simulator. This page is
generated from what ran (\`npm run compatibility\` after \`npm test\`), and \`npm test\` fails
when it says something else.

${table(records)}

A cell names the ways in which the operation was started; an empty one says that it was not tested there.

## What n8n 1 does differently

- **A tool that fails ends the execution** of an AI Agent. Set On Error of the tool to Continue: then the
  model is told what happened and how to go on, as in n8n 2.
- **Node 20**: n8n 1 runs there with \`N8N_EXPRESSION_ENGINE=legacy\`.
`;
}

const expected = await prettier.format(page(readRecords()), {
	...(await prettier.resolveConfig(PAGE)),
	parser: 'markdown',
});
if (!process.argv.includes('--check')) {
	writeFileSync(PAGE, expected);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== expected) {
	console.error(
		`${PAGE} does not say what the tests have shown. Run "npm run compatibility", and look at what changes.`,
	);
	process.exitCode = 1;
}
