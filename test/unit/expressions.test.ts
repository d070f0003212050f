import { accessOf } from '../../nodes/DataPlatform/transport/credentials.ts';
import { serviceMessage } from '../../nodes/DataPlatform/transport/failures.ts';
import { TextIndex } from '../../nodes/DataPlatform/actions/ai/extract/verify/textIndex.ts';
import { convertFields } from '../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import { parseInteger, parseNumber } from '../../nodes/DataPlatform/parameters/validators.ts';
import { invalidOf } from '../../harness/unit/panel.ts';

// Texts of megabytes, over which an expression that is not linear would take hours: a regression does
// not fail here, it does not end. Of much larger ones V8 itself gives up (its stack for expressions is
// bounded). `npm run lint` looks through all other expressions.
const SIZE = 2_000_000;

const blanks = ' '.repeat(SIZE);
const digits = '1'.repeat(SIZE);
const spaced = '1 '.repeat(SIZE / 2);
const grouped = '1,111'.repeat(SIZE / 5);

test.each(['<title', '<title>', '<title ', '<', ' ', '\n\t', '{', '<!--'])(
	'an error body full of %j is read',
	(text) => {
		for (const begin of ['<html>', '']) {
			const words = serviceMessage(begin + text.repeat(SIZE / text.length));
			expect((words ?? '').length).toBeLessThan(500);
		}
	},
);

test.each([
	['blanks between', `1${blanks}x`],
	['blanks behind a sign', `-${blanks}x`],
	['blanks behind a currency', `EUR${blanks}x`],
	['digits', `${digits}x`],
	['digits and a point', `${digits}.${digits}x`],
	['blanks between digits', `${spaced}x`],
	['commas between digits', `${grouped}x`],
	['letters', 'x'.repeat(SIZE)],
])('a value with megabytes of %s is looked at', (_, value) => {
	for (const type of ['number', 'integer', 'date', 'boolean']) {
		const shapes = new Map([['value', { type }]]);
		expect(convertFields({ value }, shapes, { convertTypes: true })).toMatchObject({
			fields: { value },
			left: [{ path: ['value'], problem: 'notConverted', value }],
		});
	}
});

test.each(Object.entries({ blanks, digits, spaced, grouped, dates: '1/2/'.repeat(SIZE / 4) }))(
	'megabytes of %s are looked through for numbers and dates',
	(_, text) => {
		const index = new TextIndex(text.slice(0, SIZE / 4));
		for (const value of ['7.5', '31/12/1999', 'A name of some letters']) {
			expect(index.find(value)).toBeUndefined();
		}
	},
);

test.each([
	['a number', parseNumber],
	['a whole number', parseInteger],
])('%s with megabytes of digits is refused', async (_, check) => {
	const read = (parameter: string) => check(parameter, `${digits}x`);

	expect((await invalidOf(() => read('P'))).parameter).toBe('P');
});

test('a base URL with megabytes of slashes is read', () => {
	const baseUrl = `https://h/${'/'.repeat(SIZE / 10)}x/`;

	expect(accessOf({ baseUrl, token: 't', headerName: 'X-T' })).toMatchObject({
		baseUrl: baseUrl.slice(0, -1),
	});
});
