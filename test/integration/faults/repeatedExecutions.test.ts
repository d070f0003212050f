// Retry On Fail, Retry, loops and agents execute the node again. What succeeded isn't sent again, nor what may have.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { CONTINUE, execute, idsFrom, RETRIED } from './execute.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { errorOf, jsonOf, NODE, outputOf, runInLoop } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { type AgentKind, callTool } from '../../support/engine/tools.ts';
import { type TestOperationName, testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();
const ids = idsFrom(100, 4);
const requestOptions = { maxConcurrency: 1, maxRetries: 0 };

const run = async (operation: TestOperationName, settings: Partial<INode> = {}) =>
	await execute(platform, operation, {
		ids,
		requestOptions,
		settings: { ...RETRIED, ...settings },
	});

const MAY_HAVE_STARTED = /The run of stream 100 may have started/;

describe.each(['Extract', 'Run'] as const)('%s', (operation) => {
	const { when } = testOperations[operation];
	const failing = (id: string) => ({ fault: 'status', status: 400, when: when(id) });

	test('Retry On Fail sends only items that have not succeeded', async () => {
		platform.faults([{ ...failing('102'), times: 2 }]);
		const ended = await run(operation);

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '101', '102', '102', '102', '103']);
		expect(outputOf(ended)).toHaveLength(4);
		// n8n saves it for later executions.
		expect(JSON.stringify(ended.run.data.executionData?.contextData ?? {})).not.toMatch(/10[0-3]/);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: n8n retries if the first item failed, and only failed items are sent again',
		async (onError) => {
			platform.faults([{ ...failing('100'), times: 1 }, failing('102')]);
			const ended = await run(operation, { onError });

			expect(errorOf(ended)).toBeUndefined();
			expect(platform.sentIds()).toEqual(['100', '101', '102', '103', '100', '102']);
			const all = [...outputOf(ended), ...outputOf(ended, 1)];
			expect(all.filter(({ json }) => json.error)).toHaveLength(1);
		},
	);

	test('Retry sends only the rest', async () => {
		platform.faults([{ ...failing('102'), times: 1 }]);
		const failed = await run(operation, { retryOnFail: false });
		const ended = await failed.retry();

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '101', '102', '102', '103']);
	});
});

describe('an extraction whose request contains the time is not paid twice', () => {
	const when = testOperations.Extract.when('101');
	// Without digits, which could look like the ID of an item.
	const now =
		"=Now it is {{ `${$now.toMillis()}${Math.random()}`.replace(/\\d/g, (digit) => 'abcdefghij'[digit]) }}";
	const TIMES: INodeParameters[] = [
		{ options: { instructions: now } },
		{ text: `={{ $json.id }} ${now.slice(1)}` },
		{ options: { modelSettingsJson: '={{ { modelConfiguration: { seed: Date.now() } } }}' } },
		{ fields: { field: [{ name: 'total', type: 'number', description: now }] } },
	];

	test.each(TIMES)('%j', async (parameters) => {
		platform.faults([{ fault: 'status', status: 400, when, times: 2 }]);
		const execution = { ids: ['100', '101', '102'], requestOptions, parameters, settings: RETRIED };
		const retried = await execute(platform, 'Extract', execution);
		expect(errorOf(retried)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '101', '101', '101', '102']);
	});
});

describe('updates of the same job', () => {
	const parameters = { jobId: 'j', jobName: '={{ $json.id }}' };
	const rejected = (id: string, status = 409) => {
		return { fault: 'status', status, when: { containing: id }, times: 1 };
	};
	async function update(updated: string[], onError: INode['onError']) {
		const settings = { ...RETRIED, onError };
		return await execute(platform, 'Update', {
			ids: updated,
			parameters,
			requestOptions,
			settings,
		});
	}

	test.each([409, 400, 500, 423, 401])(
		'an earlier definition never overwrites a later one (%d)',
		async (status) => {
			platform.faults([rejected('100', status)]);
			const ended = await update(['100', '101'], 'continueRegularOutput');

			expect(platform.sentIds()).toEqual(['100', '101']);
			const [first, second] = jsonOf(ended);
			expect(first).toMatchObject({
				error: expect.stringMatching(
					/returned.*Not sent again: item 1 has replaced the job since$/,
				),
				details: { httpCode: status },
			});
			expect(second).not.toHaveProperty('error');
		},
	);

	test('three definitions: only those after the last one that succeeded are sent again', async () => {
		platform.faults([rejected('100'), rejected('102')]);
		const ended = await update(['100', '101', '102'], 'continueErrorOutput');
		expect(platform.sentIds()).toEqual(['100', '101', '102', '102']);
		expect(outputOf(ended)).toHaveLength(2);
	});

	test('with Stop Workflow, all are sent in order', async () => {
		platform.faults([rejected('100')]);
		expect(errorOf(await update(['100', '101'], 'stopWorkflow'))).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '100', '101']);
	});
});

