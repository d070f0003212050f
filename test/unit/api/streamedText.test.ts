import { Readable } from 'node:stream';
import { isStream, streamedText } from '../../../nodes/DataPlatform/api/streamedText.ts';

/** A body whose pieces come one after another, each after a pause. */
function bodyOf(pieces: Array<string | Buffer>, pause = 0): Readable {
	async function* inTurn() {
		for (const piece of pieces) {
			await new Promise((resolve) => setTimeout(resolve, pause));
			yield Buffer.from(piece);
		}
	}
	return Readable.from(inTurn(), { objectMode: false });
}

const read = (body: Readable, timeout = 10_000, request = new AbortController()) =>
	streamedText(body, timeout, request);

test('only what is still to be read is a stream', () => {
	expect([bodyOf([]), 'text', {}, null, undefined].map((body) => isStream(body as never))).toEqual([
		...[true, false, false, false, false],
	]);
});

test('the pieces become one text, also where a character is cut in two', async () => {
	const euro = Buffer.from('€');
	expect(await read(bodyOf(['[1,', euro.subarray(0, 1), euro.subarray(1), ']']))).toBe('[1,€]');
	expect(await read(bodyOf([]))).toBe('');
});

test('a byte order mark at the beginning is left out', async () => {
	expect(await read(bodyOf(['\uFEFF{}\uFEFF']))).toBe('{}\uFEFF');
});

test('a body that takes longer than the timeout, but is never silent for so long, is read', async () => {
	const request = new AbortController();
	const pieces = Array.from({ length: 12 }, String);
	expect(await read(bodyOf(pieces, 50), 300.5, request)).toBe(pieces.join(''));
	expect(request.signal.aborted).toBe(false);
});

test('after silence the request is broken off', async () => {
	const request = new AbortController();
	const body = new Readable({ read() {} });
	body.push('half');
	request.signal.addEventListener('abort', () => body.destroy(new Error('canceled')));
	await expect(read(body, 50, request)).rejects.toMatchObject({
		message: 'No answer came in time (ECONNABORTED)',
	});
});

test.each([
	[Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'ECONNRESET'],
	[Object.assign(new Error('bad zip'), { code: 'Z_DATA_ERROR' }), 'Z_DATA_ERROR'],
	[new Error('no code'), 'ECONNRESET'],
])('%s breaks it off', async (error, code) => {
	const body = new Readable({ read() {} });
	body.push('half');
	setTimeout(() => body.destroy(error), 20);
	await expect(read(body)).rejects.toMatchObject({
		message: `The connection broke before an answer came (${code})`,
		facts: { networkCode: code },
	});
});
