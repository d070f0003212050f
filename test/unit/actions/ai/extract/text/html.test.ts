import { readTexts } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/html.ts';
import { finish } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/steps.ts';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

// htmlJudge.test.ts compares everything else with parse5.
test.each<[string, string, string]>([
	['an address in angle brackets is text', '<p>Ann <ann@example.com>', 'Ann <ann@example.com>'],
	[
		'a link in angle brackets is text',
		'<p>see <https://example.com/a>',
		'see <https://example.com/a>',
	],
	['what is not closed is text', '<p>a <b c', 'a <b c'],
	['a closing tag before an opening one separates', '<p><b>a</b><i>b</i>', 'a b'],
	['a comment in between does not matter', '<p><b>a</b><!-- x --><i>b</i>', 'a b'],
	['raised digits are superscripts', '<p>99<sup>2</sup>', '99²'],
	['raised digits of a price are cents', '<p>$12<sup>99</sup>', '$12.99'],
	['without tags about structure, nothing is a tag', 'Dear <Title> Smith', 'Dear <Title> Smith'],
	['XML is not HTML', '<?xml version="1.0"?><a>b</a>', '<?xml version="1.0"?><a>b</a>'],
])('differences: %s', (_, html, text) => {
	expect(words(finish(readTexts([html])).visible).join(' ')).toBe(text);
});

test.each([
	[['Please extract', '<?xml version="1.0"?><Invoice total="99.50"/>'], 'total="99.50"'],
	[['Use List<String> here', '<p>z</p>'], 'List<String>'],
	[['<?xml version="1.0"?><i no="R-77"/>', '<p>H <b>&amp;</b> M</p>'], 'H & M'],
])('%j: each text is HTML, XML or neither, whatever the others are', (texts, visible) => {
	expect(finish(readTexts(texts)).visible).toContain(visible);
});
