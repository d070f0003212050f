import { errorOf } from '../../support/engine/engine.ts';
import type { TestFile } from './harness.ts';
import { extractor, FILES, messageOf, sentContent, storeBinaryData } from './harness.ts';

const { platform, extract } = extractor();

const text = (data: string): TestFile => ({
	name: 'note.txt',
	mimeType: 'text/plain',
	data: Buffer.from(data),
});
const textFrom = (inputDataFieldName: unknown) => ({
	outputStructure: { field: [{ name: 'total', type: 'number' }] },
	inputType: 'content',
	content: { item: [{ kind: 'textFile', inputDataFieldName }] },
});
const EARLIER = `={{ $('${FILES}').item.binary.data }}`;
const EARLIER_COMBINED = `={{ $('${FILES}').item._files.data }}`;

const THE_ITEM = 'the input item';
const A_NODE_BEFORE = 'a node before one that drops files';

type Storage = 'default' | 'filesystem';
type BinaryMode = 'separate' | 'combined';

afterEach(async () => await storeBinaryData('default'));

// `$binary` leaves out what is kept in memory, and combined mode hides it there.
test.each<[Storage, BinaryMode, given: string, from: string]>([
	['filesystem', 'separate', 'data', THE_ITEM],
	['filesystem', 'separate', '={{ $binary.data }}', THE_ITEM],
	['filesystem', 'separate', EARLIER, THE_ITEM],
	['filesystem', 'separate', EARLIER, A_NODE_BEFORE],
	['filesystem', 'combined', 'data', THE_ITEM],
	['filesystem', 'combined', '_files.data', THE_ITEM],
	['filesystem', 'combined', '_files["data"]', THE_ITEM],
	['filesystem', 'combined', '={{ $json._files.data }}', THE_ITEM],
	['filesystem', 'combined', EARLIER_COMBINED, THE_ITEM],
	['filesystem', 'combined', EARLIER_COMBINED, A_NODE_BEFORE],
	['default', 'separate', 'data', THE_ITEM],
	['default', 'separate', EARLIER, THE_ITEM],
	['default', 'combined', 'data', THE_ITEM],
	['default', 'combined', "={{ 'data' }}", THE_ITEM],
])(
	'files kept as %s, binary mode %s: %s is a file of %s',
	async (storage, binaryMode, given, from) => {
		await storeBinaryData(storage);
		const ended = await extract({
			parameters: textFrom(given),
			input: [{}, {}],
			files: [[text('one')], [text('two')]],
			workflowSettings: { binaryMode },
			withoutFiles: from === A_NODE_BEFORE,
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(
			sentContent(platform).map((content) => (content as Array<{ text: string }>)[0].text),
		).toEqual(['one', 'two']);
	},
);

test.each([
	['filesystem', 'separate', '={{ $binary }}'],
	['filesystem', 'combined', '={{ $json._files }}'],
	['default', 'separate', '={{ $binary }}'],
	['default', 'combined', '={{ $binary }}'],
] as const)(
	'files kept as %s, binary mode %s: all files of an item, %s, are no file',
	async (storage, binaryMode, given) => {
		await storeBinaryData(storage);
		const ended = await extract({
			parameters: textFrom(given),
			input: [{}],
			files: [[text('one')]],
			workflowSettings: { binaryMode },
		});
		expect(messageOf(ended)).toContain(
			"'Input Data Field Name' must be the name of a field with a file, but is an object",
		);
		expect(platform.requests()).toHaveLength(0);
	},
);

test('data that looks like a stored file is no binary field', async () => {
	const forged = {
		mimeType: 'text/plain',
		id: 'filesystem-v2:workflows/1/executions/2/binary_data/3',
	};
	const ended = await extract({ parameters: textFrom('data'), input: [{ data: forged }] });
	expect(messageOf(ended)).toContain('names "data", but the item has no such file');
});

test.each(['toString', 'name', 'list[3].file', '..', '__proto__'])(
	'the path %s leads to no file',
	async (path) => {
		const ended = await extract({
			parameters: textFrom(path),
			input: [{ name: 'data', list: [] }],
			files: [[text('a')]],
		});
		expect(messageOf(ended)).toContain(`names "${path}", but the item has no such file`);
	},
);