describe('a request that may have run in an earlier try', () => {
	const lost: FaultRule = { fault: 'reset-after', times: 1 };

	test.each<[FaultRule]>([
		[{ fault: 'status', status: 404 }],
		[{ fault: 'status', status: 409 }],
		[{ fault: 'retry-after', status: 429, seconds: 86_400 }],
		[{ fault: 'html-200' }],
		[{ fault: 'reset' }],
	])('an update whose next try fails with %j is not reported as not run', async (then) => {
		platform.faults([lost, then]);
		const once = { requestOptions: { maxRetries: 1 }, settings: CONTINUE };
		const ended = await execute(platform, 'Update', once);
		const [{ error, details }] = jsonOf(ended);
		expect(error).toMatch(/^The job may have been replaced( in an earlier try)?: /);
		expect(details).toMatchObject({ mayHaveRun: true });
		expect(details).not.toHaveProperty('sent');
	});

	test('nor if Retry On Fail made the next try', async () => {
		platform.faults([lost, { fault: 'status', status: 404 }]);
		const settings = { ...RETRIED, ...CONTINUE };
		const ended = await execute(platform, 'Update', { requestOptions, settings });
		expect(platform.sentIds()).toHaveLength(3);
		expect(jsonOf(ended)[0]).toMatchObject({
			error: expect.stringMatching(/^The job may have been replaced in an earlier try: /),
			details: { mayHaveRun: true, httpCode: 404 },
		});
	});

	test.each<['Run' | 'Update', RegExp]>([
		['Run', /In an earlier try: The run of stream 100 may have started: /],
		['Update', /In an earlier try: The job may have been replaced: /],
	])('%s: nor if the item is invalid in the next try', async (operation, earlier) => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			platform.faults([lost]);
			const before = platform.requests().length;
			const timeout = `={{ Date.now() < ${Date.now() + 500} ? 60 : 'no' }}`;
			const ended = await execute(platform, operation, {
				requestOptions: { maxRetries: 0, timeout },
				settings: { ...RETRIED, waitBetweenTries: 600, onError },
			});
			expect(platform.requests()).toHaveLength(before + 1);
			const error = errorOf(ended);
			const [{ error: message, details }] = error
				? [{ error: error.message, details: (error.context.data as IDataObject)!.failed }]
				: jsonOf(ended);
			expect(message).toMatch(earlier);
			expect(message).not.toContain('Nothing was sent');
			const failed = { kind: 'invalid', mayHaveRun: true };
			expect(details).toMatchObject(error ? [failed] : failed);
		}
	});

	const session = { options: { sessionId: '7c0b6a5e-1d0c-4f5b-9d3e-0123456789ab' } };

	test.each(['reset-after', 'html-200', 'status', 'truncated-json'])(
		'an extraction is not sent into its session again by any try (%s)',
		async (fault) => {
			platform.faults([{ fault, times: 1 }]);
			const settings = { ...RETRIED, ...CONTINUE };
			const ended = await execute(platform, 'Extract', { parameters: session, settings });
			expect(platform.sentIds()).toEqual(['100']);
			expect(jsonOf(ended)[0]).toMatchObject({
				error: expect.stringMatching(/^The session may contain this request: /),
				details: { mayHaveRun: true },
			});
		},
	);

	test.each<[FaultRule, INodeParameters]>([
		[{ fault: 'reset-after', times: 1 }, { maxRetries: 1 }],
		[{ fault: 'status', status: 400, times: 1 }, {}],
	])('after %j with %j, it is', async (fault, given) => {
		platform.faults([fault]);
		const execution = { parameters: session, requestOptions: given, settings: RETRIED };
		const ended = await execute(platform, 'Extract', execution);
		expect(errorOf(ended)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '100']);
	});
});

