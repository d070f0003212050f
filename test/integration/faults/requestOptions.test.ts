import { errorOf, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { CONTINUE, execute, idsFrom } from './execute.ts';

const platform = simulatedPlatform();

const concurrency = () => platform.requests().map(({ concurrent }) => concurrent);
// Long enough to start all parallel requests, even on a busy machine.
const delayResponses = (ms: number) => platform.faults([{ fault: 'delay', ms }]);

describe('Max Concurrency', () => {
	test.each([
		['Search', 16],
		['Extract', 16],
		['Update', 4],
		['Run', 1],
	] as const)('%s: without it, starts with %d and stays below 100', async (operation, start) => {
		delayResponses(start === 1 ? 30 : 1000);
		const ended = await execute(platform, operation, { ids: idsFrom(100, start === 1 ? 9 : 110) });

		expect(errorOf(ended)).toBeUndefined();
		expect(Math.max(...concurrency().slice(0, start + 1))).toBe(start);
		expect(Math.max(...concurrency())).toBeLessThanOrEqual(start === 1 ? 1 : 100);
		expect(Math.max(...concurrency())).toBeGreaterThanOrEqual(start === 1 ? 1 : start + 1);
	});

	test.each(['Search', 'Extract', 'Update', 'Run'] as const)('%s: is kept', async (operation) => {
		delayResponses(300);
		const requestOptions = { maxConcurrency: 3 };
		await execute(platform, operation, { ids: idsFrom(100, 9), requestOptions });
		expect(Math.max(...concurrency())).toBe(3);
	});

	test('the lowest one of any item applies to all', async () => {
		delayResponses(20);
		await execute(platform, 'Search', {
			ids: idsFrom(100, 3),
			fields: [5, 1, 5].map((most) => ({ most })),
			requestOptions: { maxConcurrency: '={{ $json.most }}' },
		});
		expect(concurrency()).toEqual([1, 1, 1]);
	});
});

test('the lowest Max Requests per Second of any item applies to all', async () => {
	await execute(platform, 'Search', {
		ids: idsFrom(100, 9),
		fields: Array.from({ length: 9 }, (_, index) => ({ most: index === 4 ? 10 : 0 })),
		requestOptions: { maxRequestsPerSecond: '={{ $json.most }}' },
	});
	const times = platform.requests().map(({ at }) => at);
	// Sent within 800 ms. On a busy machine, the first ones may arrive late.
	expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(300);
});

test.each(['Search', 'Update', 'Extract', 'Run'] as const)(
	'%s: Show Request Only applies to each item separately',
	async (operation) => {
		const ended = await execute(platform, operation, {
			ids: idsFrom(100, 4),
			fields: [false, true, 'true', 'no'].map((show) => ({ show })),
			requestOptions: { showRequest: '={{ $json.show }}' },
			settings: CONTINUE,
		});
		const shown = { sent: false, method: expect.any(String), path: expect.any(String) };

		expect(platform.sentIds()).toEqual(['100']);
		expect(jsonOf(ended).slice(-3)).toMatchObject([
			...[shown, shown],
			{ error: expect.stringMatching(/^'Show Request Only' must be true or false/) },
		]);
	},
);

test.each(['Run', 'Search All'] as const)('%s: Timeout can be 24 days', async (operation) => {
	delayResponses(200);
	const requestOptions = { timeout: 2_147_483, maxRetries: 0 };
	expect(errorOf(await execute(platform, operation, { requestOptions }))).toBeUndefined();
});

test.each([
	['separators', 'a/b?limit=1#b%252e'],
	['another host', '//elsewhere.invalid/x'],
	['emoji', 'job 🚀 ä'],
	['10,000 characters', 'x'.repeat(10_000)],
	['a JavaScript name', '__proto__'],
])('an ID with %s is one path segment and arrives unchanged', async (_, id) => {
	const ended = await execute(platform, 'Update', { ids: [id] });

	expect(errorOf(ended)).toBeUndefined();
	const [{ parameters, handled, body }, ...others] = platform.requests();
	expect(others).toEqual([]);
	expect(parameters).toMatchObject({ jobId: id });
	expect(body).toMatchObject({ jobId: id });
	expect(handled).toBe(true);
});

test.each([
	'ENOENT: no such file, EACCES, ECONNREFUSED',
	'<img src=x onerror=alert(1)> & <b>bold</b>',
	'line\u0000 break\r\n\u001b[31mred',
])("the platform's message %j is shown instead of n8n's own messages", async (message) => {
	platform.faults([{ fault: 'status', status: 400, message }]);
	const error = errorOf(await execute(platform, 'Update'))!;

	expect(error.message).toBe(`The platform returned 400: ${message.replace(/[\p{Cc}\s]+/gu, ' ')}`);
	expect(error.description).not.toContain('<');
});
