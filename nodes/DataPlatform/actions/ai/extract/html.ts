import { normalize } from './text';

const INLINE =
	'a|abbr|b|big|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|o:p|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr';
const BLOCK =
	'address|article|aside|blockquote|body|br|button|caption|center|col|colgroup|dd|!doctype|div|dl|dt|fieldset|figure|' +
	'footer|form|h[1-6]|head|header|hr|html|iframe|img|input|legend|li|link|main|meta|nav|ol|option|p|pre|script|section|' +
	'select|style|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|ul';

/** Only known tags: `Ann <ann@example.com>` and `<Company>` are text. */
const TAG = new RegExp(
	String.raw`</?(?:(${INLINE})|${BLOCK})(?=[\s/>])[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,100}>`,
	'gi',
);

/** A comment, or an element whose content a person doesn't see. */
const HIDDEN = /<(!--|script|style|template|title)(?=[\s/>]|(?<=--))/gi;

/** `&Auml;` is an A for a comparison. */
const ACCENTED = /&([a-z])(?:acute|breve|caron|cedil|circ|grave|ogon|ring|slash|tilde|uml);/gi;
const NUMERIC = /&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi;
const NAMED = /&([a-z]{2,20}\d{0,2});/gi;

/** What named entities mean in a comparison. The others, such as `&nbsp;` and `&bull;`, separate words. */
const ENTITIES = new Map<string, string>(
	Object.entries({
		...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", rsquo: "'", shy: '' },
		...{ ndash: '-', mdash: '-', minus: '-', period: '.', comma: ',', commat: '@', num: '#' },
		...{ euro: '€', pound: '£', yen: '¥', percnt: '%', deg: '°', frac12: '½' },
		...{ szlig: 'ss', aelig: 'ae', oelig: 'oe', lstrok: 'l' },
	}),
);

/** Normalizes text as a person sees it: without HTML tags and hidden elements, and with entities decoded. */
export function normalizeVisible(text: string): string {
	const visible = omitHidden(text)
		.replace(TAG, (_, inline?: string) => (inline ? '' : '\n'))
		.replace(ACCENTED, '$1')
		.replace(NUMERIC, (_, hex?: string, decimal?: string) =>
			String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
		)
		.replace(NAMED, (_, name: string) => ENTITIES.get(name.toLowerCase()) ?? ' ');
	return normalize(visible);
}

/** Omits comments, scripts and the like. One that isn't closed stays, and the rest isn't searched again. */
function omitHidden(text: string): string {
	const parts: string[] = [];
	const unclosed = new Set<string>();
	let end = 0;
	for (const { 1: name, index } of text.matchAll(HIDDEN)) {
		if (index < end || unclosed.has(name)) continue;
		const closing = new RegExp(name === '!--' ? '-->' : `</${name}>`, 'gi');
		closing.lastIndex = index;
		if (!closing.test(text)) {
			unclosed.add(name);
			continue;
		}
		parts.push(text.slice(end, index), name === '!--' ? '' : '\n');
		end = closing.lastIndex;
	}
	return [...parts, text.slice(end)].join('');
}
