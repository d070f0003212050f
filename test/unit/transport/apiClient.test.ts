import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import { createApiClient } from '../../../nodes/DataPlatform/transport/apiClient.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { PROBE } from '../../../nodes/DataPlatform/transport/probe.ts';
import { RateLimiter } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import type { ApiRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import { stateOf, breakerOf, settle, usePlatform } from './breakerPlatform.ts';

const run: ApiRequest<unknown> = {
	method: 'POST',
	path: '/run',
	body: {},
	parse: (response) => response,
	policy: { idempotency: 'nonIdempotent' },
};
const failed = (details: ApiErrorDetails) => new ApiError('Down', 'Wait.', details);

describe('after two failed runs', () => {
	usePlatform();

	test.each<[search: string, sentRuns: number, error: Error | undefined]>([
		['succeeds', 3, undefined],
		['is rejected, which shows that the platform is up', 3, failed({ httpCode: 401 })],
		['gets no connection', 2, failed({ networkCode: 'ECONNREFUSED', sent: false })],
		['fails', 2, failed({ httpCode: 503 })],
		['fails for another reason', 2, new Error('No')],
	])('if a search %s, %i runs are sent in all', async (_, sentRuns, error) => {
		let runs = 0;
		const client = {
			async send({ path }: { path: string }) {
				if (path !== PROBE.path && ++runs > 2) return await Promise.resolve({ done: true });
				const reason = path === PROBE.path ? error : failed({ httpCode: 500 });
				return await (reason ? Promise.reject(reason) : Promise.resolve({}));
			},
		};
		const breaker = breakerOf();
		const { bounds } = stateOf('');
		for (let itemIndex = 0; itemIndex < 3; itemIndex++) {
			const api = await createApiClient(
				{ getClient: async () => await Promise.resolve(client as never), breaker, runIndex: 0 },
				{
					itemIndex,
					bounds,
					controller: new ExecutionController(undefined),
					rateLimiter: new RateLimiter({ maxConcurrency: 1, maxRequestsPerSecond: 0 }),
					pending: { items: 1 },
				},
			);
			await settle(api.request(run).catch(() => {}));
		}

		expect(runs).toBe(sentRuns);
	});
});
