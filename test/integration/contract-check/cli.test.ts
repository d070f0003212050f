import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { runContractCheck } from '../../../tools/contract-check/run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { page, shape, TOKEN, withSimulator, withText } from './instance.ts';

/** Runs the check. Also returns the text of the report, if there is one. */
async function run(options: string[], token = TOKEN) {
	const file = join(await temporaryFolder(), 'report.json');
	const written = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		jest.spyOn(process[name], 'write').mockImplementation((text) => {
			written[name] += String(text);
			return true;
		});
	}
	const code = await runContractCheck(['--output', file, ...options], token);
	jest.restoreAllMocks();
	const report = existsSync(file) ? await readFile(file, 'utf8') : undefined;
	return { code, ...written, report };
}

test('the program reads the token from the environment and sets the exit code', async () => {
	const faults = [shape(page({ global: 'no', locked: 'no' }))];
	await withSimulator({ faults }, async ({ url }) => {
		const output = join(await temporaryFolder(), 'report.json');
		const program = ['--import', './test/support/node-sources.ts', 'tools/contract-check/cli.ts'];
		const options = ['--base-url', url, '--output', output];
		const env = { ...process.env, DATA_PLATFORM_TOKEN: TOKEN };
		const ended = promisify(execFile)(process.execPath, [...program, ...options], { env });

		await expect(ended).rejects.toMatchObject({
			code: 1,
			stdout: expect.stringMatching(
				/Differences: 2[^]*^\| searchFunctions \| results\[\]\.global \| must be boolean \| string \| limit 1 \|$[^]*Open an issue "The platform responds differently"/m,
			),
			stderr: expect.stringMatching(/^Sending \d+ requests/),
		});
		expect(JSON.parse(await readFile(output, 'utf8')).differences).toHaveLength(2);
	});
});

const runOn = (faults: FaultRule[], options: SimulatorOptions = {}, further: string[] = []) =>
	withSimulator({ faults, ...options }, async (simulator) => ({
		...(await run(['--base-url', simulator.url, ...further])),
		simulator,
	}));

test('exit code 0 without differences, with a table and a report file', async () => {
	const { code, stdout, report } = await runOn([]);

	expect(code).toBe(0);
	expect(stdout).toContain('Differences: none');
	expect(stdout).toMatch(/^Learned about your instance: \d+$/m);
	expect(stdout).toMatch(
		/^\| searchFunctions \| requests that get 401 with JSON, .* \| missing token, wrong token \|$/m,
	);
	expect(stdout).toContain('with the report file');
	expect(JSON.parse(report!)).toMatchObject({ verdict: 'same', differences: [] });
});

test('exit code 2 if not everything could be checked', async () => {
	const { code, stdout } = await runOn([{ fault: 'reset', when: { request: 4 } }]);

	expect(code).toBe(2);
	expect(stdout).toMatch(/^\| limit 10, descending \| no response \(ECONNRESET\) \|$/m);
	expect(stdout).toContain('Try again later');
});

test.each<[fault: FaultRule, words: string]>([
	[{ fault: 'status', status: 401 }, 'returned 401 with JSON. Check --base-url'],
	[{ fault: 'html-200' }, 'returned 200 with a web page'],
	[{ fault: 'redirect', location: 'https://login.example.com' }, 'returned 302 with nothing'],
	[{ fault: 'reset' }, "didn't respond (ECONNRESET)"],
])('exit code 2 after one request: %j', async (fault, text) => {
	const { code, stderr, stdout, report, simulator } = await runOn([fault]);

	expect(code).toBe(2);
	expect(stderr).toContain(text);
	expect(stdout + report).toBe('undefined');
	expect(simulator.journal.list()).toHaveLength(1);
});

const JOB = ['--update-job', 'app-1/job-1'];
const ADDRESS = ['--base-url', 'http://127.0.0.1:1'];

