import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { compileContract } from '../../../simulator/contract.ts';
import { type Simulator, startSimulator, TOKEN_HEADER } from '../../../simulator/server.ts';
import { checkInstance } from '../../../tools/contract-check/check.ts';
import { type Probe, searchProbes } from '../../../tools/contract-check/probes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOKEN = 'The-Right-Token';

const FUNCTION = { id: 4711, name: 'Gross revenue', created: 1_700_000_000_000, global: false };

/** A page with one function, with changes. */
const page = (functionChanges: object = {}, pageChanges: object = {}) => {
	const results = [{ ...FUNCTION, ...functionChanges }];
	return { totalHits: 1, results, hasMore: false, degraded: false, ...pageChanges };
};

const fields = Object.keys(FUNCTION);
const contract = compileContract('/', { allErrors: true, verbose: true });

async function withSimulator<Result>(faults: FaultRule[], use: (simulator: Simulator) => Result) {
	const simulator = await startSimulator({ token: TOKEN, faults, functions: 20 });
	try {
		return await use(simulator);
	} finally {
		await simulator.close();
	}
}

/** Checks a simulator with faults. */
const check = (faults: FaultRule[], more: Probe[] = []) =>
	withSimulator(faults, async ({ url, journal }) => {
		const instance = { baseUrl: url, headerName: TOKEN_HEADER, token: TOKEN };
		const probes = [...searchProbes('name', fields), ...more];
		const report = await checkInstance(probes, instance, await contract).catch(
			({ message }: Error) => message,
		);
		return { report, requests: journal.list() };
	});

async function run(options: string[], token = TOKEN) {
	const file = join(await temporaryFolder(), 'report.json');
	const program = ['tools/contract-check/cli.ts', '--output', file, ...options];
	const env = { ...process.env, DATA_PLATFORM_TOKEN: token };
	const ended = promisify(execFile)(process.execPath, program, { env });
	const { code = 0, stdout, stderr } = await ended.catch((error) => error);
	const report = existsSync(file) ? await readFile(file, 'utf8') : undefined;
	return { code, report, output: stdout + stderr };
}

const FIRST = { request: 1 };
const wrong = (body: unknown, when: object = FIRST): FaultRule => ({
	fault: 'wrong-shape',
	when,
	body,
});

test.each<[what: string, fault: FaultRule, found: object]>([
	[
		'text instead of a number',
		wrong(page({ id: '4711' })),
		{ place: 'results[].id', contract: 'must be integer', instance: 'string', seenIn: ['limit 1'] },
	],
	['a list instead of a page', wrong([{ id: 1 }]), { place: 'body', instance: 'array' }],
	['seconds', wrong(page({ created: 1_700_000_000 }), {}), { place: 'results[].created' }],
	['too many items', wrong(page({}, { results: [{}, {}] })), { instance: 'more items' }],
	['hasMore: false too early', wrong(page()), { place: 'hasMore', instance: 'false' }],
	['another offset', wrong(page(), { containing: '"offset":5}' }), { place: 'results' }],
	['no need for a token', wrong(page(), { request: 8 }), { place: 'token', instance: '200' }],
	['another status', { ...wrong(page()), fault: 'status', status: 202 }, { place: 'status' }],
	['a web page', { fault: 'html-200', when: { request: 5 } }, { instance: 'a web page' }],
	['half of the JSON', { fault: 'truncated-json', when: FIRST }, { place: 'body' }],
])('it reports %s', async (_what, fault, found) => {
	const { report } = await check([fault]);

	expect(report).toMatchObject({
		differences: expect.arrayContaining([expect.objectContaining(found)]),
	});
});

test('it reports how the instance responds to what is not documented', async () => {
	const { report, requests } = await check([]);

	expect(report).toMatchObject({
		differences: [],
		unchecked: {},
		undocumented: { 'missing token': '401 with JSON', 'limit 0': '400 with JSON' },
	});
	expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(['searchFunctions']));
});

test('it reports what it could not check', async () => {
	const { report, requests } = await check([
		{ fault: 'retry-after', when: { request: 3 }, seconds: 0 },
		{ fault: 'retry-after', when: { request: 5 }, seconds: 86_400 },
		{ fault: 'reset', when: { request: 6 } },
	]);

	expect(report).toHaveProperty('unchecked', {
		'limit 10, descending': 'the instance throttled the request (429)',
		'limit 5000': 'no response (ECONNRESET)',
	});
	expect(requests[3].body).toEqual(requests[2].body);
});

const RUN: Probe = { name: 'run', operation: 'runConnector', body: { runType: 'MANUAL' } };

test('it sends other requests too, and nothing if one is incomplete', async () => {
	const complete = await check([], [{ ...RUN, parameters: { streamId: '4711' } }]);
	const incomplete = await check([], [RUN]);

	expect(complete.requests.at(-1)).toMatchObject({ operation: 'runConnector', status: 201 });
	expect(incomplete.report).toContain('Nothing was sent.');
	expect(incomplete.requests).toEqual([]);
});

test.each<[FaultRule, string]>([
	[{ fault: 'status', status: 401 }, 'got 401 with JSON'],
	[{ fault: 'html-200' }, 'got 200 with a web page'],
	[{ fault: 'redirect', location: 'https://login.example.com' }, 'got 302 with nothing'],
])('it ends after the first response: %j', async (fault, words) => {
	const { report, requests } = await check([fault]);

	expect(report).toContain(words);
	expect(requests).toHaveLength(1);
});

test("the program's output doesn't contain the token, the address, or data", async () => {
	const body = page({ status: 'Gross margin', 'Gross margin': TOKEN, global: TOKEN });
	const { code, output, report } = await withSimulator(
		[
			wrong(body, { request: '1-2' }),
			{ fault: 'status', when: { request: '20-' }, status: 400, body: { message: TOKEN } },
		],
		({ url }) => run(['--base-url', url]),
	);

	expect(code).toBe(1);
	expect(output).toContain('place: results[].global');
	expect(output).toMatch(/^ {2}missing token: 401 with JSON$/m);
	expect(output + report).not.toMatch(new RegExp(`${TOKEN}|Gross|127\\.0\\.0\\.1`, 'i'));
});

test('a check that passes has the exit code 0, and one that is not complete 2', async () => {
	const codeWith = async (faults: FaultRule[]) =>
		(await withSimulator(faults, ({ url }) => run(['--base-url', url]))).code;

	expect(await codeWith([])).toBe(0);
	expect(await codeWith([{ fault: 'reset', when: { request: 4 } }])).toBe(2);
});

test.each<[options: string[], words: string, token?: string]>([
	[['--base-url', 'my-instance'], '--base-url must start with https://'],
	[['--base-url', 'http://127.0.0.1:1'], 'DATA_PLATFORM_TOKEN is empty', ''],
])('exit code 2 with a message: %j', async (options, words, token = TOKEN) => {
	const { code, output } = await run(options, token);

	expect(code).toBe(2);
	expect(output).toContain(words);
});
