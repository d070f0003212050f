/** The encoding that is found by itself. */
export const AUTOMATIC = 'auto';

/** Decoded by hand: the decoder of Node 20 takes Windows-1252 for Latin-1, which has no "€". */
export const WINDOWS_1252 = 'windows-1252';

interface Encoding {
	/** As in n8n's Extract From File. */
	value: string;
	name: string;
	/** As TextDecoder knows it (https://encoding.spec.whatwg.org). */
	label: string;
}

/** Those of n8n's Extract From File for which Node has a decoder of its own. */
export const ENCODINGS: Encoding[] = [
	{ value: 'big5hkscs', name: 'Big5-HKSCS (Chinese)', label: 'big5' },
	{ value: 'cp866', name: 'CP866 (Cyrillic)', label: 'ibm866' },
	{ value: 'cp949', name: 'CP949 (Korean)', label: 'euc-kr' },
	{ value: 'eucjp', name: 'EUC-JP (Japanese)', label: 'euc-jp' },
	{ value: 'gb18030', name: 'GB18030 (Chinese)', label: 'gb18030' },
	{ value: 'gbk', name: 'GBK (Chinese)', label: 'gbk' },
	{ value: 'iso88591', name: 'ISO-8859-1 (Latin-1)', label: WINDOWS_1252 },
	{ value: 'iso88592', name: 'ISO-8859-2 (Central European)', label: 'iso-8859-2' },
	{ value: 'iso88593', name: 'ISO-8859-3 (South European)', label: 'iso-8859-3' },
	{ value: 'iso88594', name: 'ISO-8859-4 (North European)', label: 'iso-8859-4' },
	{ value: 'iso88595', name: 'ISO-8859-5 (Cyrillic)', label: 'iso-8859-5' },
	{ value: 'iso88596', name: 'ISO-8859-6 (Arabic)', label: 'iso-8859-6' },
	{ value: 'iso88597', name: 'ISO-8859-7 (Greek)', label: 'iso-8859-7' },
	{ value: 'iso88598', name: 'ISO-8859-8 (Hebrew)', label: 'iso-8859-8' },
	{ value: 'iso88599', name: 'ISO-8859-9 (Turkish)', label: 'windows-1254' },
	{ value: 'iso885910', name: 'ISO-8859-10 (Nordic)', label: 'iso-8859-10' },
	{ value: 'iso885911', name: 'ISO-8859-11 (Thai)', label: 'windows-874' },
	{ value: 'iso885913', name: 'ISO-8859-13 (Baltic)', label: 'iso-8859-13' },
	{ value: 'iso885914', name: 'ISO-8859-14 (Celtic)', label: 'iso-8859-14' },
	{ value: 'iso885915', name: 'ISO-8859-15 (Western European)', label: 'iso-8859-15' },
	{ value: 'iso885916', name: 'ISO-8859-16 (Romanian)', label: 'iso-8859-16' },
	{ value: 'koi8r', name: 'KOI8-R (Russian)', label: 'koi8-r' },
	{ value: 'koi8u', name: 'KOI8-U (Ukrainian)', label: 'koi8-u' },
	{ value: 'maccyrillic', name: 'Mac Cyrillic', label: 'x-mac-cyrillic' },
	{ value: 'macroman', name: 'Mac Roman', label: 'macintosh' },
	{ value: 'shiftjis', name: 'Shift JIS (Japanese)', label: 'shift_jis' },
	{ value: 'utf8', name: 'UTF-8', label: 'utf-8' },
	{ value: 'utf16', name: 'UTF-16 (Little-Endian)', label: 'utf-16le' },
	{ value: 'utf16be', name: 'UTF-16 (Big-Endian)', label: 'utf-16be' },
	{ value: 'windows874', name: 'Windows-874 (Thai)', label: 'windows-874' },
	{ value: 'windows1250', name: 'Windows-1250 (Central European)', label: 'windows-1250' },
	{ value: 'windows1251', name: 'Windows-1251 (Cyrillic)', label: 'windows-1251' },
	{ value: 'windows1252', name: 'Windows-1252 (Western European)', label: WINDOWS_1252 },
	{ value: 'windows1253', name: 'Windows-1253 (Greek)', label: 'windows-1253' },
	{ value: 'windows1254', name: 'Windows-1254 (Turkish)', label: 'windows-1254' },
	{ value: 'windows1255', name: 'Windows-1255 (Hebrew)', label: 'windows-1255' },
	{ value: 'windows1256', name: 'Windows-1256 (Arabic)', label: 'windows-1256' },
	{ value: 'windows1257', name: 'Windows-1257 (Baltic)', label: 'windows-1257' },
	{ value: 'windows1258', name: 'Windows-1258 (Vietnamese)', label: 'windows-1258' },
];
