import { errorOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

test.each([
	[
		'Check Stream ID of this item. If all items fail like this, check the Base URL in the credential.',
		{ resource: 'connector', operation: 'run', streamId: '4711' },
	],
	[
		'Check Application ID and Job ID of this item. If all items fail like this, check the Base URL in the credential.',
		{ resource: 'job', operation: 'update', applicationId: 'a', jobId: 'b', jobName: 'c' },
	],
	[
		'Check the Base URL in the credential, and any IDs in the parameters.',
		{
			resource: 'ai',
			operation: 'extract',
			text: 'a',
			fields: { field: [{ name: 'total' }] },
		},
	],
])('after a 404: %s', async (advice, parameters) => {
	platform.faults([{ fault: 'status', status: 404, message: 'Not here' }]);
	const ended = await runNode({ parameters, credentials: platform.credentials() });
	const { message, description } = errorOf(ended)!;
	expect(message).toBe('The platform returned 404: Not here');
	expect(description).toContain(advice);
});

test("after another status, the error doesn't name the fields", async () => {
	platform.faults([{ fault: 'status', status: 409, message: 'Not now' }]);
	const parameters = { resource: 'connector', operation: 'run', streamId: '4711' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });
	expect(errorOf(ended)!.description).toContain(
		'Compare the parameters with what the platform expects',
	);
	expect(errorOf(ended)!.description).not.toContain('Check Stream ID');
});

test("an operation of another resource doesn't exist", async () => {
	const parameters = { resource: 'connector', operation: 'update' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });
	expect(errorOf(ended)).toMatchObject({
		message: "There is no operation 'update' of the resource 'connector'",
		description: 'Choose Resource and Operation from their lists.',
	});
	expect(platform.requests()).toEqual([]);
});
