import { chain, errorOf, jsonOf, runWorkflow, START } from '../../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf } from '../../support/engine/nodes.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const search = { resource: 'function', operation: 'search', resultFormat: 'raw' };

test('later nodes find the input item of each function', async () => {
	const ended = await runWorkflow({
		nodes: [
			nodeOf({
				name: 'Search',
				type: DATA_PLATFORM,
				parameters: { ...search, limit: 2, options: { startOffset: '={{ $json.from }}' } },
			}),
			nodeOf({
				name: 'Update',
				type: DATA_PLATFORM,
				parameters: {
					resource: 'job',
					operation: 'update',
					applicationId: "={{ $('Start').item.json.application }}",
					jobId: "={{ $('Search').item.json.id }}",
					jobName: '={{ $json.name }}',
				},
			}),
		],
		connections: chain(START, 'Search', 'Update'),
		input: [{ json: { application: 'a', from: 0 } }, { json: { application: 'b', from: 7 } }],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	const updates = platform.requests().filter(({ operation }) => operation === 'updateJob');
	expect(updates.map(({ parameters }) => parameters)).toEqual([
		{ applicationId: 'a', jobId: '1000' },
		{ applicationId: 'a', jobId: '1001' },
		{ applicationId: 'b', jobId: '1007' },
		{ applicationId: 'b', jobId: '1008' },
	]);
	expect(updates.map(({ body }) => body)).toMatchObject(
		jsonOf(ended, 0, 'Search').map(({ name }) => ({ jobName: name })),
	);
});
