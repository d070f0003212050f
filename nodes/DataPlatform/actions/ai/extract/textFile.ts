import { AUTOMATIC, ENCODINGS, WINDOWS_1252 } from './encodings';

const MARKS: Array<{ mark: number[]; encoding: string }> = [
	{ mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
	{ mark: [0xff, 0xfe], encoding: 'utf-16le' },
	{ mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** What the bytes from 0x80 to 0x9f stand for in Windows-1252; five of them stand for nothing. */
const WINDOWS_SIGNS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** How files begin that hold no text although most of their bytes may look like it. */
const NO_TEXT = ['%PDF-', 'PK\u0003\u0004', '{\\rtf', '\u0089PNG', 'GIF8', '\u00ff\u00d8\u00ff'];

const SAMPLE = 4096;

/** A control character that text does not hold; tabs and line breaks it does. */
const NOT_IN_TEXT = /(?![\t\n\f\r\u0080-\u009f])\p{Cc}/u;

/**
 * The text of a file. Unless the user says its encoding, it is found from the byte order mark, from the
 * zero bytes of UTF-16, or by trying UTF-8 and then, where most of it is ASCII, Windows-1252, of which
 * Latin-1 is a part. Other 8-bit encodings cannot be told from it.
 * @param encoding one of ENCODINGS by its value, or AUTOMATIC
 * @returns undefined when the file holds no text, or none in that encoding
 */
export function textOfFile(data: Buffer, encoding: string): string | undefined {
	const start = data.subarray(0, 8).toString('latin1');
	if (NO_TEXT.some((beginning) => start.startsWith(beginning))) return undefined;
	if (encoding !== AUTOMATIC) {
		return decoded(data, ENCODINGS.find(({ value }) => value === encoding)!.label);
	}
	return possibleEncodings(data)
		.map((label) => decoded(data, label))
		.find((text) => text !== undefined && !NOT_IN_TEXT.test(text));
}

function possibleEncodings(data: Buffer): string[] {
	const marked = MARKS.find(({ mark }) => mark.every((byte, index) => data[index] === byte));
	if (marked) return [marked.encoding];
	const sample = data.subarray(0, SAMPLE);
	// In UTF-16 every second byte of Western text is zero: the odd ones when it is little-endian.
	const zeros = (odd: number) =>
		sample.filter((byte, index) => byte === 0 && index % 2 === odd).length;
	if (zeros(1) > zeros(0)) return ['utf-16le'];
	if (zeros(0) > 0) return ['utf-16be'];
	// Text in Windows-1252 is mostly ASCII; text of other scripts in charsets of their own is not.
	const isMostlyAscii = sample.filter((byte) => byte >= 0x80).length * 3 <= sample.length;
	return isMostlyAscii ? ['utf-8', WINDOWS_1252] : ['utf-8'];
}

function decoded(data: Buffer, label: string): string | undefined {
	if (label === WINDOWS_1252) return windowsText(data);
	try {
		return new TextDecoder(label, { fatal: true }).decode(data);
	} catch {
		return undefined;
	}
}

function windowsText(data: Buffer): string {
	return data
		.toString('latin1')
		.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80]);
}
