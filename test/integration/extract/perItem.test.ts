// Parameters that differ from item to item.
import { jsonOf } from '../../support/engine/engine.ts';
import { extractor, messageOf, sentStructures } from './harness.ts';

const { platform, extract } = extractor();

describe('names by an expression', () => {
	const named = async (...names: string[]) =>
		await extract({
			parameters: {
				text: 'a',
				outputStructure: { field: [{ name: 'total' }, { name: '={{ $json.name }}' }] },
			},
			input: names.map((name) => ({ name })),
		});

	test('one that is empty for an item is refused, not left out', async () => {
		expect(messageOf(await named('a', '', 'b'))).toContain("'Name' is empty");
		expect(platform.requests()).toHaveLength(0);
	});

	test('each is one name, also with a comma', async () => {
		await named('net, total', 'b');
		expect(sentStructures(platform).map((structure) => Object.keys(structure as object))).toEqual([
			['total', 'net, total'],
			['total', 'b'],
		]);
	});
});

test('Checks, Date Order, If Fields Are Missing', async () => {
	const settings = {
		checksField: '={{ $json.into }}',
		ifFound: '={{ $json.ifFound }}',
		addEvidence: '={{ $json.hasPlaces }}',
		askAgain: '={{ $json.times }}',
	};
	const day = { name: 'day', type: 'date' };
	const item = { into: 'checks', ifFound: 'keep', hasPlaces: false, times: 0 };
	const input = [
		{ ...item, order: 'certain' },
		{ ...item, order: 'dayFirst', into: 'doubts', hasPlaces: true },
		{ ...item, order: 'certain', ifFound: 'fail' },
		{ ...item, order: 'dayFirst', times: 2, answer: 'soon' },
		{ ...item, order: 'dayFirst', ifMissing: 'failIfEmpty', answer: null },
	];
	const ended = await extract({
		parameters: {
			text: "=Day: 03/04/26\n{{ 'simulate: value day ' + JSON.stringify($json.answer === undefined ? '03/04/26' : $json.answer) }}",
			outputStructure: { field: [day] },
			options: {
				convertTypes: true,
				dateOrder: '={{ $json.order }}',
				ifMissing: "={{ $json.ifMissing ?? 'null' }}",
				checks: { settings },
			},
		},
		input,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(ended)).toEqual([
		{ day: '03/04/26', checks: [expect.objectContaining({ problem: 'ambiguous' })] },
		{ day: '2026-04-03', doubts: [], evidence: [expect.objectContaining({ field: 'day' })] },
		expect.objectContaining({ error: 'Checks found issues: day ambiguous' }),
		{ day: 'soon', checks: [expect.objectContaining({ problem: 'notConverted' })] },
		expect.objectContaining({ error: 'The response has no value for "day"' }),
	]);
	expect(platform.requests()).toHaveLength(5 + 2);
});
