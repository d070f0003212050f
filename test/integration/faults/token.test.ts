// The token is only in its header, and goes only to the Base URL.
import { inspect } from 'node:util';
import { CONTINUE, execute } from './execute.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { type EngineRun, errorOf, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

/** JSON, and JSON in JSON, write it differently. */
const TOKEN = 'a"to/ken\\0123456789';
const escape = (text: string) => JSON.stringify(text).slice(1, -1);
const IN_JSON = escape(TOKEN);
/** As .NET and Java write it. */
const inCodes = (write: (hex: string) => string) =>
	TOKEN.replace(/\W/g, (each) => `\\u00${write(each.charCodeAt(0).toString(16))}`);
// prettier-ignore
const FORMS = [
	TOKEN, IN_JSON, IN_JSON.replace('/', '\\/'), escape(IN_JSON),
	inCodes((hex) => hex), inCodes((hex) => hex.toUpperCase()),
];

const platform = simulatedPlatform({ token: TOKEN });
const credential = { token: TOKEN };
const requestOptions = { maxRetries: 0, maxConcurrency: 1 };

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
		const location = String(platform.credentials().baseUrl);
		platform.faults([{ fault: 'redirect', location, status }]);
		const ended = await execute(platform, 'Run', { requestOptions, credential });

		expect(platform.requests()).toHaveLength(1);
		expect(errorOf(ended)?.message).toContain(`redirects (${status}) to ${location}`);
		expectNoToken(ended);
	});

	const errorWith = (form: string, format: string): [string, FaultRule] => [
		`an error as ${format} with ${form}`,
		{ fault: 'status', status: 400, format, message: `Your token ${form} is bad` },
	];
	const echoes: Array<[string, FaultRule]> = [
		...['json', 'html'].map((format) => errorWith(TOKEN, format)),
		...FORMS.map((form) => errorWith(form, 'text')),
		['a header', { fault: 'status', status: 429, headers: { 'retry-after': TOKEN } }],
		['the target of a redirect', { fault: 'redirect', location: `http://a.invalid/${TOKEN}` }],
		['a web page', { fault: 'html-200', message: TOKEN }],
	];
	test.each(echoes)('%s is shown without the token', async (_, rule) => {
		platform.faults([rule]);
		for (const settings of [CONTINUE, {}]) {
			expectNoToken(await execute(platform, 'Run', { requestOptions, credential, settings }));
		}
	});
});

test.each([
	[
		TOKEN,
		{ message: `is ${TOKEN}`, [TOKEN]: [TOKEN, 5] },
		{ message: 'is [token]', '[token]': ['[token]', 5] },
	],
	['12345678', { id: 12345678, long: 123456789 }, { id: '[token]', long: 123456789 }],
	['short', { message: 'a short word' }, { message: 'a short word' }],
])('the token %s in a successful response', async (token, sent, shown) => {
	const status = { status: 'OK', code: 200 };
	platform.faults([{ fault: 'wrong-shape', body: { ...status, ...sent } }]);
	const parameters = { resultFormat: 'raw' };
	const ended = await execute(platform, 'Update', { parameters, credential: { token } });
	expect(jsonOf(ended)).toEqual([{ ...status, ...shown }]);
});

test('the error has no token when nothing responds', async () => {
	const nowhere = { ...credential, baseUrl: 'http://127.0.0.1:1' };
	const ended = await execute(platform, 'Run', { requestOptions, credential: nowhere });
	expect(errorOf(ended)).toBeDefined();
	expectNoToken(ended);
});
