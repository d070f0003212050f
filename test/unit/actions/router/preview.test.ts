import type { IDataObject } from 'n8n-workflow';
import type {
	ItemParameters,
	Operation,
} from '../../../../nodes/DataPlatform/actions/operation.ts';
import { preview } from '../../../../nodes/DataPlatform/actions/router/preview.ts';
import type { ApiClient } from '../../../../nodes/DataPlatform/transport/apiClient.ts';

const operationThat = (execute: (api: ApiClient) => Promise<unknown>) =>
	({ execute: async (_: ItemParameters, api: ApiClient) => await execute(api) }) as Operation;
const requestTo = (path: string) => ({
	method: 'POST' as const,
	path,
	body: { id: 12345678901234567890n } as unknown as IDataObject,
	parse: (response: unknown) => response,
	policy: { idempotency: 'safe' as const },
});

test('only the first of several requests is shown', async () => {
	const operation = operationThat(async (api) => {
		expect(api.maxParallelRequests()).toBe(1);
		await Promise.allSettled(['/first', '/second'].map((path) => api.request(requestTo(path))));
	});

	expect((await preview(operation, {} as ItemParameters)).items).toEqual([
		{ sent: false, method: 'POST', path: '/first', body: { id: '12345678901234567890' } },
	]);
});

test('an error before the first request is thrown', async () => {
	const operation = operationThat(async () => await Promise.reject(new Error('No file')));

	await expect(preview(operation, {} as ItemParameters)).rejects.toThrow('No file');
});
