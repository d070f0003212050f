import { convertOutput } from '../../nodes/DataPlatform/actions/ai/extract/result/convert.ts';
import { lookUp } from '../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';
import { findServiceMessage } from '../../nodes/DataPlatform/transport/response.ts';

// Nonlinear regular expressions would take hours for texts of megabytes, so a regression doesn't fail but never ends.
// Larger texts exceed V8's stack for expressions. `npm run lint` checks all other expressions.
const SIZE = 2_000_000;

const OPTIONS = {
	convertTypes: true,
	dateOrder: 'notSpecified',
	numberFormat: 'notSpecified',
	ifMissing: 'leaveOut',
	dontLookUp: new Set<string>(),
} as Parameters<typeof lookUp>[2];

const spaces = ' '.repeat(SIZE);
const digits = '1'.repeat(SIZE);
const TEXTS = {
	...{ spaces: `1${spaces}x`, 'spaces after a sign': `-${spaces}x`, letters: 'x'.repeat(SIZE) },
	...{ 'spaces after a currency': `EUR${spaces}x`, decimals: `${digits}.${digits}x` },
	'spaces between digits': `${'1 '.repeat(SIZE / 2)}x`,
	'commas between digits': `${'1,111'.repeat(SIZE / 5)}x`,
	'slashes between digits': `${'1/2/'.repeat(SIZE / 4)}x`,
};

test.each(['<title', '<title>', '<title ', '<', ' ', '\n\t', '{', '<!--'])(
	'it reads an error body full of %j',
	(text) => {
		const body = text.repeat(SIZE / text.length);
		for (const begin of ['<html>', '']) {
			expect(findServiceMessage(begin + body)?.length ?? 0).toBeLessThan(500);
		}
	},
);

describe.each(Object.entries(TEXTS))('megabytes of %s', (_, text) => {
	test.each<[string, object]>([
		['number', { type: 'number' }],
		['date', { type: 'string', format: 'date' }],
		['boolean', { type: 'boolean' }],
	])('it converts them as a %s', (__, value) => {
		const schema = { type: 'object', properties: { value } };
		const { output, issues } = convertOutput({ value: text }, schema, OPTIONS);
		// Without matchers that would compare megabytes to explain a failure.
		expect(output['value'] === text).toBe(true);
		expect(issues.map(({ kind }) => kind)).toEqual(['notConverted']);
	});

	test('it searches them for numbers and dates', async () => {
		const given = ['7.5', '31/12/1999', 'A name of some letters'];
		const values = given.map((value) => ({ path: [], value, schema: {} }));
		const issues = await lookUp(values, [text.slice(0, SIZE / 4)], OPTIONS);
		expect(issues.map(({ kind }) => kind)).toEqual(Array(3).fill('notInText'));
	});
});
