import { type IDataObject, type IExecuteFunctions, Expression } from 'n8n-workflow';
import { connectorRun } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { createReaderFactory } from '../../../nodes/DataPlatform/parameters/reader.ts';

const createFactory = (
	streamId: unknown,
	items: IDataObject[],
	getNodeParameter: jest.Mock,
	type = 'dataPlatform',
) => {
	const context = {
		getNode: () => ({ type, parameters: { streamId } }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter,
	};
	return createReaderFactory(context as unknown as IExecuteFunctions, connectorRun);
};

test.each([
	['4711', 1],
	[['a', 'b'], 1],
	['={{ $json.stream }}', 3],
	[['a', '={{ $json.stream }}'], 3],
])('n8n evaluates %j for three items %d times, however often it is read', (streamId, count) => {
	const getNodeParameter = jest.fn((_, itemIndex) => `value ${itemIndex}`);
	const createReader = createFactory(streamId, [{}, {}, {}], getNodeParameter);

	const values = [0, 1, 2].map((itemIndex) => {
		const read = createReader(itemIndex);
		return [read.value('streamId'), read.value('streamId')];
	});

	expect(getNodeParameter).toHaveBeenCalledTimes(count);
	const last = `value ${count - 1}`;
	expect(values).toEqual([['value 0', 'value 0'], expect.anything(), [last, last]]);
});

test.each<[expression: string, ids: unknown[], evaluated: number[], type: string]>([
	['={{ $json.id }}', ['a', '={{ 1 }}', 'c'], [], 'dataPlatform'],
	['={{ $json.id }}', ['a', 'b'], [0, 1], 'dataPlatformTool'],
	['=Stream {{$json.id}}, {{ $json.id }}', ['a', '{{ $json.id }}', '$&'], [], 'dataPlatform'],
	['={{ $json.id }}', ['a', 1, 'c', true], [1, 3], 'dataPlatform'],
	['={{ $json.id.trim() }}', ['a', ' b '], [0, 1], 'dataPlatform'],
	['={{ $json.id }} {{ $json.id + 1 }}', ['a', 'b'], [0, 1], 'dataPlatform'],
	['=\\{{ $json.id }}', ['a', 'b'], [0, 1], 'dataPlatform'],
])('for %j with %j, n8n evaluates items %j of a %s', (streamId, ids, evaluated, type) => {
	const items = ids.map((id) => ({ id })) as IDataObject[];
	const expression = new Expression('UTC');
	const evaluate = (_: string, index: number) =>
		expression.resolveSimpleParameterValue(streamId, { $json: items[index] } as never);
	const getNodeParameter = jest.fn(evaluate);
	const createReader = createFactory(streamId, items, getNodeParameter, type);

	const values = ids.map((_, index) => createReader(index).value('streamId'));

	expect(getNodeParameter.mock.calls.map(([, index]) => index)).toEqual(evaluated);
	expect(values).toEqual(ids.map((_, index) => evaluate('', index)));
});
