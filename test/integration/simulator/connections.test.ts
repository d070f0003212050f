import { connections } from '../../../simulator/faults/connections.ts';
import { BODIES, PATHS } from './client.ts';
import { client, errorCode, executions, testEach, requests, script } from './scripted.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const atOnce = (count: number) =>
	Promise.all(Array.from({ length: count }, () => client.call('runConnector')));

testEach(connections, {
	async reset() {
		await script({ fault: 'reset' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await executions()).toBe(0);
		expect(await requests()).toMatchObject([{ handled: false, connectionClosedByClient: false }]);
	},
	async 'reset-after'() {
		await script({ fault: 'reset-after' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await executions()).toBe(1);
		expect(await requests()).toMatchObject([{ handled: true, connectionClosedByClient: false }]);
	},
	async 'broken-off'() {
		await script({ fault: 'broken-off' });
		expect(await errorCode(client.call('runConnector'))).toMatch(
			/ECONNRESET|ECONNABORTED|ERR_BAD_RESPONSE/,
		);
		expect(await executions()).toBe(1);
	},
	async stall() {
		await script({ fault: 'stall' });
		const { data } = await client.http.post(PATHS.runConnector, BODIES.runConnector, {
			responseType: 'stream',
			signal: AbortSignal.timeout(300),
		});
		let received = '';
		const reading = (async () => {
			for await (const piece of data) received += piece;
		})();
		await expect(reading).rejects.toThrow(/canceled|aborted/);
		expect(received).toMatch(/^\{"streamId":42/);
		expect(await executions()).toBe(1);
	},
	async drip() {
		await script({ fault: 'drip' });
		const { data, status } = await client.http.post(PATHS.runConnector, BODIES.runConnector, {
			responseType: 'stream',
			signal: AbortSignal.timeout(1000),
		});
		const pieces: number[] = [];
		const reading = (async () => {
			for await (const piece of data) pieces.push((piece as Buffer).length);
		})();
		await expect(reading).rejects.toThrow(/canceled|aborted/);
		expect(status).toBe(201);
		expect(pieces.length).toBeGreaterThan(1);
		expect(new Set(pieces)).toEqual(new Set([1]));
		expect(await executions()).toBe(1);
		await pause();
		expect(await requests()).toMatchObject([{ handled: true, connectionClosedByClient: true }]);
	},
	async hang() {
		await script({ fault: 'hang' });
		expect(
			await errorCode(client.http.post(PATHS.runConnector, BODIES.runConnector, { timeout: 200 })),
		).toBe('ECONNABORTED');
		expect(await executions()).toBe(0);
		await pause();
		expect(await requests()).toMatchObject([{ handled: false, connectionClosedByClient: true }]);
	},
	async 'hang-after'() {
		await script({ fault: 'hang-after' });
		expect(
			await errorCode(client.http.post(PATHS.runConnector, BODIES.runConnector, { timeout: 200 })),
		).toBe('ECONNABORTED');
		expect(await executions()).toBe(1);
	},
	async delay() {
		await script({ fault: 'delay', ms: 1000 });
		const before = performance.now();
		const call = client.call('runConnector');
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(await executions()).toBe(1);
		expect((await call).status).toBe(201);
		expect(performance.now() - before).toBeGreaterThan(990);
	},
	async 'delay-before'() {
		await script({ fault: 'delay-before', ms: 1000 });
		const call = client.call('runConnector');
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(await executions()).toBe(0);
		expect((await call).status).toBe(201);
		expect(await executions()).toBe(1);
	},
	async capacity() {
		const settings = { capacity: 3, ms: 200, queue: 2, status: 503, retryAfter: 2 };
		await script({ fault: 'capacity', ...settings, changes: [{ after: 300, capacity: 1 }] });
		const began = Date.now();
		const ends: number[] = [];
		const responses = await Promise.all(
			Array.from({ length: 10 }, async () => {
				const response = await client.call('runConnector');
				if (response.status === 201) ends.push(Date.now() - began);
				return response;
			}),
		);
		const throttled = responses.filter(({ status }) => status === 503);
		expect(throttled).toHaveLength(5);
		expect(throttled.every(({ headers }) => headers['retry-after'] === '2')).toBe(true);
		expect(await executions()).toBe(5);
		// Three in parallel, and two that waited for them.
		expect(ends.filter((end) => end >= 200)).toHaveLength(5);
		expect(ends.filter((end) => end >= 400)).toHaveLength(2);

		const later = await atOnce(4);
		expect(later.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503]);
	},
	async 'rate-limit'() {
		await script({ fault: 'rate-limit', limit: 4 });
		const responses = await atOnce(10);
		expect(responses.filter(({ status }) => status === 429)).toHaveLength(6);
		await new Promise((resolve) => setTimeout(resolve, 1050));
		expect((await client.call('runConnector')).status).toBe(201);
	},
});

test.each(['drip', 'stall', 'broken-off'])(
	'%s together with hang: there is no response',
	async (fault) => {
		await script({ fault }, { fault: 'hang' });
		expect(
			await errorCode(client.http.post(PATHS.runConnector, BODIES.runConnector, { timeout: 200 })),
		).toBe('ECONNABORTED');
	},
);
