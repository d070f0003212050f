// The judge of what bytes mean is iconv-lite, which encodes text independently of the Encoding Standard's decoders.
import iconv from 'iconv-lite';
import { decodeText } from '../../../nodes/DataPlatform/helpers/decodeText.ts';

const type = (charset?: string) => `application/json${charset ? `; charset=${charset}` : ''}`;

test.each([
	['iso-8859-1', 'Café Müller'],
	['ISO-8859-1', 'Café Müller'],
	['"windows-1252"', '12 € “quoted” – Š'],
	['latin1', 'é'],
	['us-ascii', 'é'],
	['iso-8859-15', 'é €'],
	['iso-8859-2', 'Łódź'],
	['windows-1250', 'Łódź'],
	['windows-1251', 'Москва'],
	['koi8-r', 'Москва'],
	['windows-1253', 'Αθήνα'],
	['windows-1254', 'İstanbul'],
	['shift_jis', '東京コップ'],
	['euc-jp', '東京'],
	['gbk', '北京你好'],
	['gb18030', '北京'],
	['big5', '台北'],
	['euc-kr', '서울'],
	['utf-16', 'Café'],
	['utf-16le', 'Café'],
	['utf-16be', 'Café'],
	['utf-8', 'Café 😀'],
])('bytes in the declared charset %s are read as %s', (charset, text) => {
	const json = JSON.stringify({ name: text });
	const bytes = iconv.encode(json, charset.replaceAll('"', '').replace('us-ascii', 'latin1'));
	expect(decodeText([bytes], type(charset))).toBe(json);
	expect(decodeText([bytes], `application/json;charset=${charset}; odata=x`)).toBe(json);
	// Byte by byte.
	const pieces = Array.from(bytes, (byte) => Buffer.of(byte));
	expect(decodeText(pieces, type(charset))).toBe(json);
});

test('ISO-2022-JP writes other characters with the bytes of ASCII', () => {
	const bytes = Buffer.from('{"name":"\u001b$BEl5~\u001b(B"}');
	expect(decodeText([bytes], type('ISO-2022-JP'))).toBe('{"name":"東京"}');
});

test.each([undefined, 'iso-8859-1', 'windows-1252', 'shift_jis', 'utf-16', 'unknown', 'utf8mb4'])(
	'UTF-8 is read although %s is declared',
	(charset) => {
		for (const json of ['{"name":"Café"}', '{}', '5', '', '"x"', '{"price":"5 €"}', '"\ufffd"']) {
			expect(decodeText([Buffer.from(json)], type(charset))).toBe(json);
			expect(decodeText([Buffer.from(`\uFEFF${json}`)], type(charset))).toBe(json);
		}
	},
);

test.each(['utf-16le', 'utf-16be'])('%s is found without a declaration', (charset) => {
	for (const addBOM of [true, false]) {
		const bytes = iconv.encode('{"name":"Łódź"}', charset, { addBOM });
		expect(decodeText([bytes], type())).toBe('{"name":"Łódź"}');
	}
});

test.each([undefined, 'utf-8', 'unknown', 'shift_jis', 'x-user'])(
	'bytes that are no text in UTF-8 or %s are not read',
	(charset) => {
		expect(
			decodeText([Buffer.from('{"name":"Caf\xe9"}', 'latin1')], type(charset)),
		).toBeUndefined();
	},
);
