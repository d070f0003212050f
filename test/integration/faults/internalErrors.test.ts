import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { errorOf, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { CONTINUE, execute } from './execute.ts';

const platform = simulatedPlatform();
const run = operations.find(({ option }) => option.value === 'run')!;

afterEach(() => jest.restoreAllMocks());

const failures = {
	'before the request': () =>
		jest.spyOn(run, 'readParameters').mockImplementation(() => {
			throw new TypeError("Cannot read properties of undefined (reading 'x')");
		}),
	'after the request': () => {
		const { execute: original } = run;
		jest.spyOn(run, 'execute').mockImplementation(async (parameters, api) => {
			await original(parameters, api);
			throw new TypeError("Cannot read properties of undefined (reading 'x')");
		});
	},
};

describe.each(Object.entries(failures))('an error in our own code, %s', (_, fail) => {
	beforeEach(() => void fail());

	test('is reported as such, and nothing is claimed about the request', async () => {
		const [item] = jsonOf(await execute(platform, 'Run', { settings: CONTINUE }));

		expect(item).toMatchObject({
			streamId: '100',
			details: { kind: 'internal', description: expect.stringMatching(/report/i) },
		});
		expect(item.details).not.toHaveProperty('sent');
	});

	test('has the same kind if it ends the execution', async () => {
		const { data } = errorOf(await execute(platform, 'Run'))!.context;
		expect(JSON.stringify(data)).toContain('"kind":"internal"');
	});
});

test('the preview of an operation that needs no request sends nothing and does not fail', async () => {
	jest.spyOn(run, 'execute').mockResolvedValue({ items: [{ streamId: '100' }] });
	const ended = await execute(platform, 'Run', { requestOptions: { showRequest: true } });

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toHaveLength(1);
	expect(platform.requests()).toEqual([]);
});
