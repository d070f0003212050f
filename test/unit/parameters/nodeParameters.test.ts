import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { createReaderFactory } from '../../../nodes/DataPlatform/parameters/nodeParameters.ts';

/** What n8n is asked for: `answers` says what it makes of the parameter for each item. */
function readsOf(streamId: unknown, items: IDataObject[], answers: unknown[]) {
	const asked: number[] = [];
	const context = {
		getNode: () => ({ parameters: { streamId } }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter(_name: string, itemIndex: number) {
			asked.push(itemIndex);
			return answers[itemIndex];
		},
	} as unknown as IExecuteFunctions;
	const readerOf = createReaderFactory(context, connectorRun);
	const values = items.map((_, itemIndex) => {
		try {
			return readerOf(itemIndex).value('streamId');
		} catch {
			return 'no value';
		}
	});
	return { values, asked };
}

const streams = [{ stream: 11 }, { stream: 12 }, { stream: 13 }];

test('a value without an expression is asked for once', () => {
	expect(readsOf('7', streams, ['7', '7', '7'])).toEqual({ values: ['7', '7', '7'], asked: [0] });
});

test.each([
	['{{ $json.stream }}', streams],
	['{{$json.stream}}', streams],
	["{{ $json['stream'] }}", streams],
	['{{ $json["stream"] }}', streams],
	['{{ $json.of.stream }}', streams.map((of) => ({ of }))],
	["{{ $json['of a'].stream }}", streams.map((of) => ({ 'of a': of }))],
])('a mere field of the item, %s, is read from the items that follow', (expression, items) => {
	const reads = readsOf(`=${expression}`, items, [11, 'not asked', 'not asked']);
	expect(reads).toEqual({ values: [11, 12, 13], asked: [0] });
});

test.each([
	'{{ $json.stream + 1 }}',
	'{{ $json.stream }} ',
	'a{{ $json.stream }}',
	'{{ $json.stream }}{{ $json.stream }}',
	'{{ $json.stream.toString() }}',
	'{{ $json?.stream }}',
	'{{ $json }}',
	'{{ $json[stream] }}',
	"{{ $json['str\\x65am'] }}",
	'{{ $input.item.json.stream }}',
	"{{ $('Before').item.json.stream }}",
])('any other expression, %s, is n8n’s for every item', (expression) => {
	const reads = readsOf(`=${expression}`, streams, [11, 12, 'of n8n']);
	expect(reads).toEqual({ values: [11, 12, 'of n8n'], asked: [0, 1, 2] });
});

test('where n8n’s answer is another one than the field, n8n is asked for every item', () => {
	const reads = readsOf('={{ $json.stream }}', streams, ['a tool’s', 'other', 'values']);
	expect(reads).toEqual({ values: ['a tool’s', 'other', 'values'], asked: [0, 1, 2] });
});

test.each([
	['missing', {}],
	['inherited', Object.create({ stream: 12 }) as IDataObject],
])('n8n is asked for a field that is %s', (_, second) => {
	const reads = readsOf('={{ $json.stream }}', [{ stream: 11 }, second], [11, 'of n8n']);
	expect(reads).toEqual({ values: [11, 'of n8n'], asked: [0, 1] });
});

test('a first item without the field does not stand in the way of the others', () => {
	const items = [{}, ...streams];
	const reads = readsOf('={{ $json.stream }}', items, [undefined, 11, 'not asked', 'not asked']);
	expect(reads).toEqual({ values: ['no value', 11, 12, 13], asked: [0, 1] });
});