test.each<[options: string[], words: string, token?: string]>([
	[[], "required option '--base-url"],
	[['--base-url', 'my-instance'], 'Base URL must start with https://'],
	[ADDRESS, "Developer Token is empty or isn't text. 'Base URL' is --base-url", ''],
	[[...ADDRESS, '--update-job', 'job-1'], 'Enter APPLICATION_ID/JOB_ID'],
	[[...ADDRESS, ...JOB], 'must be used together'],
	[[...ADDRESS, ...JOB, '--job-definition', 'package.json'], 'with the same job ID'],
	[[...ADDRESS, '--job-definition', 'no-such-file.json'], 'no-such-file.json'],
])('exit code 2 with a message: %j', async (options, text, token = TOKEN) => {
	const { code, stderr } = await run(options, token);

	expect(code).toBe(2);
	expect(stderr).toContain(text);
});

test('options replace a job, start a run, and extract', async () => {
	const file = join(await temporaryFolder(), 'job.json');
	const definition = { jobId: 'job-1', jobName: 'Nightly', executionTimeout: 60 };
	await writeFile(file, JSON.stringify(definition));
	const { code, simulator } = await runOn([], {}, [
		...[...JOB, '--job-definition', file],
		...['--run-connector', '42', '--extract'],
	]);

	expect(code).toBe(0);
	expect(simulator.journal.list().slice(-3)).toMatchObject([
		{ parameters: { applicationId: 'app-1', jobId: 'job-1' }, status: 200, body: definition },
		{ parameters: { streamId: '42' }, status: 201 },
		{ operation: 'extractData', status: 200 },
	]);
});

/** Data in the instance's functions that the report must not contain. */
function dataOf({ functions }: Simulator): string[] {
	const search = { filters: [], sort: { field: 'name', ascending: true }, limit: 5000 };
	return functions
		.search(search)
		.results.flatMap(({ id, name, owner, created, lastModified, legacyId, links }) => [
			...[id, name, owner, created, lastModified, legacyId].map(String),
			...links!.map(({ resource }) => resource!.id!),
		])
		.filter((text) => text.length > 2);
}

const includesWord = (text: string, word: string) =>
	new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

const echo = { [TOKEN]: TOKEN, message: `The token ${TOKEN} is not welcome` };
const DATA = 'Gross margin per category';
const status = (code: number, request: number | string, more: object): FaultRule => ({
	...{ fault: 'status', when: { request }, status: code, ...more },
});

test.each<[what: string, faults: FaultRule[]]>([
	['an instance that matches the contract', []],
	[
		'a token in names and values of members, in successful and failed responses',
		[
			shape(page({ ...echo, status: TOKEN, activeLinks: echo })),
			status(400, '20-', { body: echo }),
			status(429, 19, { headers: { [`x-ratelimit-${TOKEN}`]: TOKEN, 'retry-after': '0' } }),
		],
	],
	[
		'data in unexpected members',
		[
			shape(page({ [DATA]: 1, status: DATA, activeLinks: { 31415: true, [DATA]: 31415 } })),
			{
				...{ fault: 'status', when: withText('"limit":0}'), message: DATA },
				headers: { 'content-type': 'application/calculation_00000003' },
			},
		],
	],
])("the output doesn't contain the token, the address, or data: %s", async (_what, faults) => {
	const { stdout, stderr, report, simulator } = await runOn(faults, { functions: 250 });
	const shown = stdout + stderr + report;

	expect(report).toBeDefined();
	expect(shown.toLowerCase()).not.toContain(TOKEN.toLowerCase());
	expect(shown).not.toContain('127.0.0.1');
	expect(dataOf(simulator)).toContain(DATA);
	expect(dataOf(simulator).filter((word) => includesWord(shown, word))).toEqual([]);
});

test("the output doesn't contain the host, even if a member has its name", async () => {
	const faults = [shape(page({}, { hasMore: true, localhost: 1, LOCALHOST_NODE: 2 }))];
	const { code, stdout, report } = await withSimulator({ faults }, ({ url }) =>
		run(['--base-url', url.replace('127.0.0.1', 'localhost')]),
	);

	expect(code).toBe(0);
	expect(stdout).toContain('[host]?: integer');
	expect(stdout + report).not.toMatch(/localhost/i);
});
