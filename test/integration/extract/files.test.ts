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
const sentTexts = () =>
	sentContent(platform).map((content) => (content as Array<{ text: string }>)[0].text);

const separate = { storage: 'filesystem', binaryMode: 'separate' } as const;
const combined = { storage: 'filesystem', binaryMode: 'combined' } as const;
const inMemory = { storage: 'default', binaryMode: 'separate' } as const;
const combinedInMemory = { storage: 'default', binaryMode: 'combined' } as const;

describe.each([separate, combined, inMemory, combinedInMemory])(
	'files kept as $storage, binary mode $binaryMode',
	({ storage, binaryMode }) => {
		beforeAll(async () => await storeBinaryData(storage));
		afterAll(async () => await storeBinaryData('default'));

		const isCombined = binaryMode === 'combined' && storage === 'filesystem';
		const workflowSettings = { binaryMode };
		const input = [{}, {}];
		const files = [[text('one')], [text('two')]];

		test('a file by the name of its field', async () => {
			const ended = await extract({ parameters: textFrom('data'), input, files, workflowSettings });
			expect(errorOf(ended)).toBeUndefined();
			expect(sentTexts()).toEqual(['one', 'two']);
		});

		const ofEarlierStep = isCombined
			? `={{ $('${FILES}').item._files.data }}`
			: `={{ $('${FILES}').item.binary.data }}`;
		const expressions = {
			// `$binary` leaves out what is kept in memory, and combined mode hides it there.
			'filesystem separate': ['={{ $binary.data }}', ofEarlierStep],
			'filesystem combined': ['={{ $json._files.data }}', ofEarlierStep],
			'default separate': [ofEarlierStep],
			'default combined': ["={{ 'data' }}"],
		}[`${storage} ${binaryMode}` as const];

		test.each(expressions)('a file that the expression %s gives', async (given) => {
			const ended = await extract({ parameters: textFrom(given), input, files, workflowSettings });
			expect(errorOf(ended)).toBeUndefined();
			expect(sentTexts()).toEqual(['one', 'two']);
		});

		test('all files of an item are no file', async () => {
			const given = isCombined ? '={{ $json._files }}' : '={{ $binary }}';
			const ended = await extract({ parameters: textFrom(given), input, files, workflowSettings });
			expect(messageOf(ended)).toContain(
				"'Input Data Field Name' must be the name of a field with a file, but is an object",
			);
			expect(platform.requests()).toHaveLength(0);
		});
	},
);

test('data of the item that look like a stored file are no binary field', async () => {
	const forged = {
		mimeType: 'text/plain',
		id: 'filesystem-v2:workflows/1/executions/2/binary_data/3',
	};
	const ended = await extract({ parameters: textFrom('data'), input: [{ data: forged }] });
	expect(messageOf(ended)).toContain('names "data", but the item has no such file');
});

test.each(['_files.data', '_files["data"]', 'data'])(
	'by the path %s, in combined mode',
	async (path) => {
		await storeBinaryData('filesystem');
		const ended = await extract({
			parameters: textFrom(path),
			input: [{}],
			files: [[text('found')]],
			workflowSettings: { binaryMode: 'combined' },
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentTexts()).toEqual(['found']);
		await storeBinaryData('default');
	},
);

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

test.each([
	['separate', `={{ $('${FILES}').item.binary.data }}`],
	['combined', `={{ $('${FILES}').item._files.data }}`],
] as const)('a file that the step before dropped, binary mode %s', async (binaryMode, given) => {
	await storeBinaryData('filesystem');
	const ended = await extract({
		parameters: textFrom(given),
		input: [{}, {}],
		files: [[text('one')], [text('two')]],
		workflowSettings: { binaryMode },
		withoutFiles: true,
	});
	expect(errorOf(ended)).toBeUndefined();
	expect(sentTexts()).toEqual(['one', 'two']);
	await storeBinaryData('default');
});
