import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { checks, fields, problemsOf, text } from './checked.ts';
import { answering, extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

/** The text that the simulator takes its answer from stands next to what is looked through. */
const answered = (answer: object, words = '') => ({
	text: `${words}\n${answering(answer)}`,
});

const FIELD = {
	text: { name: 'a', type: 'string' },
	number: { name: 'a', type: 'number' },
	date: { name: 'a', type: 'date' },
	state: { name: 'a', type: 'string', values: 'Not Paid, paid' },
};

test.each<[problem: string, field: IDataObject, doubtful: unknown, good: unknown]>([
	['empty', FIELD.text, null, 'x'],
	['notAllowed', FIELD.state, 'overdue', 'PAID'],
	['notConverted', FIELD.number, 'about five', '5.00'],
	['ambiguous', FIELD.date, '03/04/2018', '31/12/2018'],
])('%s, %j: %j but not %j', async (problem, field, doubtful, good) => {
	const ended = await extract({
		parameters: { ...fields(field), ...checks() },
		input: [{ a: doubtful }, { a: good }].map((answer) => answered(answer)),
	});
	const [bad, fine] = itemsOf(ended);
	expect(problemsOf(bad)).toEqual([['a', problem, doubtful]]);
	expect(bad.checks).toEqual([expect.objectContaining({ reason: expect.stringMatching(/^It /) })]);
	expect(fine.checks).toEqual([]);
	expect(pairsOf(ended)).toEqual([0, 1]);
	const isUnconverted = ['notConverted', 'ambiguous'].includes(problem);
	expect(hintsOf(ended).filter((hint) => /couldn't be converted/.test(hint))).toHaveLength(
		isUnconverted ? 1 : 0,
	);
});

test('of an empty list comes an item only where something about the extraction is doubtful', async () => {
	const ended = await extract({
		parameters: {
			...fields(FIELD.number, { name: 'lines', type: 'array' }),
			...perElement('lines'),
			...checks(),
		},
		input: [5, 'five'].map((a) => answered({ a, lines: [] }, '5')),
	});
	expect(pairsOf(ended)).toEqual([1]);
});

test('what is found in an element is told at its item, and that there was no list at the only one', async () => {
	const jsonSchema = {
		type: 'object',
		properties: {
			lines: {
				type: 'array',
				items: { type: 'object', properties: { price: { type: 'number' } } },
			},
		},
	};
	const ended = await extract({
		parameters: {
			text,
			specifyStructure: 'schema',
			jsonSchema: JSON.stringify(jsonSchema),
			...perElement('lines'),
			...checks(),
		},
		input: [{ price: 'much' }, [{ price: 1 }, { price: 'more' }], 'none'].map((lines) =>
			answered({ lines }, '1'),
		),
	});
	expect(itemsOf(ended).map(problemsOf)).toEqual([
		[['lines', 'notConverted', { price: 'much' }]],
		[],
		[['price', 'notConverted', 'more']],
		[['lines', 'notConverted', 'none']],
	]);
});

test('Let the Item Fail: it leaves by the error output with the answer and the checks', async () => {
	const ended = await extract({
		parameters: { ...fields(FIELD.number), ...checks({ ifFound: 'fail' }) },
		input: [answered({ a: 5 }), answered({ a: 'five' })],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(jsonOf(ended)).toEqual([{ a: 5, checks: [] }]);
	const [failed] = jsonOf(ended, 1);
	expect(failed).toMatchObject({
		error: 'Checks found issues: a (notConverted)',
		details: {
			description: expect.stringContaining('Keep Item'),
			received: { output: { a: 'five' }, requestId: expect.any(String) },
			checks: [{ field: 'a', problem: 'notConverted', value: 'five' }],
		},
	});
});

test('the group as n8n saves it, without what equals the defaults', async () => {
	const ended = await extract({
		parameters: { ...fields(FIELD.number), options: { checks: { settings: {} } } },
		input: [answered({ a: 5 })],
	});
	expect(itemsOf(ended)).toEqual([{ a: 5, checks: [] }]);
});

test('without a name nothing is added, and nothing is looked at without the group', async () => {
	const input = [answered({ a: 'five' })];
	const parameters = fields(FIELD.number);
	const nameless = await extract({
		parameters: { ...parameters, ...checks({ checksField: '' }) },
		input,
	});
	const without = await extract({ parameters, input });
	expect([...itemsOf(nameless), ...itemsOf(without)]).toEqual([{ a: 'five' }, { a: 'five' }]);
});

test.each([
	[{ checksField: 'a' }, '\'Checks Field\' adds a field "a", but the items already have one'],
	[{ checksField: 'error' }, '\'Checks Field\' names a field "error"'],
	[{ checksField: 'evidence', addEvidence: true }, '\'Add Evidence\' adds a field "evidence"'],
])('names that collide are refused before anything is paid: %j', async (settings, message) => {
	const ended = await extract({
		parameters: { ...fields(FIELD.text), ...checks(settings) },
		input: [{ text: 'x' }],
	});
	expect(messageOf(ended)).toContain(message);
	expect(platform.requests()).toHaveLength(0);
});

test('hints count the items with issues, and name a field that is empty in all of them', async () => {
	const vat = { name: 'vat', type: 'number' };
	const of = async (...answers: IDataObject[]) =>
		hintsOf(
			await extract({
				parameters: { ...fields(FIELD.text, vat), ...checks() },
				input: answers.map((answer) => ({
					text: Object.entries(answer)
						.map(([name, value]) => `simulate: value ${name} ${JSON.stringify(value)}`)
						.join('\n'),
				})),
			}),
		);
	expect(await of({ a: 'x', vat: null }, { a: 'y', vat: null })).toEqual([
		'Checks found issues with "vat" [all 2 items]',
		'"vat" has no value [all 2 items]',
	]);
	expect(await of({ a: 'x', vat: null }, { a: 'x', vat: 7 })).toEqual(
		expect.not.arrayContaining([expect.stringContaining('has no value')]),
	);
});
