import { errorOf } from '../../harness/engine/engine.ts';
import type { TestFile } from './harness.ts';
import { extractor, FILES, messageOf, sentContent, storeBinaryData } from './harness.ts';

const { platform, extract } = extractor();

const text = (data: string): TestFile => ({
	name: 'note.txt',
	mimeType: 'text/plain',
	data: Buffer.from(data),
});
const textFrom = (binaryField: unknown, encoding?: string) => ({
	outputStructure: { field: [{ name: 'total', type: 'number' }] },
	inputType: 'content',
	content: { item: [{ kind: 'textFile', binaryField, ...(encoding && { encoding }) }] },
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

		test('a field that is not there: what there is', async () => {
			const ended = await extract({ parameters: textFrom('note'), input, files, workflowSettings });
			expect(messageOf(ended)).toBe(
				'\'Binary Field\' names the binary field "note", which the item does not have [item 0] | The item has these binary fields: "data" (note.txt, text/plain). 2 items are refused: 0 to 1.',
			);
		});

		test('all files of an item are no file', async () => {
			const given = isCombined ? '={{ $json._files }}' : '={{ $binary }}';
			const ended = await extract({ parameters: textFrom(given), input, files, workflowSettings });
			expect(messageOf(ended)).toContain(
				"'Binary Field' must name a binary field or give a file, but is an object",
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
	expect(messageOf(ended)).toContain('names the binary field "data", which the item does not have');
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
		expect(messageOf(ended)).toContain(`names the binary field "${path}"`);
	},
);

describe('File Encoding', () => {
	const file = (...bytes: number[]): TestFile[][] => [
		[{ name: 'a.csv', mimeType: 'text/csv', data: Buffer.from(bytes) }],
	];

	test.each([
		['iso88592', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
		['windows1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
		['windows1251', [0xcf, 0xf0, 0xe8], 'При'],
		['koi8r', [0xf0, 0xd2, 0xc9], 'При'],
		['iso885915', [0xa4], '€'],
		['windows1252', [0x80, 0x93], '€“'],
		['shiftjis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
		['eucjp', [0xc6, 0xfc, 0xcb, 0xdc], '日本'],
		['gbk', [0xc8, 0xd5], '日'],
		['utf8', [0xef, 0xbb, 0xbf, 0xc3, 0xa4], 'ä'],
		['utf16be', [0x65, 0xe5, 0x67, 0x2c], '日本'],
	])('%s', async (encoding, bytes, expected) => {
		const ended = await extract({
			parameters: textFrom('data', encoding),
			input: [{}],
			files: file(...bytes),
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentTexts()).toEqual([expected]);
	});

	test('of another kind for each item, by an expression', async () => {
		await extract({
			parameters: textFrom('data', '={{ $json.encoding }}'),
			input: [{ encoding: 'windows1251' }, { encoding: 'auto' }],
			files: [...file(0xcf), ...file(0x61, 0x62, 0x63, 0xe4)],
		});
		expect(sentTexts()).toEqual(['П', 'abcä']);
	});

	test.each([
		['utf8', [0xc3, 0x28], 'holds no text that can be read'],
		['windows1252', [...Buffer.from('%PDF-1.7')], 'holds no text that can be read'],
		['latin', [0x61], "'File Encoding' must be one of auto, "],
	])('%s is refused for what it does not fit', async (encoding, bytes, reason) => {
		const ended = await extract({
			parameters: textFrom('data', encoding),
			input: [{}],
			files: file(...bytes),
		});
		expect(messageOf(ended)).toContain(reason);
		expect(platform.requests()).toHaveLength(0);
	});
});

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
