import type { Job } from '../../../contract/types.ts';
import { errorOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

/** Updates a job. Its application has the same ID. */
async function update(id: string) {
	return await runNode({
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: '={{ $json.id }}',
			jobId: '={{ $json.id }}',
			jobName: 'Nightly load',
		},
		input: [{ json: { id } }],
		credentials: platform.credentials(),
	});
}

test.each([
	['slashes', 'a/b/c'],
	['double encoding', '%252e%252e'],
	['a question mark and a hash sign', 'a?limit=1#b'],
	['another host', '//elsewhere.invalid/x'],
	['emoji', 'job 🚀 ä 漢字'],
	['10,000 characters', 'x'.repeat(10_000)],
	['a JavaScript name', '__proto__'],
])('IDs with %s are one path segment and arrive unchanged', async (_, id) => {
	const ended = await update(id);

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests()).toHaveLength(1);
	const [{ path, parameters, handled, body }] = platform.requests();
	expect(path).toMatch(/^\/v1\/applications\/[^/?#]+\/jobs\/[^/?#]+$/);
	expect(parameters).toEqual({ applicationId: id, jobId: id });
	expect(handled).toBe(true);
	expect((body as Job).jobId).toBe(id);
});

test.each([
	'APPROVEPERMISSIONS is missing',
	'ENOENT: no such file, EACCES, ECONNREFUSED',
	'<img src=x onerror=alert(1)> & <b>bold</b>',
	'line\u0000 break\r\n\u001b[31mred',
])("the platform's message %j is shown and doesn't trigger n8n's own messages", async (message) => {
	platform.faults([{ fault: 'status', status: 400, message }]);
	const error = errorOf(await update('a'))!;
	const shown = message.replace(/[\p{Cc}\s]+/gu, ' ');

	expect(error.message).toBe(`The platform returned 400: ${shown}`);
	expect(error.description).not.toContain('<');
	expect(error.description).toMatch(/^Correct what the platform rejects/);
});
