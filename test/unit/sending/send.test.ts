import type { Client } from '../../../nodes/DataPlatform/api/client.ts';
import { ApiFailure } from '../../../nodes/DataPlatform/api/failures.ts';
import type { WireRequest } from '../../../nodes/DataPlatform/api/request.ts';
import { Pace } from '../../../nodes/DataPlatform/sending/pace.ts';
import { RunController } from '../../../nodes/DataPlatform/sending/runController.ts';
import { sendWithRetries } from '../../../nodes/DataPlatform/sending/send.ts';

test.each([
	['another refusal does not', 429, false],
	['a server that is down does not, where it asks to wait', 503, false],
	['a 404 does', 404, true],
])('whether the time of nothing but refusals ends: %s', async (_, httpCode, ends) => {
	const answers = [429, httpCode];
	const pace = new Pace({ maxConcurrency: 1, maxRequestsPerSecond: 0 });
	const sender = {
		client: {
			async send() {
				// Milliseconds pass, so that the time can be told from none.
				await new Promise((resolve) => setTimeout(resolve, 5));
				throw new ApiFailure('Refused', 'Wait.', { httpCode: answers.shift(), retryAfter: 1 });
			},
		} as unknown as Client,
		pace,
		controller: new RunController(undefined),
		bounds: { maxRetries: 0, retryBudget: 10, trustsNotNow: true, timeout: 1 },
	};
	const send = async () => await sendWithRetries(sender, {} as WireRequest, 'reads');

	await expect(send()).rejects.toThrow('Refused');
	await expect(send()).rejects.toThrow('Refused');

	expect(pace.closedFor === 0).toBe(ends);
});
