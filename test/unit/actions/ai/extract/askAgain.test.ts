import type { ExtractionRequest } from '../../../../../nodes/DataPlatform/actions/ai/extract/askAgain.ts';
import { askAgain } from '../../../../../nodes/DataPlatform/actions/ai/extract/askAgain.ts';
import type { ItemOptions } from '../../../../../nodes/DataPlatform/actions/ai/extract/items.ts';
import { ApiError } from '../../../../../nodes/DataPlatform/transport/failures.ts';

test('an item whose follow-up request is not sent does not count as not sent', async () => {
	const first = { output: { total: 'x' } };
	const issue = { path: ['total'], kind: 'notConverted' as const, value: 'x' };
	const assess = () => ({ ...first, issues: [issue], conversion: [issue], evidence: [] });
	const schema = { type: 'object', properties: { total: { type: 'number' } } };
	const options = { schema, checks: { askAgain: 1, failsItem: true } } as unknown as ItemOptions;
	const body = { input: [], outputStructure: { total: { type: 'number' } } };
	const request = { body } as unknown as ExtractionRequest;
	const api = {
		request: async () =>
			await Promise.reject(new ApiError('Not sent: wait', 'Later.', { kind: 'notSent' })),
		maxParallelRequests: () => 1,
	};

	await expect(askAgain(first, request, options, assess, api)).rejects.toMatchObject({
		message: 'A follow-up request (Ask Again) failed: Not sent: wait',
		details: { kind: 'issues', received: first },
	});
});
