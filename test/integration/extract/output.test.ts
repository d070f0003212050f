import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { extractor, itemsOf, textWith } from './harness.ts';

const { extract } = extractor();

const structure = (...names: string[]) => ({
	text: '={{ $json.text }}',
	specifyFields: 'structure',
	outputStructure: JSON.stringify(Object.fromEntries(names.map((name) => [name, { type: 'any' }]))),
});
const REQUEST_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

test.each([
	['extractedWin', { total: 1, id: 7 }],
	['inputWin', { total: 'old', id: 7 }],
	[undefined, { total: 1 }],
])('Include Input Fields: %s', async (inputFields, item) => {
	const ended = await extract({
		parameters: { ...structure('total'), text: textWith({ total: 1 }), options: { inputFields } },
		input: [{ total: 'old', id: 7 }],
	});
	expect(itemsOf(ended)).toEqual([item]);
});

test('Add Extraction Details adds the model, the request ID and the usage', async () => {
	const ended = await extract({
		parameters: { ...structure('total'), options: { addExtractionDetails: true } },
		input: [{ text: textWith({ total: 1 }) }],
	});
	const extraction = {
		model: 'simulator-no-model',
		requestId: REQUEST_ID,
		isCustomerModel: false,
		modelProviderUsage: expect.objectContaining({ contentItemsRead: 1 }),
	};
	expect(itemsOf(ended)).toEqual([{ total: 1, extraction }]);
});

describe.each(['none', 'extractedWin', 'inputWin'])(
	"the node's own fields, with Include Input Fields %s",
	(inputFields) => {
		const earlier = { issues: 'earlier', extraction: 'earlier', error: 'earlier' };
		const run = async (options: IDataObject) =>
			await extract({
				parameters: { ...structure('total'), options: { inputFields, ...options } },
				input: [{ text: textWith({ total: 1 }), ...earlier }],
			});
		const hints = (...names: string[]) =>
			names
				.filter((name) => inputFields !== 'none' || name !== 'error')
				.map((name) => expect.stringContaining(`"${name}" was left out`));

		test("win over the input's fields, and hints name them", async () => {
			const ended = await run({ addExtractionDetails: true, flagIssues: { settings: {} } });
			const [item] = itemsOf(ended);
			expect(item).toMatchObject({ total: 1, issues: [], extraction: { requestId: REQUEST_ID } });
			expect(item).not.toHaveProperty('error');
			expect(hintsOf(ended)).toEqual(hints('issues', 'extraction', 'error'));
		});

		test("are the input's if the node adds none", async () => {
			const ended = await run({});
			const included = { text: expect.any(String), issues: 'earlier', extraction: 'earlier' };
			expect(itemsOf(ended)).toEqual([{ total: 1, ...(inputFields !== 'none' && included) }]);
			expect(hintsOf(ended)).toEqual(hints('error'));
		});
	},
);

describe('If Fields Are Missing', () => {
	const extractMissing = async (ifMissing: string | undefined, settings = {}) =>
		await extract({
			parameters: { ...structure('total', 'buyer'), options: { ifMissing } },
			input: [
				{ text: 'simulate: missing buyer\nsimulate: value total 2' },
				{ text: 'simulate: missing total\nsimulate: value buyer null' },
			],
			settings,
		});

	test.each([
		[undefined, { buyer: null }, { buyer: null, total: null }],
		['leaveOut', {}, { buyer: null }],
	])('with %s, a hint names items without any value', async (ifMissing, first, second) => {
		const ended = await extractMissing(ifMissing);
		expect(itemsOf(ended)).toEqual([{ total: 2, ...first }, second]);
		expect(hintsOf(ended)).toEqual([expect.stringMatching(/^No field has a value.*: item 1\]$/)]);
	});

	test.each([
		['failIfMissing', 'total (missing)'],
		['failIfEmpty', 'total (missing), buyer (empty)'],
	])('with %s, the item fails, and its details have the response', async (ifMissing, issues) => {
		const ended = await extractMissing(ifMissing, { onError: 'continueRegularOutput' });
		const failed = (itemIndex: number, found: string, output: object) => ({
			error: `The extraction has issues: ${found}`,
			itemIndex,
			details: { kind: 'issues', received: { output, requestId: REQUEST_ID } },
		});
		expect(jsonOf(ended)).toMatchObject([
			failed(0, 'buyer (missing)', { total: 2 }),
			failed(1, issues, { buyer: null }),
		]);
		expect(pairsOf(ended)).toEqual([0, 1]);
	});
});
