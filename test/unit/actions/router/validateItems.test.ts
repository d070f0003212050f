import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import type { Operation } from '../../../../nodes/DataPlatform/actions/operation.ts';
import { ExecutionController } from '../../../../nodes/DataPlatform/helpers/executionController.ts';
import { validateItems } from '../../../../nodes/DataPlatform/actions/router/validateItems.ts';

/** Items whose stream an expression gives, which only n8n can evaluate. */
function contextOf(items: IDataObject[], streamOf: (itemIndex: number) => unknown) {
	const asked: number[] = [];
	const context = {
		getNode: () => ({ parameters: { streamId: '={{ of n8n }}' } }),
		getInputData: () => items.map((json) => ({ json })),
		getTimezone: () => 'UTC',
		getNodeParameter(name: string, itemIndex: number) {
			if (name !== 'streamId') return undefined;
			asked.push(itemIndex);
			return streamOf(itemIndex);
		},
	} as unknown as IExecuteFunctions;
	return { context, asked };
}

const operation = connectorRun as Operation;
const running = new ExecutionController(undefined);
const items = (count: number) => Array.from({ length: count }, () => ({}));

test('an expression is evaluated once for each item, and its value is sent', async () => {
	let evaluations = 0;
	const { context, asked } = contextOf(items(3), () => ++evaluations);
	const { items: all } = await validateItems(context, operation, running, false);

	expect(asked).toEqual([0, 1, 2]);
	expect(all.map(({ valid }) => valid?.parameters)).toMatchObject([
		{ streamId: '1' },
		{ streamId: '2' },
		{ streamId: '3' },
	]);
});

test('Stop takes effect while the parameters of many items are read, even if the clock is set back', async () => {
	const began = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => began - 3_600_000 - performance.now());
	const stop = new AbortController();
	const controller = new ExecutionController(stop.signal);
	setImmediate(() => stop.abort());
	const { context, asked } = contextOf(items(1000), () => {
		const end = performance.now() + 5;
		while (performance.now() < end);
		return 7;
	});
	const { items: all } = await validateItems(context, operation, controller, false);
	jest.restoreAllMocks();

	expect(asked.length).toBeLessThan(1000);
	expect(all.filter(({ valid }) => valid)).toHaveLength(asked.length);
});

test('IDs that are blank, are objects, or cannot be read are left out', async () => {
	const { context } = contextOf(items(4), (itemIndex) => {
		if (itemIndex === 3) throw new Error('The expression is broken');
		return [7, { id: 7 }, ''][itemIndex];
	});
	const { items: all } = await validateItems(context, operation, running, false);

	expect(all.map(({ ids }) => Object.entries(ids))).toEqual([[['streamId', 7]], [], [], []]);
});

test('if Request Options are invalid for every item, no item is valid', async () => {
	const { context } = contextOf(items(3), () => 7);
	const getNodeParameter = () => ({ maxConcurrency: 0 });
	const { items: all } = await validateItems(
		{ ...context, getNodeParameter } as unknown as IExecuteFunctions,
		operation,
		running,
		false,
	);

	expect(all).toHaveLength(3);
	expect(all.every(({ state, valid }) => state === 'invalid' && !valid)).toBe(true);
});

test.each(['maxConcurrency', 'timeout'])(
	'if only the first item has a bad %s, the others are valid',
	async (name) => {
		const { context } = contextOf(items(3), () => 7);
		const expression = '={{ of n8n }}';
		const parameters = { streamId: expression, requestOptions: { [name]: expression } };
		const getNode = () => ({ parameters });
		const requestOptions = (itemIndex: number) => ({ [name]: itemIndex === 0 ? 0 : 5 });
		const getNodeParameter = (parameter: string, itemIndex: number) =>
			({ streamId: '7', requestOptions: requestOptions(itemIndex) })[parameter];
		const { items: all } = await validateItems(
			{ ...context, getNode, getNodeParameter } as unknown as IExecuteFunctions,
			operation,
			running,
			false,
		);

		expect(all.map(({ valid }) => valid !== undefined)).toEqual([false, true, true]);
		expect(all.map(({ state }) => state)).toEqual(['invalid', 'notSent', 'notSent']);
	},
);

test('in a retry, an invalid item fails like others, because earlier tries may have sent items', async () => {
	const { context } = contextOf(items(1), () => '');
	const { items: all } = await validateItems(context, operation, running, true);

	expect(all).toMatchObject([{ state: 'failed', error: { details: { kind: 'invalid' } } }]);
});
