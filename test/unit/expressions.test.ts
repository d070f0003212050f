import { accessOf } from '../../nodes/DataPlatform/transport/credentials.ts';
import { serviceMessage } from '../../nodes/DataPlatform/transport/response.ts';
import { verify } from '../../nodes/DataPlatform/actions/ai/extract/verify/index.ts';
import { convert } from '../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import { parseInteger, parseNumber } from '../../nodes/DataPlatform/parameters/validators.ts';
import { invalidOf } from '../support/panel.ts';

// Texts of megabytes, over which an expression that is not linear would take hours: a regression does
// not fail here, it does not end. Of much larger ones V8 itself gives up (its stack for expressions is
// bounded). `npm run lint` looks through all other expressions.
const SIZE = 2_000_000;

const CERTAIN = {
	dateOrder: 'certain',
	numberFormat: 'certain',
	ifMissing: 'leaveOut',
	inferredFields: new Set(),
} as const;

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
		const property = type === 'date' ? { type: 'string', format: 'date' } : { type };
		const schema = { type: 'object', properties: { value: property } };
		const options = { convertTypes: true, ...CERTAIN };
		expect(convert({ value }, schema, options)).toMatchObject({
			output: { value },
			issues: [{ path: ['value'], kind: 'notConverted', value }],
		});
	}
});

test.each(Object.entries({ blanks, digits, spaced, grouped, dates: '1/2/'.repeat(SIZE / 4) }))(
	'megabytes of %s are looked through for numbers and dates',
	(_, text) => {
		const output = { number: '7.5', day: '31/12/1999', name: 'A name of some letters' };
		const { issues } = verify(output, {}, [text.slice(0, SIZE / 4)], CERTAIN);
		expect(issues.map(({ kind }) => kind)).toEqual(Array(3).fill('notInText'));
	},
);

test.each([
	['a number', parseNumber],
	['a whole number', parseInteger],
])('%s with megabytes of digits is invalid', async (_, check) => {
	const read = (parameter: string) => check(parameter, `${digits}x`);

	expect((await invalidOf(() => read('P'))).parameter).toBe('P');
});

test('a base URL with megabytes of slashes is read', () => {
	const baseUrl = `https://h/${'/'.repeat(SIZE / 10)}x/`;

	expect(accessOf({ baseUrl, token: 't', headerName: 'X-T' })).toMatchObject({
		baseUrl: baseUrl.slice(0, -1),
	});
});
