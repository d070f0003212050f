import fc from 'fast-check';
import { joinCodes } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/codes.ts';

test('a code may go on in the next line', () => {
	expect(joinCodes('040 12\n345 67').split('\n')).toContain('0401234567');
});

test('lines may end and begin with any digits and signs', () => {
	const parts = fc.constantFrom(...'0 1 23 4711 + ( ) - / .'.split(' '), ' ', '\n');
	fc.assert(
		fc.property(fc.array(parts, { maxLength: 30 }), (written) => {
			const text = written.join('');
			const joined = joinCodes(text).replace(/\D/g, '');
			expect(joined.startsWith(text.replace(/\D/g, ''))).toBe(true);
		}),
		{ seed: 2026, numRuns: 2000, examples: [[['4711', '\n', '+', '4711']]] },
	);
});
