// The work grows with the text and the values, not with their product.
import type { VerifyOptions } from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import { verify } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/index.ts';

const OPTIONS: VerifyOptions = {
	dateOrder: 'certain',
	numberFormat: 'certain',
	inferredFields: new Set(),
};

/** How often texts are compared or searched for a pattern while values are looked up. */
function countWork(values: unknown[], text: string): number {
	let count = 0;
	const spies = [
		jest.spyOn(String.prototype, 'startsWith'),
		jest.spyOn(String.prototype, 'indexOf'),
		jest.spyOn(String.prototype, 'includes'),
		jest.spyOn(RegExp.prototype, 'exec'),
		jest.spyOn(RegExp.prototype, 'test'),
		jest.spyOn(Array.prototype, 'find'),
	];
	try {
		verify(values, {}, [text], OPTIONS);
		count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
	return count;
}

const day = (index: number) => new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
const list = <Value>(length: number, make: (index: number) => Value) =>
	Array.from({ length }, (_, index) => make(index));

test.each<[string, (size: number) => [unknown[], string]]>([
	['dates', (size) => [list(size, day), list(size, (at) => `on ${day(at)}`).join('\n')]],
	['absent dates', (size) => [list(size, (at) => day(at + size)), list(size, day).join('\n')]],
	['letters', (size) => [list(size, (at) => 'abcdef'[at % 6]), 'abcdefg '.repeat(size)]],
	['numbers', (size) => [list(size, (at) => at + 0.5), list(size, (at) => `${at}.50`).join('\n')]],
	[
		'negative',
		(size) => [list(size, (at) => -at), list(size, (at) => `x ${at % 5} EUR`).join('\n')],
	],
	[
		'phones',
		(size) => [
			list(size, (at) => `040 12345${at}`),
			list(size, (at) => `040-12345${at}`).join('\n'),
		],
	],
	[
		'words',
		(size) => [list(size, (at) => `word w${at}q`), list(size, (at) => `word w${at}q`).join('\n')],
	],
	['open tags', (size) => [['x'], '<a "<style><!--'.repeat(size)]],
])('%s', (_, make) => {
	const [small, large] = [400, 1600].map((size) => countWork(...make(size)));
	expect(large).toBeLessThan(6 * small);
});

test("values that aren't in the text leave enough steps for one that is", () => {
	const absent = list(20, (at) => `concluded summary number ${at} about quite different topics`);
	const line = 'Some other words that fill the page of a long letter, again and again';
	const text = `${list(700, () => line).join('\n')}\nMeyerh0fer Grundstuecksverwaltung GmbH`;
	const { evidence } = verify(
		{ ...absent, name: 'Meyerhofer Grundstuecksverwaltunq GmbH' },
		{},
		[text],
		OPTIONS,
	);
	expect(evidence.map(({ path }) => path)).toEqual([['name']]);
});

test('looking for misread words ends after a number of steps', () => {
	const others = list(
		300,
		(at) => `Anderson Brothers Company ${String.fromCharCode(65 + (at % 26))}x${at}`,
	);
	const lines = list(3000, (at) => `Andersen Brothers Compagny number${at}`);
	const text = [...lines, 'Meyerh0fer Grundstuecksverwaltung GmbH'].join('\n');
	const name = 'Meyerhofer Grundstuecksverwaltung GmbH';
	expect(verify([name], {}, [text], OPTIONS).issues).toEqual([]);
	expect(verify([...others, name], {}, [text], OPTIONS).evidence).toEqual([]);
});
