import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileContract } from '../../../simulator/contract.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { startSimulator, TOKEN_HEADER } from '../../../simulator/server.ts';
import { checkInstance } from '../../../tools/contract-check/check.ts';
import { type Probe, searchProbes } from '../../../tools/contract-check/probes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOKEN = 'The-Right-Token';

const FUNCTION = { id: 4711, name: 'Gross revenue', created: 1_700_000_000_000, global: false };

const contract = compileContract('/', { allErrors: true, verbose: true });

/** Runs a check of a simulator with faults, and returns the requests too. */
async function checkWith<Report>(faults: FaultRule[], check: (url: string) => Promise<Report>) {
	const simulator = await startSimulator({ token: TOKEN, faults, functions: 20 });
	try {
		return { report: await check(simulator.url), requests: simulator.journal.list() };
	} finally {
		await simulator.close();
	}
}

const check = (faults: FaultRule[], more: Probe[] = []) =>
	checkWith(faults, async (baseUrl) => {
		const probes = [...searchProbes('name', Object.keys(FUNCTION)), ...more];
		const instance = { baseUrl, headerName: TOKEN_HEADER, token: TOKEN };
		return await checkInstance(probes, instance, await contract).catch(({ message }) => message);
	});

/** Runs the program. Returns its exit code, and what it wrote to the console and the report. */
const runProgram = (faults: FaultRule[], token = TOKEN) =>
	checkWith(faults, async (url) => {
		const file = join(await temporaryFolder(), 'report.json');
		const program = ['tools/contract-check/cli.ts', '--output', file, '--base-url', url];
		const env = { ...process.env, DATA_PLATFORM_TOKEN: token };
		const ended = promisify(execFile)(process.execPath, program, { env });
		const { code = 0, stdout, stderr } = await ended.catch((error) => error);
		return { code, text: stdout + stderr + (await readFile(file, 'utf8').catch(() => '')) };
	});

/** A response with one function, with changes to the function and to the page. */
const wrong = (functionChanges: object, pageChanges: object, when: object): FaultRule => {
	const results = [{ ...FUNCTION, ...functionChanges }];
	const body = { totalHits: 1, results, hasMore: false, degraded: false, ...pageChanges };
	return { fault: 'wrong-shape', when, body };
};

const FIRST = { request: 1 };
const SIXTH = { containing: '"offset":5}' };

test.each<[what: string, fault: FaultRule, found: object]>([
	[
		'text instead of a number',
		wrong({ id: '4711' }, {}, FIRST),
		{ place: 'results[].id', contract: 'must be integer', instance: 'string', seenIn: ['limit 1'] },
	],
	['a list', { fault: 'wrong-shape', when: FIRST, body: [1] }, { place: 'body' }],
	['seconds', wrong({ created: 1_700_000_000 }, {}, {}), { place: 'results[].created' }],
	['too many items', wrong({}, { results: [{}, {}] }, FIRST), { instance: 'more items' }],
	['hasMore: false too early', wrong({}, {}, FIRST), { place: 'hasMore', instance: 'false' }],
	['another offset', wrong({}, {}, SIXTH), { place: 'results' }],
	['no need for a token', wrong({}, {}, { request: 8 }), { place: 'token', instance: '200' }],
	['another status', { fault: 'status', when: { request: 2 }, status: 202 }, { place: 'status' }],
	['a web page', { fault: 'html-200', when: { request: 5 } }, { instance: 'a web page' }],
	['half of the JSON', { fault: 'truncated-json', when: FIRST }, { place: 'body' }],
])('it reports %s', async (_what, fault, found) => {
	const { report } = await check([fault]);

	expect(report.differences).toContainEqual(expect.objectContaining(found));
});

test('it reports how the instance responds to what is not documented', async () => {
	const { report, requests } = await check([]);

	const undocumented = { 'missing token': '401 with JSON', 'limit 0': '400 with JSON' };
	expect(report).toMatchObject({ differences: [], unchecked: {}, undocumented });
	expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(['searchFunctions']));
});

test('it reports what it could not check', async () => {
	const { report, requests } = await check([
		{ fault: 'retry-after', when: { request: 3 }, seconds: 0 },
		{ fault: 'retry-after', when: { request: 5 }, seconds: 86_400 },
		{ fault: 'reset', when: { request: 6 } },
	]);

	expect(report.unchecked).toEqual({
		'limit 10, descending': 'the instance throttled the request (429)',
		'limit 5000': 'no response (ECONNRESET)',
	});
	expect(requests[3].body).toEqual(requests[2].body);
});

test('it sends other requests too, and nothing if one is incomplete', async () => {
	const run: Probe = { name: 'run', operation: 'runConnector', body: { runType: 'MANUAL' } };
	const complete = await check([], [{ ...run, parameters: { streamId: '4711' } }]);
	const incomplete = await check([], [run]);

	expect(complete.requests.at(-1)).toMatchObject({ operation: 'runConnector', status: 201 });
	expect(incomplete).toEqual({ report: expect.stringContaining('Nothing was sent'), requests: [] });
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
	const { report } = await runProgram([
		wrong({ status: 'Gross', Gross: TOKEN, global: TOKEN }, {}, { request: '1-2' }),
		{ fault: 'status', when: { request: '20-' }, status: 400, body: { message: TOKEN } },
	]);

	expect(report.code).toBe(1);
	expect(report.text).toContain('place: results[].global');
	expect(report.text).not.toMatch(new RegExp(`${TOKEN}|Gross|127\\.0\\.0\\.1`, 'i'));
});

test.each<[what: string, faults: FaultRule[], code: number, token?: string]>([
	['it found no difference', [], 0],
	['it could not check everything', [{ fault: 'reset', when: { request: 4 } }], 2],
	['there is no token', [], 2, ''],
])('the exit code if %s', async (_what, faults, code, token = TOKEN) => {
	expect((await runProgram(faults, token)).report.code).toBe(code);
});
