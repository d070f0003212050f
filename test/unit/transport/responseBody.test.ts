import { Readable } from 'node:stream';
import { readBody } from '../../../nodes/DataPlatform/transport/response.ts';

/** A stream of pieces. */
function bodyOf(pieces: Array<string | Buffer>): Readable {
	return Readable.from(
		pieces.map((piece) => Buffer.from(piece)),
		{ objectMode: false },
	);
}

test('pieces become one text, even if a character is split', async () => {
	const euro = Buffer.from('€');
	const pieces = ['[1,', euro.subarray(0, 1), euro.subarray(1), ']'];
	expect(await readBody(bodyOf(pieces), 200)).toBe('[1,€]');
	expect(await readBody(bodyOf([]), 200)).toBe('');
});

test('a byte order mark at the start is removed', async () => {
	expect(await readBody(bodyOf(['\uFEFF{}\uFEFF']), 200)).toBe('{}\uFEFF');
});

test('it fails with an error of the stream', async () => {
	const body = new Readable({ read() {} });
	body.push('half');
	setTimeout(() => body.destroy(Object.assign(new Error('bad zip'), { code: 'Z_DATA_ERROR' })), 20);
	await expect(readBody(body, 200)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
});

test.each([
	['x', 64 * 2 ** 20, true],
	['x', 64 * 2 ** 20 + 1, false],
	['€', (64 * 2 ** 20) / 3 + 1, false],
])('the limit is 64 MB of %s', async (character, characters, isRead) => {
	let read = 0;
	const piece = character.repeat(2 ** 20);
	const body = Readable.from(
		(function* () {
			for (; read < characters; read += piece.length) yield piece.slice(0, characters - read);
			for (let more = 0; more < 100; more++) yield (read += piece.length) && '';
		})(),
	);
	const text = readBody(body, 200);

	if (isRead) return expect(await text).toHaveLength(characters);
	await expect(text).rejects.toMatchObject({
		message: 'The response is larger than 64 MB',
		description: expect.stringContaining('For a search, lower Page Size under Options.'),
		details: { kind: 'unexpectedResponse', httpCode: 200 },
	});
	expect(body.destroyed).toBe(true);
});
