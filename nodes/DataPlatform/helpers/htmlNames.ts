const INLINE =
	'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark o:p q s samp small span strike strong tt u var wbr';

const BLOCK =
	'address article aside audio blockquote body br button canvas caption center col colgroup dd !doctype details div dl dt fieldset ' +
	'figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link main map meta nav ' +
	'noscript object ol optgroup option p pre script section select source style sub summary sup svg table tbody template ' +
	'textarea tfoot thead time title tr ul video path picture';

/** What replaces a tag or a comment (`!--`): nothing for `<b>`, because `<b>M</b>ayer` is one word. */
export const TAG_REPLACEMENTS = new Map<string, string>([
	...INLINE.split(' ').map((name) => [name, ''] as const),
	...BLOCK.split(' ').map((name) => [name, '\n'] as const),
	['td', '\t'],
	['th', '\t'],
	['!--', ''],
]);

/** What ends a comment (`!--`), or an element whose content a person doesn't see. */
export const CLOSINGS = new Map<string | undefined, string>([
	['!--', '-->'],
	...'script style title template'.split(' ').map((name) => [name, `</${name}>`] as const),
]);

/** HTML names of the characters U+00A0 to U+00FF, in order. */
const LATIN_1 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
	'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
	'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
	'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
	'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const OTHER_ENTITIES =
	'amp & lt < gt > quot " apos \' euro € ndash – mdash — hyphen ‐ minus − lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ ' +
	'rsaquo › hellip … bull • trade ™ dagger † permil ‰ OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Ccaron Č ccaron č ' +
	'Cacute Ć cacute ć Lstrok Ł lstrok ł Nacute Ń nacute ń Sacute Ś sacute ś Zacute Ź zacute ź Zdot Ż zdot ż Aogon Ą aogon ą ' +
	'Eogon Ę eogon ę Ecaron Ě ecaron ě Rcaron Ř rcaron ř Scedil Ş scedil ş Gbreve Ğ gbreve ğ Idot İ imath ı inodot ı Abreve Ă ' +
	'abreve ă Dcaron Ď dcaron ď Ncaron Ň ncaron ň Tcaron Ť tcaron ť Uring Ů uring ů Odblac Ő odblac ő Udblac Ű udblac ű Dstrok Đ ' +
	'dstrok đ num # percnt % dollar $ lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ ' +
	'lowbar _ excl ! verbar | Yuml Ÿ infin ∞ ne ≠ le ≤ ge ≥ rarr → larr ←';

/** Characters by their HTML names. Most of the 2,231 names in HTML are rare, and left out. */
export const ENTITIES = new Map<string, string>([
	...LATIN_1.split(' ').map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
	...OTHER_ENTITIES.split(' ').flatMap((name, at, all): Array<[string, string]> =>
		at % 2 === 0 ? [[name, all[at + 1]]] : [],
	),
	...['ensp', 'emsp', 'thinsp', 'numsp', 'puncsp', 'hairsp'].map((name) => [name, ' '] as const),
	...['zwj', 'zwnj', 'lrm', 'rlm'].map((name) => [name, '\u200b'] as const),
]);
