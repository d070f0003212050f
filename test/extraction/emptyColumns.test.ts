import { hintsOf } from '../../harness/engine/engine.ts';
import { answering, extractor } from './harness.ts';

const { extract } = extractor();

const example = {
	specifyStructure: 'example',
	jsonExample: '{"lines":[{"a":"A","b":"B"},{"a":"A"}]}',
};
const row = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
const lines = { type: 'array', items: { ...row, required: ['a'] } };
const schema = {
	specifyStructure: 'schema',
	jsonSchema: JSON.stringify({ type: 'object', properties: { lines } }),
};

test.each([
	['of a JSON Example', example],
	['of a JSON Schema', schema],
])(
	'neither a single element nor a column %s that may be left out is told as empty',
	async (_, structure) => {
		const withoutB = [
			{ a: 'A', b: null },
			{ a: 'B', b: null },
		];
		const ended = await extract({
			parameters: { text: '={{ $json.text }}', ...structure },
			input: [withoutB, [{ a: 'A' }, { a: 'B' }], [{ b: 'C' }]].map((elements) => ({
				text: answering({ lines: elements }),
			})),
		});
		expect(hintsOf(ended)).toEqual([]);
	},
);

test('a column without a value in any element is told, one with a value in some is not', async () => {
	const ended = await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyStructure: 'example',
			jsonExample: JSON.stringify({ lines: [{ article: 'a', pieces: 1, price: 1.5 }] }),
		},
		input: [
			{ article: 'A', price: null },
			{ article: 'B', pieces: null, price: 2 },
		].map((line) => ({ text: answering({ lines: [line, { ...line, price: 3 }] }) })),
	});
	expect(hintsOf(ended)).toEqual([
		'"lines.pieces" came without a value in all elements of the list, for some items.',
	]);
});

test.each([
	['null in every element', { article: 'A', price: null }, ['"lines.price"']],
	['blank in every element', { article: 'A', price: ' ' }, ['"lines.price"']],
	['null where nobody asked for it', { article: 'A', price: 1, colour: null }, []],
])('a column that is %s', async (_, line, told) => {
	const ended = await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyStructure: 'example',
			jsonExample: JSON.stringify({ lines: [{ article: 'a', price: 'p' }] }),
		},
		input: [{ text: answering({ lines: [line, line] }) }],
	});
	expect(hintsOf(ended)).toEqual(told.map((name) => expect.stringContaining(name)));
});
