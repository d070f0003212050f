// parse5, which follows WHATWG, decides what a person sees of an email. Large by hand: JUDGE_RUNS=5000 JUDGE_SEED=7.
import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5';
import { decodeReferences } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/characterReferences.ts';
import { readTexts } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/html.ts';
import { normalize } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/normalize.ts';
import { finish } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/steps.ts';

type Node = DefaultTreeAdapterMap['node'];

const BLOCKS = new Set(
	'address blockquote body br caption center div dl dt dd h1 h2 h3 hr img li ol p pre table tbody td th tr ul'.split(
		' ',
	),
);
const HIDDEN = new Set(['script', 'style', 'template', 'title', 'iframe']);

/** Returns the text of a parsed document, with blanks around blocks. */
function textOf(node: Node): string {
	if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value;
	if (HIDDEN.has(node.nodeName)) return ' ';
	const children = 'childNodes' in node ? node.childNodes : [];
	const inside = children.map(textOf).join('');
	return BLOCKS.has(node.nodeName) ? ` ${inside} ` : inside;
}

/** Without accents, which don't matter. */
const words = (text: string) =>
	normalize(text)
		.split(/[\s\u200c]+/)
		.filter((word) => word !== '');

const word = fc.constantFrom(
	...'Lamp 49,90 Österreich 4711 a&amp;b &Auml;rzte T&uuml;r &nbsp; &#8364;5 &#150;5 &#x80;9 &ndash; &hellip;'.split(
		' ',
	),
	...'&bdquo;Text&ldquo; 25&deg;C &frac12; &Sigma; AT&ampT R&D &unknown; &Scaron; &szlig; &times; &commat;'.split(
		' ',
	),
	...'&percnt; &#0; &#xD800; &iuml &middot; O&rsquo;Neil >'.split(' '),
	...'x &lt; y|5 &euro;|3 < 5|&copy 2026'.split('|'),
);
const attribute = fc.constantFrom(
	...'| class="a"| title="a > b"| style=\'x: "y"\'| width=5| href=x>y| hidden| a="<p>"|/'.split(
		'|',
	),
);
const inline = fc.constantFrom(
	...'b i span a font o:p st1:City abbr ins code x-data bdi u q'.split(' '),
);
const block = fc.constantFrom(...'p div h1 ul blockquote center'.split(' '));
const other = fc.constantFrom(
	...'<br>|<br/>|<hr>|<img src="x">|<!-- a <b> c -->|<!---->|<!-->|</>|<?xml x?>|<![if !mso]>|<![endif]>'.split(
		'|',
	),
	...'</b>|<DIV>|<p|<!-- x|<title>x</title>|<template><p>x</p></template>'.split('|'),
	'<!--[if mso]><table><tr><td>x</td></tr></table><![endif]-->',
	'<style>p > a { b: "<p>" }</style>',
	'<script>if (a < b) c("</p>")</script>',
);

/** Differences: an end tag without a start ends a line (not generated), and what isn't closed stays text. */
const isClosed = (html: string) => !/<p(?![\s/>])(?!re)|<!-- x/.test(html);

/** What a reader doesn't see: comments, and what browsers ignore. */
const UNSEEN = '<!--(?:(?<=<!--)>|.*?-->)|<[!?][^>]*>|</>';
const CLOSING_BEFORE_OPENING = new RegExp(`</[a-z][^<>]*>(?:${UNSEEN})*(?=<[a-z])|${UNSEEN}`, 'gi');

/** The other difference: a closing tag right before an opening one separates words. */
const separate = (html: string) =>
	html.replace(CLOSING_BEFORE_OPENING, (tags) => (/^<\/[a-z]/i.test(tags) ? `${tags} ` : tags));

const element = (name: fc.Arbitrary<string>, part: fc.Arbitrary<string>) =>
	fc
		.tuple(name, attribute, fc.array(part, { maxLength: 3 }))
		.map(([tag, rest, parts]) => `<${tag}${rest}>${parts.join('')}</${tag}>`);

const mail: fc.Arbitrary<string> = fc.letrec<{ part: string }>((tie) => ({
	part: fc.oneof(
		{ maxDepth: 4 },
		word.map((text) => ` ${text} `),
		word,
		other,
		element(inline, tie('part')),
		element(block, tie('part')),
		fc
			.array(fc.array(tie('part'), { maxLength: 2 }), { maxLength: 3 })
			.map(
				(cells) =>
					`<table><tr>${cells.map((cell) => `<td>${cell.join('')}</td>`).join('\n')}</tr></table>`,
			),
	),
})).part;

test('the words of an email are those that parse5 reads', () => {
	fc.assert(
		fc.property(fc.array(mail, { maxLength: 6 }), (parts) => {
			const html = `<html><body>${parts.join('')}</body></html>`;
			fc.pre(isClosed(html));
			expect(words(finish(readTexts([html])).visible)).toEqual(
				words(textOf(parse(separate(html)))),
			);
		}),
		{
			numRuns: Number(process.env.JUDGE_RUNS ?? 500),
			seed: Number(process.env.JUDGE_SEED ?? 2026),
		},
	);
});

test('letters with accents have the names that parse5 knows, and other names stay text', () => {
	const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 'AE', 'OE', 'IJ'];
	const letters = [...alphabet, ...alphabet.slice(-3).map((pair) => pair.toLowerCase())];
	const accents =
		'acute breve caron cedil circ dblac dot grave lig macr ogon ring slash strok tilde uml';
	const names = letters.flatMap((letter) => accents.split(' ').map((accent) => letter + accent));
	const texts = names.flatMap((name) => [`a&${name};b`, `a&${name} b`, `a&${name}`]);
	/** Signs that mails don't contain, and a legacy name before a semicolon. */
	const unread = ['odot', 'sdot', 'tdot', 'xcirc', 'hslash', 'gtilde', 'ltilde'];
	const compared = texts.filter((text) => !unread.some((name) => text === `a&${name};b`));
	const read = compared.map((text) => normalize(decodeReferences(text, true)).toLowerCase());
	const expected = compared.map((text) => normalize(textOf(parseFragment(text))).toLowerCase());
	expect(read).toEqual(expected);
});
