import type { IncomingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { EngineRun } from '../../support/engine/engine.ts';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations, testOperationNames } from '../../support/operations.ts';

const platform = simulatedPlatform();

/** The token in different encodings. */
const FORMS: Record<string, string> = {
	'as it is': TOKEN,
	'percent-encoded': encodeURIComponent(TOKEN),
	'in base64': Buffer.from(TOKEN).toString('base64'),
};

let arrived: IncomingHttpHeaders[];
const elsewhere = startTestServer(({ headers }, response) => {
	arrived.push(headers);
	response.end('{}');
});
beforeEach(() => {
	arrived = [];
});

async function run(
	operation: TestOperationName,
	rules: FaultRule[],
	settings = {},
	parameters = {},
) {
	platform.faults(rules);
	return await runNode({
		parameters: {
			...testOperations[operation].parameters,
			...parameters,
			requestOptions: { maxRetries: 0, maxConcurrency: 1 },
		},
		input: [{ json: { id: '100' } }, { json: { id: '101' } }],
		settings,
		credentials: platform.credentials(),
	});
}

/** All data of an execution, including hidden properties and causes. */
function everythingOf({ run: { data } }: EngineRun): string {
	return inspect(data, { depth: Infinity, showHidden: true, maxStringLength: null });
}

function expectNoToken(ended: EngineRun): void {
	const everything = everythingOf(ended);
	for (const form of Object.values(FORMS)) {
		expect(everything).not.toContain(form);
		// `inspect` doubles backslashes.
		expect(everything).not.toContain(form.replaceAll('\\', '\\\\'));
	}
}

describe.each(testOperationNames)('%s', (operation) => {
	test.each([301, 302, 303, 307, 308])("the node doesn't follow a redirect %d", async (status) => {
		const location = `${elsewhere()}/api`;
		const ended = await run(operation, [{ fault: 'redirect', location, status }]);

		expect(arrived).toEqual([]);
		expect(platform.requests()).toHaveLength(1);
		expect(errorOf(ended)).toMatchObject({
			httpCode: String(status),
			message: expect.stringContaining(`redirects (${status}) to ${location}`),
		});
		expectNoToken(ended);
	});

	describe.each(Object.entries(FORMS))('a platform that echoes the token %s', (_, form) => {
		const echoes: Array<[string, FaultRule]> = [
			...(['json', 'text', 'html'] as const).map((format): [string, FaultRule] => [
				`in an error of the kind ${format}`,
				{ fault: 'status', status: 400, format, message: `Your token ${form} is bad` },
			]),
			[
				'in an unknown error body',
				{ fault: 'status', status: 500, body: { a: [{ [form]: form }] } },
			],
			['in a header', { fault: 'status', status: 429, headers: { 'retry-after': form } }],
			[
				'in the target of a redirect',
				{ fault: 'redirect', location: `http://a.invalid/?t=${form}` },
			],
			['on a page', { fault: 'html-200', message: form }],
			['in an envelope', { fault: 'envelope-error', code: 400, message: form }],
		];

		test.each(echoes)("the output doesn't contain it: %s", async (_where, rule) => {
			expectNoToken(await run(operation, [{ ...rule, times: 4 }]));
			expectNoToken(await run(operation, [rule], { onError: 'continueRegularOutput' }));
		});
	});
});

test('the token is removed from a successful response', async () => {
	const message = Object.values(FORMS).join(' ');
	const body = { status: 'OK', code: 200, message, [TOKEN]: [TOKEN] };
	const ended = await run('Update', [{ fault: 'wrong-shape', body }], {}, { resultFormat: 'raw' });

	expect(errorOf(ended)).toBeUndefined();
	expectNoToken(ended);
	expect(jsonOf(ended)[0]).toEqual({
		status: 'OK',
		code: 200,
		message: Object.values(FORMS)
			.map(() => '[token]')
			.join(' '),
		'[token]': ['[token]'],
	});
});

test.each([
	['nothing responds', { baseUrl: 'http://127.0.0.1:1' }],
	['the name is unknown', { baseUrl: 'http://unknown.invalid' }],
	['the base URL is invalid', { baseUrl: 'ftp://a.invalid' }],
	['the base URL contains a user', { baseUrl: 'http://user@a.invalid' }],
	['the header is invalid', { headerName: 'not a header' }],
	['the token is invalid', { token: `${TOKEN}\n${TOKEN}` }],
	['the platform has no TLS', 'https'],
])("the output doesn't contain the token when %s", async (_, replaced) => {
	const { baseUrl } = platform.credentials();
	const ended = await runNode({
		parameters: { ...testOperations.Run.parameters, requestOptions: { maxRetries: 0 } },
		input: [{ json: { id: '100' } }],
		credentials: platform.credentials(
			typeof replaced === 'string'
				? { baseUrl: String(baseUrl).replace('http:', 'https:') }
				: replaced,
		),
	});

	expect(errorOf(ended)).toBeDefined();
	expectNoToken(ended);
});