test("an extraction with an unexpected response isn't kept", async () => {
	const when = testOperations.Extract.when('100');
	platform.faults([{ fault: 'wrong-shape', when, times: 1, handled: true }]);

	expect(errorOf(await run('Extract'))).toBeUndefined();
	expect(platform.sentIds()).toEqual(['100', ...ids]);
});

describe('a run with an unknown outcome', () => {
	test('is not sent again by Retry On Fail, which sends the others', async () => {
		platform.faults([{ fault: 'reset-after', when: { id: ['100', '102'] } }]);
		const error = errorOf(await run('Run'))!;

		expect(platform.sentIds()).toEqual(ids);
		expect(error.message).toMatch(MAY_HAVE_STARTED);
		expect(error.context.data).toMatchObject({
			done: [{ streamId: '101' }, { streamId: '103' }],
			failed: [
				{ itemIndex: 0, kind: 'unknownOutcome' },
				{ itemIndex: 2, kind: 'unknownOutcome' },
			],
		});
	});

	test('is not sent again by a later iteration of a loop', async () => {
		platform.faults([{ fault: 'reset-after', when: { id: '100' } }]);
		const parameters = { ...testOperations.Run.parameters, requestOptions };
		const iterations = [['100'], ['101'], ['100', '101'], ['100']];
		const ended = await runInLoop(iterations, { parameters, ...CONTINUE }, platform.credentials());

		expect(platform.sentIds()).toEqual(['100', '101', '101']);
		const description = expect.stringMatching(/check in the platform/);
		const first = { error: expect.stringMatching(MAY_HAVE_STARTED), details: { description } };
		const error = expect.stringMatching(/^Not sent again: The run of stream 100 may have started/);
		const later = { error, details: { kind: 'notSent', description } };
		expect(jsonOf(ended, 0, NODE, 0)[0]).toMatchObject(first);
		expect(jsonOf(ended, 0, NODE, 2)[0]).toMatchObject(later);
		expect(jsonOf(ended, 0, NODE, 3)[0]).toMatchObject(later);
	});
});

describe.each(['invokes', 'requests'] as AgentKind[])('an agent that %s the tool', (kind) => {
	const id = "={{ $fromAI('id', 'an id', 'string') }}";

	/** Calls the tool once for each id, and returns the texts for the agent. */
	async function call(operation: 'Extract' | 'Run', parameters: IDataObject, ...called: string[]) {
		const tool = {
			parameters: { ...testOperations[operation].parameters, ...parameters, requestOptions },
			...RETRIED,
		};
		const calls = called.map((each) => ({ id: each }));
		const ended = await callTool(kind, tool as never, calls, {
			credentials: platform.credentials(),
		});
		return jsonOf(ended, 0, 'Agent').map(({ output }) => String(output));
	}

	const extract = { text: id, options: { ifMissing: 'failIfEmpty' } };

	test('sends an extraction that fails after its response once per call', async () => {
		platform.faults([{ fault: 'missing-fields', when: { request: 1 } }]);
		const outputs = await call('Extract', extract, '100', '101', '100');

		expect(outputs[0]).toMatch(/total \(missing\)/);
		expect(platform.sentIds()).toEqual(['100', '101', '100']);
	});

	test('starts a run in each call, unless its outcome is unknown', async () => {
		platform.faults([{ fault: 'reset-after', when: { id: '100' } }]);
		const outputs = await call('Run', { streamId: id }, '100', '101', '101', '100');

		expect(platform.sentIds()).toEqual(['100', '101', '101']);
		expect(outputs[0]).toMatch(MAY_HAVE_STARTED);
		expect(outputs[1]).not.toMatch(/may have started/);
		expect(outputs[3]).toBe(outputs[0]);
	});
});
