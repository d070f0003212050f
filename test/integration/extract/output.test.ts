import type { IDataObject } from 'n8n-workflow';
import { extractor, itemsOf, messageOf, textWith } from './harness.ts';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';

const { extract } = extractor();

/** The parameters to extract `amount`, a number, and other fields. */
const parameters = (options: IDataObject, ...field: IDataObject[]) => ({
	text: '={{ $json.text }}',
	fields: { field: [{ name: 'amount', type: 'number' }, ...field] },
	options,
});
const textOf = (...outputs: object[]) => outputs.map((output) => ({ text: textWith(output) }));
const REQUEST_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

test.each([
	['extractedWin', { amount: 1, id: 7 }],
	['inputWin', { amount: 'old', id: 7 }],
	[undefined, { amount: 1 }],
])('Include Input Fields: %s', async (inputFields, item) => {
	const ended = await extract({
		parameters: { ...parameters({ inputFields }), text: textWith({ amount: 1 }) },
		input: [{ amount: 'old', id: 7 }],
	});
	expect(itemsOf(ended)).toEqual([item]);
});

test('Add Extraction Details adds the model, the request ID and the usage', async () => {
	const ended = await extract({
		parameters: parameters({ addExtractionDetails: true }),
		input: textOf({ amount: 1 }),
	});
	const extraction = {
		model: 'simulator-no-model',
		requestId: REQUEST_ID,
		isCustomerModel: false,
		modelProviderUsage: expect.objectContaining({ contentItemsRead: 1 }),
	};
	expect(itemsOf(ended)).toEqual([{ amount: 1, extraction }]);
});

describe.each(['none', 'extractedWin', 'inputWin'])(
	"the node's own fields, with Include Input Fields %s",
	(inputFields) => {
		const earlier = { issues: 'earlier', extraction: 'earlier', error: 'earlier' };
		const run = async (options: IDataObject) =>
			await extract({
				parameters: parameters({ inputFields, ...options }),
				input: [{ text: textWith({ amount: 1 }), ...earlier }],
			});
		const isIncluded = inputFields !== 'none';
		const hints = (...names: string[]) =>
			names.map((name) => expect.stringContaining(`"${name}" was left out`));

		test("win over the input's fields, and hints name those that would be included", async () => {
			const ended = await run({ addExtractionDetails: true, flagIssues: { settings: {} } });
			const [item] = itemsOf(ended);
			expect(item).toMatchObject({ amount: 1, issues: [], extraction: { requestId: REQUEST_ID } });
			expect(item).not.toHaveProperty('error');
			const own = hints('issues', 'extraction', 'error');
			expect(hintsOf(ended)).toEqual(isIncluded ? own : []);
		});

		test("are the input's if the node adds none", async () => {
			const ended = await run({});
			const included = { text: expect.any(String), issues: 'earlier', extraction: 'earlier' };
			expect(itemsOf(ended)).toEqual([{ amount: 1, ...(isIncluded && included) }]);
			expect(hintsOf(ended)).toEqual(isIncluded ? hints('error') : []);
		});
	},
);

describe('If Fields Are Missing', () => {
	const run = async (ifMissing: string | undefined, settings = {}) =>
		await extract({
			parameters: parameters({ ifMissing }, { name: 'buyer' }),
			input: [
				{ text: 'simulate: missing buyer\nsimulate: value amount 2' },
				{ text: 'simulate: missing amount\nsimulate: value buyer null' },
			],
			settings,
		});

	test.each([
		[undefined, { buyer: null }, { buyer: null, amount: null }],
		['leaveOut', {}, { buyer: null }],
	])('with %s, a hint names items without any value', async (ifMissing, first, second) => {
		const ended = await run(ifMissing);
		expect(itemsOf(ended)).toEqual([{ amount: 2, ...first }, second]);
		expect(hintsOf(ended)).toEqual([expect.stringMatching(/^No field has a value.*: item 1\]$/)]);
	});

	test.each([
		['failIfMissing', 'amount (missing)'],
		['failIfEmpty', 'amount (missing), buyer (empty)'],
	])('with %s, the item fails', async (ifMissing, issues) => {
		const ended = await run(ifMissing, { onError: 'continueRegularOutput' });
		expect(jsonOf(ended)).toMatchObject([
			{ error: 'The extraction has issues: buyer (missing)', itemIndex: 0 },
			{ error: `The extraction has issues: ${issues}`, itemIndex: 1 },
		]);
		expect(pairsOf(ended)).toEqual([0, 1]);
	});
});

