import { normalize } from './text';

const INLINE = 'a|b|em|font|i|label|mark|o:p|s|small|span|strong|sub|sup|u|wbr';
const BLOCK =
	'address|article|blockquote|body|br|button|center|dd|div|!doctype|dl|dt|footer|form|h[1-6]|head|header|hr|' +
	'html|img|input|li|link|main|meta|nav|ol|p|pre|section|select|svg|table|tbody|td|tfoot|th|thead|tr|ul';

/** Only known tags: `Ann <ann@example.com>` and `<Company>` are text. */
const TAG = new RegExp(String.raw`</?(?:(${INLINE})|${BLOCK})(?=[\s/>])[^<>]*>`, 'gi');

/** Comments, and elements that a person doesn't see. As in browsers, one that isn't closed hides the rest. */
const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template|title)(?=[\s/>])[^]*?(?:<\/\1>|$)/gi;

/** `&Auml;` is an A for a comparison. */
const ACCENTED =
	/&([a-z]|[ao]e)(?:acute|breve|caron|cedil|circ|grave|lig|ogon|ring|slash|strok|tilde|uml);/gi;
const NUMERIC = /&#(x[\da-f]{1,5}|\d{1,6});/gi;
const NAMED = /&([a-z]{2,20}\d{0,2});/gi;

/** What named entities mean in a comparison. The others, such as `&nbsp;` and `&bull;`, separate words. */
const ENTITIES = new Map(
	Object.entries({
		...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", rsquo: "'", shy: '', szlig: 'ss' },
		...{ minus: '-', ndash: '-', mdash: '-', euro: '€', pound: '£', yen: '¥', frac12: '½' },
	}),
);

/** Normalizes text as a person sees it: without HTML tags and hidden elements, and with entities decoded. */
export function normalizeVisible(text: string): string {
	const visible = text
		.replace(HIDDEN, (_, element?: string) => (element ? '\n' : ''))
		.replace(TAG, (_, inline?: string) => (inline ? '' : '\n'))
		.replace(ACCENTED, '$1')
		.replace(NUMERIC, (_, code: string) => String.fromCodePoint(Number(code.replace(/x/i, '0x'))))
		.replace(NAMED, (_, name: string) => ENTITIES.get(name.toLowerCase()) ?? ' ');
	return normalize(visible);
}
