/** HTML 4's names of U+00A0 to U+00BF, in this order. Like those of letters, browsers know them without a semicolon. */
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
	'lrm \u200e rlm \u200f NoBreak \u2060 ZeroWidthSpace \u200b inodot ı imath ı sigmaf ς';

/** Other names that browsers know without a semicolon. */
const LEGACY_SIGNS =
	'amp & lt < gt > quot " AMP & LT < GT > QUOT " times × divide ÷ szlig ß eth ð ETH Ð thorn þ THORN Þ';

/** Reads a name and its sign by turns. */
function readPairs(list: string): Array<readonly [name: string, sign: string]> {
	const parts = list.split(' ');
	const names = parts.filter((_, at) => at % 2 === 0);
	return names.map((name, at) => [name, parts[2 * at + 1]]);
}

const readRow = (list: string, first: number) =>
	list.split(' ').map((name, at) => [name, String.fromCodePoint(first + at)] as const);

const LEGACY = new Map([...readRow(LATIN_1_SIGNS, 0xa0), ...readPairs(LEGACY_SIGNS)]);
const NAMES = new Map([
	...LEGACY,
	...readRow(GREEK, 0x391),
	...readRow(GREEK.toLowerCase(), 0x3b1),
	...readPairs(SIGNS),
]);

/** A letter with an accent, which doesn't matter in comparisons: `&Auml;`, `&AElig;`. */
const ACCENTED =
	/^([a-z]|[ao]e)(acute|cedil|circ|grave|lig|ring|slash|tilde|uml|breve|caron|dot|ogon|strok|macr)$/i;
/** The beginning of a name with one of the accents that browsers know without a semicolon. */
const LEGACY_ACCENTED = /^([a-z]|[ao]e)(?:acute|cedil|circ|grave|lig|ring|slash|tilde|uml)/i;

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
		if (end === '') return decodeLegacy(name) ?? written;
		return NAMES.get(name) ?? ACCENTED.exec(name)?.[1] ?? written;
	});
}

/** Decodes the beginning of a name that browsers know without a semicolon. */
function decodeLegacy(name: string): string | undefined {
	const [accented, letter] = LEGACY_ACCENTED.exec(name) ?? [];
	const known = accented ?? [...LEGACY.keys()].find((each) => name.startsWith(each));
	return known && (letter ?? LEGACY.get(known)) + name.slice(known.length);
}

/** 128 to 159, which Node's own decoder reads as control characters in some releases. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes a code point as browsers do: 128 to 159 are Windows-1252, and impossible ones are U+FFFD. */
function decodeNumber(code: number): string {
	const isImpossible = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
	if (isImpossible) return '\ufffd';
	if (code < 128 || code > 159) return String.fromCodePoint(code);
	return WINDOWS_1252[code - 128];
}
