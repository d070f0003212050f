// The token is only in its header, and goes only to the Base URL.
import type { IncomingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { type EngineRun, errorOf, jsonOf } from '../../support/engine/engine.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { CONTINUE, execute } from './execute.ts';

/** JSON writes it differently. */
const TOKEN = 'a"token\\0123456789';
const FORMS = [TOKEN, JSON.stringify(TOKEN).slice(1, -1)];

const platform = simulatedPlatform({ token: TOKEN });
const credential = { token: TOKEN };
const requestOptions = { maxRetries: 0, maxConcurrency: 1 };

let arrived: IncomingHttpHeaders[] = [];
const elsewhere = startTestServer(({ headers }, response) => {
	arrived.push(headers);
	response.end('{}');
});
beforeEach(() => {
	arrived = [];
});

/** Checks all data of an execution, including hidden properties and causes. */
function expectNoToken({ run: { data } }: EngineRun): void {
	const everything = inspect(data, { depth: Infinity, showHidden: true, maxStringLength: null });
	for (const form of FORMS) {
		expect(everything).not.toContain(form);
		// `inspect` doubles backslashes.
		expect(everything).not.toContain(form.replaceAll('\\', '\\\\'));
	}
}

describe('the response to a run', () => {
	test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed', async (status) => {
		const location = `${elsewhere()}/api`;
		platform.faults([{ fault: 'redirect', location, status }]);
		const ended = await execute(platform, 'Run', { requestOptions, credential });

		expect(arrived).toEqual([]);
		expect(platform.requests()).toHaveLength(1);
		expect(errorOf(ended)?.message).toContain(`redirects (${status}) to ${location}`);
		expectNoToken(ended);
	});

	const echoes: Array<[string, FaultRule]> = [
		...['json', 'text', 'html'].map((format): [string, FaultRule] => [
			`an error as ${format}`,
			{ fault: 'status', status: 400, format, message: `Your token ${TOKEN} is bad` },
		]),
		['a header', { fault: 'status', status: 429, headers: { 'retry-after': TOKEN } }],
		['the target of a redirect', { fault: 'redirect', location: `http://a.invalid/${TOKEN}` }],
	];
	test.each(echoes)('%s that contains the token is shown without it', async (_, rule) => {
		platform.faults([rule]);
		expectNoToken(await execute(platform, 'Run', { requestOptions, credential }));
		const settings = CONTINUE;
		expectNoToken(await execute(platform, 'Run', { requestOptions, credential, settings }));
	});
});

test('the token is removed from a successful response', async () => {
	const body = { status: 'OK', code: 200, message: `is ${TOKEN}`, [TOKEN]: [TOKEN] };
	platform.faults([{ fault: 'wrong-shape', body }]);
	const parameters = { resultFormat: 'raw' };
	const ended = await execute(platform, 'Update', { parameters, credential });

	expectNoToken(ended);
	expect(jsonOf(ended)[0]).toEqual({
		...{ status: 'OK', code: 200, message: 'is [token]', '[token]': ['[token]'] },
	});
});

test('a successful response keeps a word that is also a short token', async () => {
	const body = { status: 'OK', code: 200, message: 'a short word' };
	platform.faults([{ fault: 'wrong-shape', body }]);
	const parameters = { resultFormat: 'raw' };
	const ended = await execute(platform, 'Update', { parameters, credential: { token: 'short' } });
	expect(jsonOf(ended)).toEqual([body]);
});

test.each([
	['nothing responds', { baseUrl: 'http://127.0.0.1:1' }],
	['the base URL is invalid', { baseUrl: 'ftp://a.invalid' }],
	['the base URL contains a user', { baseUrl: 'http://user@a.invalid' }],
	['the header is invalid', { headerName: 'not a header' }],
	['the token is invalid', { token: `${TOKEN}\n${TOKEN}` }],
])("the error doesn't contain the token when %s", async (_, replaced) => {
	const ended = await execute(platform, 'Run', {
		requestOptions,
		credential: { ...credential, ...replaced },
	});
	expect(errorOf(ended)).toBeDefined();
	expectNoToken(ended);
});
