import { WINDOWS_1252 } from '../../../../helpers/decodeText';

/** HTML 4's names of U+00A0 to U+00BF, in this order. */
const LATIN_1_SIGNS =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
	'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest';

/** The names of Greek capitals from U+0391. Small letters are 32 further. */
const GREEK =
	'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon ' +
	'Phi Chi Psi Omega';

/** Other signs that emails contain, and HTML 5's names of ASCII. */
const SIGNS =
	"apos ' lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ excl ! num # " +
	'dollar $ percnt % lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] lowbar _ lcub { verbar | rcub } hyphen - dash - ' +
	'ndash – mdash — horbar — minus − lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › prime ′ ' +
	'hellip … bull • dagger † permil ‰ euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ ne ≠ le ≤ ge ≥ asymp ≈ ' +
	'equiv ≡ infin ∞ radic √ sum ∑ lowast ∗ check ✓ checkmark ✓ cross ✗ star ☆ starf ★ phone ☎ female ♀ male ♂ ' +
	'spades ♠ clubs ♣ hearts ♥ diams ♦ ensp \u2002 emsp \u2003 thinsp \u2009 numsp \u2007 zwnj \u200c zwj \u200d ' +
	'lrm \u200e rlm \u200f NoBreak \u2060 ZeroWidthSpace \u200b inodot ı imath ı sigmaf ς OElig Œ oelig œ IJlig Ĳ ijlig ĳ';

const LEGACY_SIGNS =
	'amp & lt < gt > quot " AMP & LT < GT > QUOT " times × divide ÷ szlig ß eth ð ETH Ð thorn þ THORN Þ AElig Æ aelig æ';

/** Accents, each with the letters that can have it. */
const LEGACY_LETTERS =
	'acute AEIOUYaeiouy, cedil Cc, circ AEIOUaeiou, grave AEIOUaeiou, ring Aa, slash Oo, tilde ANOano, uml AEIOUaeiouy';
const LETTERS =
	'acute CLNRSZcglnrsz, breve AGUagu, caron CDELNRSTZcdelnrstz, cedil GKLNRSTklnrst, circ CGHJSWYcghjswy, ' +
	'dblac OUou, dot CEGIZcegz, macr AEIOUaeiou, ogon AEIUaeiu, ring Uu, strok DHLTdhlt, tilde IUiu, uml Y';

type Name = readonly [name: string, sign: string];

/** Reads a name and its sign by turns. */
function readPairs(list: string): Name[] {
	const parts = list.split(' ');
	const names = parts.filter((_, at) => at % 2 === 0);
	return names.map((name, at) => [name, parts[2 * at + 1]]);
}

const readRow = (list: string, first: number): Name[] =>
	list.split(' ').map((name, at) => [name, String.fromCodePoint(first + at)]);

/** Accents don't matter in comparisons, so `&Auml;` is A. */
function readLetters(list: string): Name[] {
	return list.split(', ').flatMap((row) => {
		const [accent, letters] = row.split(' ');
		return Array.from(letters, (letter): Name => [letter + accent, letter]);
	});
}

/** Browsers know these names without a semicolon. They have two to six characters. */
const LEGACY = new Map([
	...readRow(LATIN_1_SIGNS, 0xa0),
	...readPairs(LEGACY_SIGNS),
	...readLetters(LEGACY_LETTERS),
]);
const NAMES = new Map([
	...LEGACY,
	...readRow(GREEK, 0x391),
	...readRow(GREEK.toLowerCase(), 0x3b1),
	...readPairs(SIGNS),
	...readLetters(LETTERS),
]);

const REFERENCE = /&(?:#(x[\da-f]{1,99}|\d{1,99})|([a-z]{2,20}\d{0,2}))(;?)/gi;

/**
 * Replaces HTML's character references. An unknown name stays text.
 * @param isHtml whether those without a semicolon count: `AT&ampT`
 */
export function decodeReferences(text: string, isHtml: boolean): string {
	if (!text.includes('&')) return text;
	return text.replace(REFERENCE, (written, code?: string, name = '', end = '') => {
		if (end === '' && !isHtml) return written;
		if (code) return decodeNumber(Number(code.replace(/^x/i, '0x')));
		return (end === '' ? decodeLegacy(name) : NAMES.get(name)) ?? written;
	});
}

/** Decodes the longest beginning of a name that browsers know without a semicolon. */
function decodeLegacy(name: string): string | undefined {
	for (let length = 6; length > 1; length--) {
		const sign = LEGACY.get(name.slice(0, length));
		if (sign !== undefined) return sign + name.slice(length);
	}
	return undefined;
}

/** Decodes a code point as browsers do: 128 to 159 are Windows-1252, and impossible ones are U+FFFD. */
function decodeNumber(code: number): string {
	const isImpossible = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
	if (isImpossible) return '\ufffd';
	if (code < 128 || code > 159) return String.fromCodePoint(code);
	return WINDOWS_1252[code - 128];
}