describe('issues', () => {
	const flagging = { convertTypes: true, flagIssues: { settings: {} } };

	test('have the field, the kind, the received value and the reason', async () => {
		const output = { amount: 'five', net: '1,234', buyer: 'Ada', mood: null, state: 'lost' };
		const ended = await extract({
			parameters: parameters(
				flagging,
				{ name: 'net', type: 'number' },
				{ name: 'buyer, mood' },
				{ name: 'state', values: 'open, paid' },
			),
			input: textOf(output),
		});
		const reason = "It doesn't have the type of the field";
		const notAllowed = "It isn't one of the allowed values";
		const issues = [
			{ field: 'amount', kind: 'notConverted', value: 'five', reason },
			{ field: 'net', kind: 'ambiguous', value: '1,234', reason: 'It could mean two things' },
			{ field: 'mood', kind: 'empty', value: null, reason: 'It has no value' },
			{ field: 'state', kind: 'notAllowed', value: 'lost', reason: notAllowed },
		];
		expect(itemsOf(ended)).toEqual([{ ...output, issues }]);
		expect(hintsOf(ended)).toEqual([]);
	});

	test('become an item for an empty list, if there are any', async () => {
		// The null of its column must not replace the field.
		const lines = { name: 'lines', type: 'array', columns: { column: [{ name: 'amount' }] } };
		const ended = await extract({
			parameters: { ...parameters(flagging, lines), ...perElement('lines') },
			input: textOf({ amount: 5, lines: [] }, { amount: 'five', lines: [] }),
		});
		expect(pairsOf(ended)).toEqual([1]);
		expect(itemsOf(ended)).toMatchObject([{ amount: 'five', issues: [{ kind: 'notConverted' }] }]);
	});

	test('send the item to the error output with Fail Item, with the response and the issues', async () => {
		const flagIssues = { settings: { ifFound: 'fail' } };
		const ended = await extract({
			parameters: parameters({ convertTypes: true, flagIssues }),
			input: textOf({ amount: 5 }, { amount: 'five' }),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(jsonOf(ended)).toEqual([{ amount: 5, issues: [] }]);
		const details = {
			kind: 'issues',
			description: expect.stringContaining('If Issues Are Found'),
			received: { output: { amount: 'five' }, requestId: REQUEST_ID },
			issues: [{ field: 'amount', kind: 'notConverted', value: 'five' }],
		};
		const error = 'The extraction has issues: amount (notConverted)';
		expect(jsonOf(ended, 1)).toMatchObject([{ error, details }]);
	});

	test('end the execution with Fail Item, without advice to retry what is kept', async () => {
		const ended = await extract({
			parameters: parameters({ flagIssues: { settings: { ifFound: 'fail' } } }),
			input: textOf({ amount: 5 }, { amount: 'five' }),
		});
		expect(messageOf(ended)).toMatch(/Done: 1 of 2 items\. Not sent: 0\.$/);
	});

	test('are only a hint about unconverted values without Flag Issues', async () => {
		const ended = await extract({
			parameters: parameters({ convertTypes: true }),
			input: textOf({ amount: 'five' }),
		});
		expect(itemsOf(ended)).toEqual([{ amount: 'five' }]);
		expect(hintsOf(ended)).toEqual([expect.stringContaining('"amount" couldn\'t be converted')]);
	});
});
