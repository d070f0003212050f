import { decodeText } from '../../../nodes/DataPlatform/helpers/textFile.ts';

/** Japanese in UTF-16 has no zero bytes, by which an unmarked text would be recognized. */
const TEXT = '請求書、合計九百八十円';
const utf16le = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each([
	['UTF-8', Buffer.from(`\ufeff${TEXT}`)],
	['little-endian UTF-16', utf16le],
	['big-endian UTF-16', Buffer.from(utf16le).swap16()],
])('the byte order mark of %s decides, and is left out', (_, data) => {
	expect(decodeText(data)).toBe(TEXT);
});
