import type { INode } from 'n8n-workflow';
import { errorOf, hintsOf, outputOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const search = { resource: 'function', operation: 'search', limit: '={{ $json.limit }}' };
const onErrors = ['continueRegularOutput', 'continueErrorOutput'] as const;

/** Three items. The second one is invalid. */
const invalidItems: Array<{
	operation: string;
	parameters: INode['parameters'];
	json: [object, object, object];
	parameter: string;
	/** Identifiers in the failed item. */
	identifiers: object;
}> = [
	{
		operation: 'Connector → Run',
		parameters: run,
		json: [{ stream: 1 }, { stream: '../2' }, { stream: 3 }],
		parameter: 'Stream ID',
		identifiers: { streamId: '../2' },
	},
	{
		operation: 'Function → Search',
		parameters: search,
		json: [{ limit: 1 }, { limit: 0 }, { limit: 3 }],
		parameter: 'Limit',
		identifiers: { itemIndex: 1 },
	},
];

describe.each(invalidItems)(
	'$operation, with an invalid second item',
	({ parameters, json, parameter, identifiers }) => {
		const input = json.map((each) => ({ json: { ...each } }));

		test('the error names the parameter and the item, and nothing was sent', async () => {
			const ended = await runNode({ parameters, input, credentials: platform.credentials() });

			expect(ended.run.status).toBe('error');
			expect(errorOf(ended)).toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(
					new RegExp(`^'${parameter}' .+ \\[item 1\\]\\. Nothing was sent\\.$`),
				),
				description: expect.stringMatching(/\w+/),
				context: {
					itemIndex: 1,
					data: { failed: [{ itemIndex: 1, kind: 'invalid', parameter }], notSent: '0, 2' },
				},
			});
			expect(platform.requests()).toEqual([]);
		});

		test.each(onErrors)(
			'%s: it becomes an error item, and the others continue',
			async (onError) => {
				const ended = await runNode({
					parameters,
					input,
					credentials: platform.credentials(),
					settings: { onError },
				});

				expect(ended.run.status).toBe('success');
				expect(platform.requests().map(({ status }) => status)).toEqual([
					expect.any(Number),
					expect.any(Number),
				]);
				const hasErrorOutput = onError === 'continueErrorOutput';
				const failed = outputOf(ended, hasErrorOutput ? 1 : 0).filter(
					({ json: { error } }) => error,
				);
				expect(failed).toEqual([
					{
						json: {
							...(hasErrorOutput && input[1].json),
							...identifiers,
							error: expect.stringContaining(`'${parameter}'`),
							details: expect.objectContaining({
								parameter,
								itemIndex: 1,
								...identifiers,
								description: expect.stringMatching(/\w+/),
							}),
						},
						pairedItem: { item: 1 },
					},
				]);
				const name = Object.values(identifiers).join().replace(/^1$/, 'item 1');
				expect(hintsOf(ended)).toContain(`1 of 3 items failed: ${name}`);
				const regular = new Set(pairsOf(ended));
				expect(regular).toEqual(new Set(hasErrorOutput ? [0, 2] : [0, 1, 2]));
			},
		);
	},
);
