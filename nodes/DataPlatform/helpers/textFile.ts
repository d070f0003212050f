/** Encodings by byte order mark. Each character of a key is one byte of the mark. */
const ENCODINGS: Record<string, string> = {
	'\u00ef\u00bb\u00bf': 'utf-8',
	'\u00ff\u00fe': 'utf-16le',
	'\u00fe\u00ff': 'utf-16be',
};

/** Windows-1252 for bytes 0x80 to 0x9f, \0 if unassigned. Node 20's TextDecoder reads them as Latin-1. */
const WINDOWS_1252_CHARACTERS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** How PDF and RTF begin. All of their bytes may be ASCII, so they would look like text. */
const PDF_OR_RTF_START = /^(?:%PDF-|\{\\rtf)/;

const SAMPLE_BYTES = 4096;

/** A control character that text doesn't contain. */
const BINARY_CHARACTER = /(?![\t\n\f\r\u0080-\u009f])\p{Cc}/u;

/**
 * Decodes the text of a file in UTF-8, UTF-16 or Windows-1252, which includes Latin-1. A byte order mark
 * or the zero bytes of UTF-16 show the encoding. Without them, tries UTF-8, then Windows-1252.
 * @returns undefined if the file isn't text in one of these encodings
 */
export function decodeText(data: Buffer): string | undefined {
	const start = data.subarray(0, 8).toString('latin1');
	if (PDF_OR_RTF_START.test(start)) return undefined;
	const byteOrderMark = Object.keys(ENCODINGS).find((each) => start.startsWith(each));
	const text = byteOrderMark ? decode(data, ENCODINGS[byteOrderMark]) : decodeUnmarked(data);
	return text !== undefined && BINARY_CHARACTER.test(text) ? undefined : text;
}

function decodeUnmarked(data: Buffer): string | undefined {
	const sample = data.subarray(0, SAMPLE_BYTES);
	// In UTF-16, every second byte of Western text is zero: in little-endian, the bytes at odd positions.
	const countZeros = (parity: number) =>
		sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
	if (countZeros(1) > countZeros(0)) return decode(data, 'utf-16le');
	if (countZeros(0) > 0) return decode(data, 'utf-16be');
	// Text in Windows-1252 is mostly ASCII. Text in an 8-bit encoding for Cyrillic or Greek isn't.
	const isMostlyAscii = sample.filter((byte) => byte >= 0x80).length * 3 <= sample.length;
	return decode(data, 'utf-8') ?? (isMostlyAscii ? decodeWindows1252(data) : undefined);
}

function decode(data: Buffer, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(data);
	} catch {
		return undefined;
	}
}

function decodeWindows1252(data: Buffer): string {
	return data
		.toString('latin1')
		.replace(
			/[\u0080-\u009f]/g,
			(character) => WINDOWS_1252_CHARACTERS[character.charCodeAt(0) - 0x80],
		);
}
