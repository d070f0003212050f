import { readExamples } from '../../local/examples.ts';
import { findProblems } from '../../tools/start-output.ts';

const OUTPUT = `npm warn Unknown user config "nodedir".
Installing the project’s tools: about a minute, 1 GB on disk
Installing n8n, once for this machine: 3 to 5 minutes (/cache)
  n8n: npm ci, 15 s

Example 1 of 2: examples/ask-about-broken-links.json
  name        Ask an agent
  not run     it needs a chat model

Example 2 of 2: examples/emails-to-table-rows.json
  name        Turn mails into rows
  sent        extractData: 1 request, POST /api/ai/v1/extract
  came out    2 items of "Rows"

1 examples succeeded, 0 failed, 1 not run.

Stopping n8n and the simulator …`;

const problems = async (from: string, to: string) => {
	const examples = await readExamples();
	const printed = examples.filter(({ file }) => OUTPUT.includes(file));
	return findProblems(OUTPUT.replace(from, to), printed);
};

test('it accepts output with the result of every example', async () => {
	expect(await problems('', '')).toEqual([]);
});

test.each([
	['came out    2 items', 'failed      n8n: 500', ['emails-to-table-rows.json has no result.']],
	['not run     it', 'failed      it', ['ask-about-broken-links.json has no result.']],
	['examples/emails', 'examples/another', ['emails-to-table-rows.json has no result.']],
	[
		'1 examples succeeded, 0 failed',
		'0 examples succeeded, 1 failed',
		[`It doesn't show "1 examples succeeded, 0 failed, 1 not run."`],
	],
	['  n8n: npm ci', 'npm notice New version\n', ['It shows output of npm or Node.']],
	['  n8n: npm ci', '(node:7) Warning: Old\n', ['It shows output of npm or Node.']],
])('it finds other output: %s', async (from, to, expected) => {
	expect(await problems(from, to)).toEqual(expected);
});

test('it rejects the output of a start that installed nothing', async () => {
	expect(await problems(OUTPUT, OUTPUT.replace(/^Installing .*\n/gm, ''))).toEqual([
		"It hasn't installed anything.",
	]);
});
