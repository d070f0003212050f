/** How windows-1252 reads the bytes 0x80 to 0x9F. Some releases of Node read control characters instead. */
export const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The names of the only encoding of the standard that writes other characters with the bytes of ASCII. */
const SEVEN_BIT = ['iso-2022-jp', 'csiso2022jp'];

/**
 * Decodes the body of a response without its byte order mark. JSON is UTF-8 (RFC 8259, section 8.1). Some
 * servers send something else and declare it, and some declare something else but send UTF-8. So valid UTF-8 is
 * read as that, and other bytes as declared. Of a body that is cut off, the last character may be incomplete.
 * @param pieces the body as it arrived
 * @returns undefined if the bytes are neither UTF-8, apart from an incomplete character at their end, nor text in a
 * declared charset of the Encoding Standard
 */
export function decodeText(pieces: Buffer[], contentType: string): string | undefined {
	const declared = findCharset(contentType);
	const likely = SEVEN_BIT.includes(declared) ? [declared, 'utf-8'] : ['utf-8', declared];
	// '' means that none was found. It's an unknown encoding, for which `decode` returns undefined.
	for (const encoding of [findUtf16(pieces), ...likely]) {
		const text = encoding === 'utf-8' ? decodeUtf8(pieces) : decode(pieces, encoding);
		if (text !== undefined) return text;
	}
	return decode(pieces, 'utf-8', true);
}

/** Returns the parameter `charset` of a Content-Type. A quoted value is one value (RFC 9110, section 5.6.6). */
function findCharset(contentType: string): string {
	const parameters = contentType.matchAll(/;\s*([^\s=;]+)\s*=\s*("(?:\\.|[^"\\])*"|[^\s;]*)/g);
	for (const [, name, value] of parameters) {
		if (name.toLowerCase() === 'charset') return value.replace(/["']/g, '').toLowerCase();
	}
	return '';
}

/** Finds UTF-16 by its byte order mark, or because JSON begins with two ASCII characters (RFC 4627, section 3). */
function findUtf16(pieces: Buffer[]): string {
	const [first, second] = Buffer.concat(pieces, 2);
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
	return '';
}

/**
 * Decodes valid UTF-8 piece by piece, which is faster than with a fatal decoder. Invalid bytes, and a character that
 * begins in one piece and ends in the next, become U+FFFD. Then a fatal decoder reads all pieces again.
 */
function decodeUtf8(pieces: Buffer[]): string | undefined {
	const text = pieces.map((piece) => piece.toString()).join('');
	return text.includes('\ufffd') ? decode(pieces, 'utf-8') : text.replace(/^\ufeff/, '');
}

/** Returns undefined for an unknown encoding, or bytes that aren't valid in it. */
function decode(pieces: Buffer[], encoding: string, mayBeCutOff = false): string | undefined {
	try {
		const decoder = new TextDecoder(encoding, { fatal: true });
		const text = decoder.decode(Buffer.concat(pieces), { stream: mayBeCutOff });
		if (decoder.encoding !== 'windows-1252') return text;
		return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]);
	} catch {
		return undefined;
	}
}
