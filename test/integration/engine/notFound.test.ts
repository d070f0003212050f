import { errorOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

test('after a 404, the error names both possible reasons', async () => {
	platform.faults([{ fault: 'status', status: 404, message: 'Not here' }]);
	const parameters = { resource: 'connector', operation: 'run', streamId: '4711' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });

	expect(errorOf(ended)).toMatchObject({
		message: 'The platform returned 404: Not here',
		description: 'Check the Base URL in the credential, and any IDs in the parameters.',
	});
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
