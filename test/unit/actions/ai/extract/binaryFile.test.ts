import { findBinaryFile } from '../../../../../nodes/DataPlatform/actions/ai/extract/binaryFile.ts';
import { type InputItem, isFile } from '../../../../../nodes/DataPlatform/parameters/inputItem.ts';

const file = { mimeType: 'text/plain', data: 'aGk=' };
const item = {
	json: { mails: [{ file }] },
	files: new Map([['report', file]]),
	readFile: async () => await Promise.resolve(Buffer.from('hi')),
} as unknown as InputItem;

test.each([
	[file, true],
	[{ mimeType: 'text/plain', id: 'stored:1' }, true],
	[{ mimeType: 'text/plain' }, false],
	[{ data: 'aGk=' }, false],
	[{ id: 'stored:1' }, false],
	['report', false],
])('whether n8n treats %j as a file: %p', (value, expected) => {
	expect(isFile(value)).toBe(expected);
});

test.each(['report', '\u200breport ', 'mails[0].file', `mails[0]["file"]`])(
	'%s is found',
	async (name) => {
		const { read, ...found } = findBinaryFile('Input Data Field Name', name, item);

		expect(found).toEqual({ mimeType: 'text/plain', fileName: '', fileExtension: '' });
		expect(String(await read())).toBe('hi');
	},
);

test('a list of files fails, with an expression for the file of an earlier node', () => {
	expect(() => findBinaryFile('Input Data Field Name', [file], item)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('must be the name of a field with a file'),
			description:
				'The item has files in these fields: "report" (text/plain). For a file of an earlier node, use {{ $(\'Node name\').item.binary.data }}.',
		}),
	);
});
