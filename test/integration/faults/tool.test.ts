import { jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { AgentKind } from '../../support/engine/tools.ts';
import { callTool, TOOL } from '../../support/engine/tools.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

const ID = "={{ $fromAI('id', 'an id', 'string') }}";
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const requestOptions = { maxRetries: 0 };

const extract = {
	parameters: {
		...testOperations.Extract.parameters,
		text: ID,
		fields: { field: [{ name: 'total', type: 'number' }] },
		options: { ifMissing: 'failIfEmpty' },
		requestOptions,
	},
	...retried,
};
const run = {
	parameters: { ...testOperations.Run.parameters, streamId: ID, requestOptions },
	...retried,
};

const calls = (...ids: string[]) => ids.map((id) => ({ id }));

describe.each(['invokes', 'requests'] as AgentKind[])('an agent that %s the tool', (kind) => {
	const call = async (tool: Parameters<typeof callTool>[1], ...ids: string[]) => {
		const ended = await callTool(kind, tool, calls(...ids), {
			credentials: platform.credentials(),
		});
		const cache = ended.run.data.executionData?.contextData[`node:${TOOL}`]?.responseCache;
		return { outputs: jsonOf(ended, 0, 'Agent').map(({ output }) => String(output)), cache };
	};

	test('an extraction that fails after its response is sent once for all tries of a call', async () => {
		platform.faults([{ fault: 'missing-fields' }]);
		const { outputs, cache } = await call(extract, '100');

		expect(outputs).toEqual([expect.stringMatching(/total \(missing\)/)]);
		expect(platform.sentIds()).toEqual(['100']);
		expect(cache).toBeUndefined();
	});

	test('an extraction returns issues, or fails with them', async () => {
		platform.faults([{ fault: 'wrong-shape', body: { output: { total: 'about 5' } } }]);
		const checked = (ifFound: string) => ({
			parameters: {
				...extract.parameters,
				options: { flagIssues: { settings: { ifFound } } },
			},
		});
		const cache = await call(checked('keep'), '100');
		const failed = await call(checked('fail'), '100');

		expect(cache.outputs).toEqual([
			expect.stringMatching(/"field":"total","kind":"notInText","value":"about 5"/),
		]);
		expect(failed.outputs).toEqual([
			expect.stringMatching(
				/The extraction has issues: total \(notConverted\), total \(notInText\)/,
			),
		]);
	});

	test('another call with the same arguments sends a new request', async () => {
		const body = { output: { total: 5 } };
		platform.faults([
			{ fault: 'missing-fields', when: { request: 1 } },
			{ fault: 'wrong-shape', body },
		]);
		const { outputs, cache } = await call(extract, '100', '101', '100');

		expect(outputs[0]).toMatch(/total \(missing\)/);
		expect(outputs[2]).toMatch(/"total":5/);
		expect(platform.sentIds()).toEqual(['100', '101', '100']);
		expect(cache).toBeUndefined();
	});

	test('each call runs the connector, even with the same arguments', async () => {
		await call(run, '100', '100');

		expect(platform.sentIds()).toEqual(['100', '100']);
	});

	test("retries and later calls don't start a run with an unknown outcome again", async () => {
		platform.faults([{ fault: 'reset-after', when: { id: '100' } }]);
		const { outputs } = await call(run, '100', '101', '100');

		expect(platform.sentIds()).toEqual(['100', '101']);
		expect(outputs[0]).toMatch(/The run of stream 100 may have started/);
		expect(outputs[1]).not.toMatch(/may have started/);
		expect(outputs[2]).toMatch(/The run of stream 100 may have started/);
	});
});
