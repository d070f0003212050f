import type { IDataObject } from 'n8n-workflow';
import { jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { answering, extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

const fields = (...field: IDataObject[]) => ({
	text: '={{ $json.text }}',
	outputStructure: { field },
});
const checks = (settings: IDataObject = {}) => ({
	options: {
		convertTypes: true,
		checks: { settings: { checksField: 'checks', ifFound: 'keep', ...settings } },
	},
});

/** The text that the simulator takes its answer from stands next to what is looked through. */
const answered = (answer: object, words = '') => ({
	text: `${words}\n${answering(answer)}`,
});

const FIELD = {
	text: { name: 'a', type: 'string' },
	number: { name: 'a', type: 'number' },
};

test('an empty list becomes an item only if the extraction has issues', async () => {
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

test('Fail Item sends the item to the error output, with the response and the checks', async () => {
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

test("Checks work without settings, because n8n doesn't save defaults", async () => {
	const ended = await extract({
		parameters: { ...fields(FIELD.number), options: { checks: { settings: {} } } },
		input: [answered({ a: 5 })],
	});
	expect(itemsOf(ended)).toEqual([{ a: 5, checks: [] }]);
});

test('without a name or without Checks, no field is added', async () => {
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
])('names that collide are invalid, and nothing is sent: %j', async (settings, message) => {
	const ended = await extract({
		parameters: { ...fields(FIELD.text), ...checks(settings) },
		input: [{ text: 'x' }],
	});
	expect(messageOf(ended)).toContain(message);
	expect(platform.requests()).toHaveLength(0);
});
