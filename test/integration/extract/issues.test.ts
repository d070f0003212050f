import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf, textWith } from './harness.ts';

const { extract } = extractor();

const AMOUNT = { name: 'amount', type: 'number' };
const parameters = (settings: IDataObject | undefined, ...field: IDataObject[]) => ({
	text: '={{ $json.text }}',
	fields: { field: [AMOUNT, ...field] },
	options: { convertTypes: true, ...(settings && { flagIssues: { settings } }) },
});

test('an issue has the field, the kind, the received value and the reason', async () => {
	const ended = await extract({
		parameters: parameters({}, { name: 'buyer' }, { name: 'mood' }),
		input: [{ text: textWith({ amount: 'five', buyer: 'Ada', mood: null }) }],
	});
	expect(itemsOf(ended)).toEqual([
		{
			amount: 'five',
			buyer: 'Ada',
			mood: null,
			issues: [
				{
					field: 'amount',
					kind: 'notConverted',
					value: 'five',
					reason: "It doesn't have the type of the field",
				},
				{ field: 'mood', kind: 'empty', value: null, reason: 'It has no value' },
			],
		},
	]);
	expect(hintsOf(ended)).toEqual(['Issues were found in "amount"', 'Issues were found in "mood"']);
});

test('an empty list becomes an item only if the extraction has issues', async () => {
	const ended = await extract({
		parameters: { ...parameters({}, { name: 'lines', type: 'array' }), ...perElement('lines') },
		input: [5, 'five'].map((amount) => ({ text: textWith({ amount, lines: [] }) })),
	});
	expect(pairsOf(ended)).toEqual([1]);
	expect(itemsOf(ended)).toMatchObject([{ amount: 'five', issues: [{ kind: 'notConverted' }] }]);
});

test('Fail Item sends the item to the error output, with the response and the issues', async () => {
	const ended = await extract({
		parameters: parameters({ ifFound: 'fail' }),
		input: [5, 'five'].map((amount) => ({ text: textWith({ amount }) })),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(jsonOf(ended)).toEqual([{ amount: 5, issues: [] }]);
	expect(jsonOf(ended, 1)).toMatchObject([
		{
			error: 'The extraction has issues: amount (notConverted)',
			details: {
				kind: 'issues',
				description: expect.stringContaining('If Issues Are Found'),
				received: { output: { amount: 'five' }, requestId: expect.any(String) },
				issues: [{ field: 'amount', kind: 'notConverted', value: 'five' }],
			},
		},
	]);
});

test('without Flag Issues, no field is added, and a hint names the unconverted field', async () => {
	const ended = await extract({
		parameters: parameters(undefined),
		input: [{ text: textWith({ amount: 'five' }) }],
	});
	expect(itemsOf(ended)).toEqual([{ amount: 'five' }]);
	expect(hintsOf(ended)).toEqual([
		'Some values of "amount" couldn\'t be converted and stayed unchanged',
	]);
});
