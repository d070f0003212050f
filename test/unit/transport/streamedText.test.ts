import { Readable } from 'node:stream';
import { isStream, streamedText } from '../../../nodes/DataPlatform/transport/streamedText.ts';

/** A body whose pieces come one after another. */
function bodyOf(pieces: Array<string | Buffer>): Readable {
	return Readable.from(
		pieces.map((piece) => Buffer.from(piece)),
		{ objectMode: false },
	);
}

test('only what is still to be read is a stream', () => {
	expect([bodyOf([]), 'text', {}, null, undefined].map((body) => isStream(body as never))).toEqual([
		...[true, false, false, false, false],
	]);
});

test('the pieces become one text, also where a character is cut in two', async () => {
	const euro = Buffer.from('€');
	expect(await streamedText(bodyOf(['[1,', euro.subarray(0, 1), euro.subarray(1), ']']))).toBe(
		'[1,€]',
	);
	expect(await streamedText(bodyOf([]))).toBe('');
});

test('a byte order mark at the beginning is left out', async () => {
	expect(await streamedText(bodyOf(['\uFEFF{}\uFEFF']))).toBe('{}\uFEFF');
});

test.each([
	[Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'ECONNRESET'],
	[Object.assign(new Error('bad zip'), { code: 'Z_DATA_ERROR' }), 'Z_DATA_ERROR'],
	[new Error('no code'), 'ECONNRESET'],
])('%s breaks it off', async (error, code) => {
	const body = new Readable({ read() {} });
	body.push('half');
	setTimeout(() => body.destroy(error), 20);
	await expect(streamedText(body)).rejects.toMatchObject({
		message: `The connection broke before an answer came (${code})`,
		details: { networkCode: code },
	});
});
