import type { IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { createReaderFactory } from '../../../nodes/DataPlatform/parameters/readerFactory.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const createFactory = (streamId: unknown, getNodeParameter: jest.Mock) => {
	const context = { getNode: () => ({ parameters: { streamId } }), getNodeParameter };
	return createReaderFactory(context as unknown as IExecuteFunctions, connectorRun.properties);
};

test.each([
	['4711', 1],
	[['a', 'b'], 1],
	['={{ $json.stream }}', 3],
	[['a', '={{ $json.stream }}'], 3],
])('n8n evaluates %j for three items %d times, however often it is read', (streamId, count) => {
	const getNodeParameter = jest.fn((_, itemIndex) => `value ${itemIndex}`);
	const createReader = createFactory(streamId, getNodeParameter);

	const values = [0, 1, 2].map((itemIndex) => {
		const read = createReader(itemIndex);
		return [read.value('streamId'), read.value('streamId')];
	});

	expect(getNodeParameter).toHaveBeenCalledTimes(count);
	const last = `value ${count - 1}`;
	expect(values).toEqual([['value 0', 'value 0'], expect.anything(), [last, last]]);
});

test.each<[expression: unknown, made: number]>([
	['4711', 1],
	['={{ $json.stream }}', 3],
])('what is made from %j is made %d times for three items', (streamId, made) => {
	const createReader = createFactory(streamId, jest.fn());
	const make = jest.fn(() => undefined);

	for (const itemIndex of [0, 1, 2]) createReader(itemIndex).share(['streamId'], 'key', make);

	expect(make).toHaveBeenCalledTimes(made);
});

test('shared results have keys', () => {
	const read = createFactory('4711', jest.fn())(0);

	expect(read.share(['streamId'], 'a', () => 1)).toBe(1);
	expect(read.share(['streamId'], 'b', () => 2)).toBe(2);
	expect(read.share(['streamId'], 'a', () => 3)).toBe(1);
});

test.each([
	[new RangeError('Maximum call stack size exceeded'), 'Correct the expression.'],
	[Object.assign(new Error('No node'), { description: 'Name it.' }), 'Name it.'],
])("n8n's %s names the parameter", async (cause, description) => {
	const failing = jest.fn(() => {
		throw cause;
	});
	const error = await catchInvalid(() => createFactory('={{ x }}', failing)(0).text('streamId'));

	const message = `'Stream ID' has an expression that can't be evaluated: ${cause.message}`;
	expect(error).toMatchObject({ message, parameter: 'Stream ID', description, cause });
});
