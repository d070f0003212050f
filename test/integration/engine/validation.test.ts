import { errorOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const streams = (count: number, ...empty: number[]) =>
	Array.from({ length: count }, (_, index) => ({
		json: { stream: empty.includes(index) ? '' : 1000 + index },
	}));

test('the error names ranges of invalid items, and each reason once', async () => {
	const input = streams(9, 3, 4, 5, 8);
	input[6].json.stream = '..';
	const ended = await runNode({ parameters: run, input, credentials: platform.credentials() });

	expect(errorOf(ended)).toMatchObject({
		message: "'Stream ID' is empty [item 3]. Nothing was sent.",
		description: expect.stringMatching(/^Items 3 to 6, 8 are invalid\. /),
		context: {
			data: {
				invalid: [
					{ items: '3-5, 8', message: "'Stream ID' is empty" },
					{ items: '6', message: expect.stringContaining('".."') },
				],
				notSent: '0-2, 7',
			},
		},
	});
});

test('the node sends nothing if an expression or a request option of the last item is invalid', async () => {
	const broken = { ...run, streamId: "={{ $json.stream || $('Unknown').item.json.id }}" };
	const unequal = { ...run, requestOptions: { timeout: '={{ $json.stream ? 60 : 0 }}' } };
	for (const parameters of [broken, { ...unequal, streamId: '7' }]) {
		const ended = await runNode({
			parameters,
			input: streams(5, 4),
			credentials: platform.credentials(),
		});

		expect(errorOf(ended)?.message).toMatch(/ \[item 4\]\. Nothing was sent\.$/);
	}
	expect(platform.requests()).toEqual([]);
});
