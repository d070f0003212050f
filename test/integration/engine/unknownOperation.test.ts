import { errorOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

test("an operation of another resource doesn't exist", async () => {
	const parameters = { resource: 'connector', operation: 'update' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });
	expect(errorOf(ended)).toMatchObject({
		message: "There is no operation 'update' of the resource 'connector'",
		description: 'Choose Resource and Operation from their lists.',
	});
	expect(platform.requests()).toEqual([]);
});
