import { errorResponses } from '../../../simulator/faults/error-responses.ts';
import { TOKEN } from './client.ts';
import { client, executions, testEach, requests, script } from './scripted.ts';

testEach(errorResponses, {
	async status() {
		const formats: Array<[string, string | undefined, unknown]> = [
			[
				'json',
				'application/json; charset=utf-8',
				{ status: 'BAD_GATEWAY', code: 502, message: 'No' },
			],
			['text', 'text/plain; charset=utf-8', 'No'],
			['html', 'text/html; charset=utf-8', expect.stringContaining('<h1>No</h1>')],
			['empty', undefined, ''],
		];
		for (const [format, type, body] of formats) {
			await script({
				fault: 'status',
				status: 502,
				format,
				message: 'No',
				headers: { 'X-Trace': 't' },
			});
			const response = await client.call('runConnector');
			expect([response.status, response.headers['content-type'], response.data]).toEqual([
				502,
				type,
				body,
			]);
			expect(response.headers['x-trace']).toBe('t');
		}
		expect(await executions()).toBe(0);
		await script({ fault: 'status', status: 418, body: { any: ['thing'] }, handled: true });
		const response = await client.call('runConnector');
		expect([response.status, response.data]).toEqual([418, { any: ['thing'] }]);
		expect(await executions()).toBe(1);
	},
	async 'retry-after'() {
		await script({ fault: 'retry-after', seconds: 3 });
		const { status, headers } = await client.call('runConnector');
		expect([status, headers['retry-after']]).toEqual([429, '3']);
	},
	async 'retry-after-date'() {
		await script({ fault: 'retry-after-date', seconds: 60, status: 503 });
		const { status, headers } = await client.call('runConnector');
		const ahead = Date.parse(headers['retry-after']) - Date.now();
		expect(status).toBe(503);
		expect(ahead).toBeGreaterThan(50_000);
		expect(ahead).toBeLessThanOrEqual(60_000);
	},
	async 'echo-token'() {
		await script({ fault: 'echo-token' });
		const { status, headers, data } = await client.call('runConnector');
		expect([status, headers['x-rejected-token']]).toEqual([401, TOKEN]);
		expect(data.message).toContain(TOKEN);
		expect(JSON.stringify(await requests())).not.toContain(TOKEN);
	},
	async redirect() {
		await script({ fault: 'redirect', location: 'http://127.0.0.1:9/elsewhere', status: 307 });
		const { status, headers } = await client.call('runConnector');
		expect([status, headers.location]).toEqual([307, 'http://127.0.0.1:9/elsewhere']);
		expect(await executions()).toBe(0);
	},
	async 'html-200'() {
		await script({ fault: 'html-200' });
		const { status, headers, data } = await client.call('searchFunctions');
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(data).toContain('Sign in');
	},
	async 'empty-200'() {
		await script({ fault: 'empty-200' });
		const { status, data } = await client.call('extractData');
		expect([status, data]).toEqual([200, '']);
	},
	async 'truncated-json'() {
		await script({ fault: 'truncated-json' });
		const { status, data } = await client.call('runConnector');
		expect([status, typeof data]).toEqual([201, 'string']);
		expect(data).toMatch(/^\{"streamId":42/);
		expect(await executions()).toBe(1);
	},
	async 'wrong-shape'() {
		for (const body of [{ data: [] }, [], null, 'text', 7]) {
			await script({ fault: 'wrong-shape', body });
			const { status, data } = await client.call('runConnector');
			expect([status, data]).toEqual([201, body]);
		}
		expect((await client.call('searchFunctions')).status).toBe(200);
		expect(await executions()).toBe(0);
	},
	async 'envelope-error'() {
		await script({ fault: 'envelope-error', code: 409, message: 'Locked' });
		const { status, data } = await client.call('updateJob');
		expect([status, data]).toEqual([200, { status: 'CONFLICT', code: 409, message: 'Locked' }]);
		expect(await client.control.jobs()).toEqual([]);
	},
});
