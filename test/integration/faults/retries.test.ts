import { errorOf, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { passTime, useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';
import { CONTINUE, execute, idsFrom } from './execute.ts';

const platform = simulatedPlatform();
const AN_HOUR = 3_600_000;

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

const pass = async <Result>(work: Promise<Result>) => await passTime(work, AN_HOUR);
const times = () => platform.requests().map(({ at }) => at - platform.requests()[0].at);

test('Max Retries applies to each item separately', async () => {
	platform.faults([{ fault: 'status' }]);
	const ended = execute(platform, 'Search', {
		ids: idsFrom(100, 2),
		fields: [{ retries: 0 }, { retries: 1 }],
		requestOptions: { maxConcurrency: 1, maxRetries: '={{ $json.retries }}' },
		settings: CONTINUE,
	});
	expect(jsonOf(await pass(ended))).toHaveLength(2);
	expect(platform.sentIds()).toEqual(['100', '101', '101']);
});

test('the time budget is two minutes if twice the Timeout is less', async () => {
	platform.faults([{ fault: 'hang' }]);
	await pass(execute(platform, 'Update', { requestOptions: { timeout: 20, maxRetries: 20 } }));

	expect(times().at(-1)).toBeGreaterThan(80_000);
	expect(times().at(-1)).toBeLessThanOrEqual(120_000);
});

describe('an extraction with a Session ID', () => {
	const inSession = async (fault: object, requestOptions = {}) => {
		platform.faults([{ times: 1, ...fault } as never]);
		const parameters = { options: { sessionId: '123e4567-e89b-12d3-a456-426614174000' } };
		return await pass(execute(platform, 'Extract', { parameters, requestOptions }));
	};

	test.each([
		[{ fault: 'hang-after' }],
		[{ fault: 'reset-after' }],
		[{ fault: 'status', status: 503 }],
	])('is not sent again after %j', async (fault) => {
		expect(errorOf(await inSession(fault))).toBeDefined();
		expect(platform.requests()).toHaveLength(1);
	});

	test('is sent again after throttling', async () => {
		expect(errorOf(await inSession({ fault: 'retry-after', seconds: 1 }))).toBeUndefined();
		expect(platform.requests()).toHaveLength(2);
	});

	test('is sent again if Max Retries was added', async () => {
		const ended = await inSession({ fault: 'hang-after' }, { maxRetries: 1 });
		expect(errorOf(ended)).toBeUndefined();
		expect(platform.requests()).toHaveLength(2);
	});
});
