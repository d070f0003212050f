import type { IDataObject } from 'n8n-workflow';
import { errorOf } from '../../support/engine/engine.ts';
import { answering, extractor, itemsOf } from './harness.ts';

const { platform, extract } = extractor();

const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const extraction = (options: IDataObject = {}) => ({
	text: '={{ $json.text }}',
	specifyStructure: 'example',
	jsonExample: '={{ $json.example }}',
	options,
	requestOptions: { maxConcurrency: 1, maxRetries: 0 },
});
const input = [
	{ example: { total: 1 }, text: answering({ total: 1 }) },
	{ example: { words: ['a'] }, text: answering({ words: ['b', 'c'] }) },
	{ example: { buyer: { name: 'a' } }, text: answering({ buyer: { name: 'Ada' } }) },
];
test('an answer that lacks fields is kept, not asked for again', async () => {
	const ended = await extract({
		parameters: extraction({ ifMissing: 'failIfEmpty' }),
		input: [...input.slice(0, 2), { example: { buyer: 'a' }, text: 'simulate: missing buyer' }],
		settings: retryOnFail,
	});
	expect(errorOf(ended)?.message).toBe('The response lacks "buyer" [item 2]');
	expect(errorOf(ended)?.context).toMatchObject({
		data: { done: [{ itemIndex: 0 }, { itemIndex: 1 }], failed: [{ received: { output: {} } }] },
	});
	expect(platform.requests()).toHaveLength(3);
});

test('items that are alike are extracted one by one, and each keeps its own answer', async () => {
	const twins = [input[0], input[0], input[2]];
	platform.faults([{ fault: 'status', status: 400, when: { containing: 'Ada', attempt: 1 } }]);
	const ended = await extract({
		parameters: extraction({ detailsField: 'details' }),
		input: twins,
		settings: retryOnFail,
	});
	const ids = itemsOf(ended).map(({ details }) => (details as IDataObject).requestId);
	expect(new Set(ids).size).toBe(3);
	expect(platform.requests()).toHaveLength(4);
});

test('a file that cannot be read costs nothing for the items before it when tried again', async () => {
	const ended = await extract({
		parameters: {
			...extraction(),
			inputType: 'content',
			content: { item: [{ kind: 'textFile', inputDataFieldName: '={{ $json.field }}' }] },
		},
		input: [
			{ example: { total: 1 }, field: 'data' },
			{ example: { total: 1 }, field: 'data' },
			{ example: { total: 1 }, field: 'data' },
		],
		files: [answering({ total: 1 }), answering({ total: 2 }), ' '].map((text) => [
			{ name: 'a.txt', mimeType: 'text/plain', data: Buffer.from(text) },
		]),
		settings: retryOnFail,
	});
	expect(errorOf(ended)?.message).toContain('names a file that is empty');
	expect(platform.requests()).toHaveLength(2);
});
