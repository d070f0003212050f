import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { FIRST, page, TOKEN, withSimulator } from './instance.ts';

async function run(options: string[], token = TOKEN) {
	const file = join(await temporaryFolder(), 'report.json');
	const program = ['--import', './test/support/node-sources.ts', 'tools/contract-check/cli.ts'];
	const env = { ...process.env, DATA_PLATFORM_TOKEN: token };
	const ended = promisify(execFile)(process.execPath, [...program, '--output', file, ...options], {
		env,
	});
	const { code = 0, stdout, stderr } = await ended.catch((error) => error);
	const report = existsSync(file) ? await readFile(file, 'utf8') : undefined;
	return { code, stdout, stderr, report };
}

const runOn = (faults: FaultRule[]) =>
	withSimulator({ faults }, ({ url }) => run(['--base-url', url]));

test('exit code 0 without differences, with the responses and a report file', async () => {
	const { code, stdout, report } = await runOn([]);

	expect(code).toBe(0);
	expect(stdout).toMatch(/^differences: \[\]$/m);
	expect(stdout).toMatch(/^ {2}missing token: 401 with JSON$/m);
	expect(JSON.parse(report!)).toMatchObject({ differences: [] });
});

test("exit code 1 with differences, and the output doesn't contain the token or data", async () => {
	const status = 'Gross margin per category';
	const members = { global: TOKEN, locked: 'no', status, [status]: TOKEN };
	const body = page(members, { hasMore: true });
	const { code, stdout, stderr, report } = await runOn([
		{ fault: 'wrong-shape', when: FIRST, body },
		{ fault: 'status', when: { request: '20-' }, status: 400, body: { message: TOKEN } },
	]);

	expect(code).toBe(1);
	expect(JSON.parse(report!).differences).toHaveLength(2);
	expect(stdout).toContain('place: results[].global');
	for (const text of [stdout, stderr, report]) {
		expect(text).not.toMatch(new RegExp(`${TOKEN}|Gross|127\\.0\\.0\\.1`, 'i'));
	}
});

test('exit code 2 if not everything could be checked', async () => {
	const { code, stdout } = await runOn([{ fault: 'reset', when: { request: 4 } }]);

	expect(code).toBe(2);
	expect(stdout).toContain('no response (ECONNRESET)');
});

test.each([
	['a valid request', { streamId: '4711' }, 1],
	['a request without a parameter of its path', {}, 0],
])('--also with %s', async (_, parameters, runs) => {
	const also = join(await temporaryFolder(), 'requests.json');
	const request = {
		name: 'run',
		operation: 'runConnector',
		parameters,
		body: { runType: 'MANUAL' },
	};
	await writeFile(also, JSON.stringify([request]));
	await withSimulator({}, async ({ url, journal }) => {
		const { stderr } = await run(['--base-url', url, '--also', also]);
		const sent = journal.list();

		expect(sent.filter(({ operation }) => operation === 'runConnector')).toHaveLength(runs);
		expect(sent.length > 0).toBe(runs > 0);
		expect(stderr.includes('Nothing was sent')).toBe(runs === 0);
	});
});

const ADDRESS = ['--base-url', 'http://127.0.0.1:1'];

test.each<[options: string[], words: string, token?: string]>([
	[[], "required option '--base-url"],
	[['--base-url', 'my-instance'], 'Base URL must start with https://'],
	[ADDRESS, "Developer Token is empty or isn't text. 'Base URL' is --base-url", ''],
	[ADDRESS, "didn't respond (ECONNREFUSED)"],
	[[...ADDRESS, '--also', 'no-such-file.json'], 'no-such-file.json'],
])('exit code 2 with a message: %j', async (options, words, token = TOKEN) => {
	const { code, stderr, report } = await run(options, token);

	expect(code).toBe(2);
	expect(stderr).toContain(words);
	expect(report).toBeUndefined();
});
