import type { INode } from 'n8n-workflow';
import { errorOf, jsonOf, NODE, runInLoop } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

const parameters = { ...testOperations.Run.parameters, requestOptions: { maxRetries: 0 } };
const onError = 'continueRegularOutput' as const;
const sentIds = () => platform.requests().map(({ parameters: { streamId } }) => streamId);

/** The node in a loop, with different items in each iteration. */
async function inLoop(iterations: string[][], settings: Partial<INode> = { onError }) {
	return await runInLoop(iterations, { parameters, ...settings }, platform.credentials());
}

const MAY_HAVE_STARTED = /^The run of stream 100 may have started: The connection broke/;

test("a later iteration of a loop doesn't start a run with an unknown outcome again", async () => {
	platform.faults([{ fault: 'reset-after', when: { id: '100' } }]);
	const ended = await inLoop([['100'], ['101'], ['100', '101'], ['100']]);

	expect(errorOf(ended)).toBeUndefined();
	expect(sentIds()).toEqual(['100', '101', '101']);
	const description = expect.stringMatching(/^Before you run it again, check in the platform/);
	expect(jsonOf(ended, 0, NODE, 0)[0]).toMatchObject({
		error: expect.stringMatching(MAY_HAVE_STARTED),
		details: { kind: 'unknownOutcome', networkCode: 'ECONNRESET', description },
	});
	for (const runIndex of [2, 3]) {
		expect(jsonOf(ended, 0, NODE, runIndex)[0]).toMatchObject({
			error: expect.stringMatching(/^Not sent again: The run of stream 100 may have started: /),
			details: { kind: 'notSent', description },
		});
	}
});
