// Every part of an extraction, on three items whose structures have nothing in common.
import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../harness/engine/engine.ts';
import { perElement } from '../../harness/workflows.ts';
import { answering, extractor, messageOf, sentStructures } from './harness.ts';

const { platform, extract } = extractor();

const STRUCTURES = [
	{ total: { type: 'number', description: 'With tax' } },
	{ paid: { type: 'boolean' }, note: { type: 'string' } },
	{ lines: { type: 'array', description: 'Each with an article' } },
];
const ANSWERS = [{ total: 5 }, { paid: true }, { lines: [{ article: 'a' }, { article: 'b' }] }];
const EXTRACTED = [ANSWERS[0], { ...ANSWERS[1], note: null }, ANSWERS[2]];

const text = '={{ $json.text }}';
const structured = { specifyStructure: 'structure', structureJson: '={{ $json.structure }}' };

interface Part {
	parameters: object;
	answers?: object[];
	/** What each item brings beside text and structure. */
	items?: IDataObject[];
}

async function extracted({ parameters, answers = ANSWERS, items = [] }: Part) {
	const input = STRUCTURES.map((structure, index) => ({
		text: `${answering(answers[index])}\nsimulate: missing note`,
		structure,
		...items[index],
	}));
	const ended = await extract({
		parameters: { text, ...structured, ...parameters },
		input,
		files: input.map((item) => [
			{ name: 'mail.txt', mimeType: 'text/plain', data: Buffer.from(item.text) },
		]),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(sentStructures(platform)).toEqual(STRUCTURES);
	return { ended, items: jsonOf(ended), pairs: pairsOf(ended), input };
}

const content = (item: object) => ({ inputType: 'content', content: { item: [item] } });

test.each([
	['Text', {}],
	['Content Items: text', content({ kind: 'text', text })],
	['Content Items: text from a file', content({ kind: 'textFile', binaryField: 'data' })],
	['JSON', { inputType: 'json', inputJson: '={{ [{ type: "TEXT", text: $json.text }] }}' }],
])('%s', async (_, parameters) => {
	const { items, pairs } = await extracted({ parameters });
	expect(items).toEqual(EXTRACTED);
	expect(pairs).toEqual([0, 1, 2]);
});

test('instructions, model, model parameters, session and reasoning', async () => {
	const session = '123e4567-e89b-12d3-a456-426614174000';
	const { items } = await extracted({
		parameters: {
			options: {
				instructions: '={{ $json.instructions ?? "" }}',
				model: '={{ $json.model ?? "" }}',
				modelSettingsJson: '={{ $json.settings ?? "" }}',
				sessionId: '={{ $json.session ?? "" }}',
			},
		},
		items: [
			{ instructions: 'In euros', settings: { modelConfiguration: { temperature: 0 } } },
			{ model: 'large', session },
			{ settings: '{"reasoningConfig": {"effort": "low"}}' },
		],
	});
	expect(items).toEqual(EXTRACTED);
	expect(platform.bodies()).toEqual([
		expect.objectContaining({ instructions: 'In euros', modelConfiguration: { temperature: 0 } }),
		expect.objectContaining({ model: 'large', sessionId: session }),
		expect.objectContaining({ reasoningConfig: { effort: 'low' } }),
	]);
});

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

test('Raw Response', async () => {
	const { items } = await extracted({ parameters: { extractionFormat: 'raw' } });
	expect(items.map(({ output }) => output)).toEqual(ANSWERS);
});

test('Include Input Fields', async () => {
	const { items, input } = await extracted({
		parameters: { options: { inputFields: 'extractedWin' } },
	});
	expect(items).toEqual(EXTRACTED.map((fields, index) => ({ ...input[index], ...fields })));
});

test.each([
	['Leave Out', 'leaveOut', ANSWERS],
	[
		'Let the Item Fail',
		'raise',
		[ANSWERS[0], expect.objectContaining({ error: 'The response lacks "note"' }), ANSWERS[2]],
	],
])('If Fields Are Missing: %s', async (_, ifMissing, expected) => {
	const { items } = await extracted({ parameters: { options: { ifMissing } } });
	expect(items).toEqual(expected);
});

test('Details Field', async () => {
	const { items } = await extracted({ parameters: { options: { detailsField: 'extraction' } } });
	const extraction = expect.objectContaining({ isCustomerModel: false });
	expect(items).toEqual(EXTRACTED.map((fields) => ({ ...fields, extraction })));
});

test('One Item per List Element', async () => {
	const { items, pairs } = await extracted({
		parameters: {
			...perElement('={{ $json.split }}'),
			extractionFormat: '={{ $json.split ? "perElement" : "perInput" }}',
		},
		items: [{}, {}, { split: 'lines' }],
	});
	expect(items).toEqual([EXTRACTED[0], EXTRACTED[1], { article: 'a' }, { article: 'b' }]);
	expect(pairs).toEqual([0, 1, 2, 2]);
});

test('Convert Types', async () => {
	const { ended, items } = await extracted({
		parameters: { options: { convertTypes: true } },
		answers: [{ total: '5.50 EUR' }, { paid: 'perhaps' }, { lines: '[{"article": "a"}]' }],
	});
	expect(items).toEqual([
		{ total: 5.5 },
		{ paid: 'perhaps', note: null },
		{ lines: [{ article: 'a' }] },
	]);
	expect(hintsOf(ended)).toContain(
		'Some values of "paid" could not be converted and stayed as they were.',
	);
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
		{ ...item, order: 'dayFirst', ifMissing: 'raise', answer: null },
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

test('Show Request', async () => {
	const ended = await extract({
		parameters: { text, ...structured, requestOptions: { showRequest: true } },
		input: STRUCTURES.map((structure) => ({ text: 'a', structure })),
	});
	expect(jsonOf(ended).map(({ body }) => (body as IDataObject).outputStructure)).toEqual(
		STRUCTURES,
	);
	expect(platform.requests()).toHaveLength(0);
});
