import type { IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { createReaderFactory } from '../../../nodes/DataPlatform/parameters/reader.ts';

test.each([
	['4711', 1],
	[['a', 'b'], 1],
	['={{ $json.stream }}', 3],
	[['a', '={{ $json.stream }}'], 3],
])('n8n evaluates %j for three items %d times, however often it is read', (streamId, count) => {
	const getNodeParameter = jest.fn((_, itemIndex) => `value ${itemIndex}`);
	const context = { getNode: () => ({ parameters: { streamId } }), getNodeParameter };
	const createReader = createReaderFactory(context as unknown as IExecuteFunctions, connectorRun);

	const values = [0, 1, 2].map((itemIndex) => {
		const read = createReader(itemIndex);
		return [read.value('streamId'), read.value('streamId')];
	});

	expect(getNodeParameter).toHaveBeenCalledTimes(count);
	const last = `value ${count - 1}`;
	expect(values).toEqual([['value 0', 'value 0'], expect.anything(), [last, last]]);
});
