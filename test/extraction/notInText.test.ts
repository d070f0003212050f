import type { IDataObject } from 'n8n-workflow';
import { perElement } from '../../harness/workflows.ts';
import { checks, fields, problemsOf, text } from './checked.ts';
import { extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

/** A document that says nothing of the answer: the simulator's own words are a content item of their own. */
const content = {
	inputType: 'content',
	content: {
		item: [
			{ kind: 'text', text },
			{ kind: 'text', text: '={{ $json.answer }}' },
		],
	},
};

describe('notInText', () => {
	// What the simulator is told would hold every value: it is asked to answer by a fault instead.
	const looked = async (answers: IDataObject[], parameters: object, words: string) => {
		platform.faults(
			answers.map((output, index) => ({
				fault: 'wrong-shape',
				body: { output, requestId: `r${index}` },
				when: { request: index + 1 },
			})),
		);
		return await extract({ parameters, input: answers.map(() => ({ text: words })) });
	};
	const WORDS = 'ACME Lamps Ltd. 25 Dec 18\nTotal 1,299.00 €, line A 5.50, line B 7.25';

	test('in all notations, leaf by leaf; not for booleans, blanks and what the model concludes', async () => {
		const parameters = {
			...fields(
				{ name: 'buyer', type: 'string' },
				{ name: 'total', type: 'number' },
				{ name: 'due', type: 'date' },
				{ name: 'isPaid', type: 'boolean' },
				{ name: 'mood', type: 'string', options: { notFromText: true } },
				{ name: 'lines', type: 'array' },
			),
			...checks(),
		};
		const good = {
			buyer: 'ACME lamps Ltd',
			total: '1299.00',
			due: '2018-12-25',
			isPaid: 'no',
			mood: 'friendly',
			lines: [{ price: 5.5, name: 'A' }, { price: 7.25 }],
		};
		const bad = {
			...good,
			buyer: 'ACME Lamp',
			total: 129,
			due: '2018-12-26',
			lines: [{ price: 5.5, name: 'C' }, { price: 7.52 }],
		};
		const ended = await looked([good, bad], parameters, WORDS);
		const [fine, doubtful] = itemsOf(ended);
		expect(fine).toMatchObject({ total: 1299, isPaid: false, checks: [] });
		expect(problemsOf(doubtful)).toEqual([
			['buyer', 'notInText', 'ACME Lamp'],
			['total', 'notInText', 129],
			['due', 'notInText', '2018-12-26'],
			['lines[0].name', 'notInText', 'C'],
			['lines[1].price', 'notInText', 7.52],
		]);
	});

	test.each([['mood, kind'], ['={{ ["mood", "kind"] }}']])(
		'Not From the Text of Checks, for structures that cannot say it: %s',
		async (notFromText) => {
			const kind = { type: 'object', properties: { kind: { enum: ['new', 'used'] } } };
			const properties = { mood: { type: 'string' }, lines: { type: 'array', items: kind } };
			const parameters = {
				text: '={{ $json.text }}',
				specifyStructure: 'schema',
				jsonSchema: JSON.stringify({ type: 'object', properties }),
			};
			const answer = { mood: 'friendly', lines: [{ kind: 'used' }] };
			const all = await looked([answer], { ...parameters, ...checks() }, WORDS);
			expect(problemsOf(itemsOf(all)[0])).toEqual([
				['mood', 'notInText', 'friendly'],
				['lines[0].kind', 'notInText', 'used'],
			]);
			const some = await looked([answer], { ...parameters, ...checks({ notFromText }) }, WORDS);
			expect(itemsOf(some)).toMatchObject([{ checks: [] }]);
		},
	);

	test('each list element has its own checks and those that it shares', async () => {
		const parameters = {
			...fields({ name: 'buyer', type: 'string' }, { name: 'lines', type: 'array' }),
			...checks({ addEvidence: true }),
			...perElement('lines'),
		};
		const lines = [{ price: 5.5 }, { price: 9 }, 'X'];
		const ended = await looked([{ buyer: 'Ada', lines }], parameters, WORDS);
		const shared = ['buyer', 'notInText', 'Ada'];
		expect(itemsOf(ended).map(problemsOf)).toEqual([
			[shared],
			[shared, ['price', 'notInText', 9]],
			[shared, ['lines', 'notInText', 'X']],
		]);
		const [first, ...others] = itemsOf(ended);
		expect(first.evidence).toEqual([
			{ field: 'price', content: 0, from: 51, to: 55, words: expect.any(String) },
		]);
		expect(others.map(({ evidence }) => evidence)).toEqual([[], []]);
	});

	test('Add Evidence says which content item, from where to where, and what stands around', async () => {
		const parameters = {
			...fields({ name: 'buyer', type: 'string' }, { name: 'total', type: 'number' }),
			...content,
			...checks({ addEvidence: true }),
		};
		const [item] = itemsOf(
			await looked(
				[{ buyer: 'ACME Lamps', total: 1299 }],
				{
					...parameters,
					content: {
						item: [
							{ kind: 'text', text: 'A mail.' },
							{ kind: 'text', text },
						],
					},
				},
				WORDS,
			),
		);
		expect(item.evidence).toEqual([
			{ field: 'buyer', content: 1, from: 0, to: 10, words: 'ACME Lamps Ltd. 25 Dec 18\nTotal …' },
			{
				field: 'total',
				content: 1,
				from: 32,
				to: 40,
				words: '… Lamps Ltd. 25 Dec 18\nTotal 1,299.00 €, line A 5.50, line B 7.25',
			},
		]);
		expect(item.checks).toEqual([]);
	});

	test('it says that it could not look where not everything is text', async () => {
		const input = [{ type: 'TEXT', text: 'ACME' }, { type: 'PICTURE' }];
		const parameters = {
			...fields({ name: 'buyer', type: 'string' }),
			inputType: 'json',
			inputJson: JSON.stringify(input),
			...checks(),
		};
		const [found, elsewhere] = itemsOf(
			await looked([{ buyer: 'acme' }, { buyer: 'Ada' }], parameters, ''),
		);
		expect(found.checks).toEqual([]);
		expect(elsewhere.checks).toEqual([
			{
				field: '',
				problem: 'notInText',
				value: null,
				reason: expect.stringContaining('Could not look'),
				couldNotLook: true,
				fields: ['buyer'],
			},
		]);
	});

	test('what it could not look for lets no item fail', async () => {
		const parameters = {
			...fields({ name: 'buyer', type: 'string' }),
			inputType: 'json',
			inputJson: JSON.stringify([{ type: 'TEXT', text: 'ACME' }, { type: 'PICTURE' }]),
			...checks({ ifFound: 'fail' }),
		};
		const ended = await looked([{ buyer: 'Ada' }], parameters, '');
		expect(itemsOf(ended)).toMatchObject([{ buyer: 'Ada', checks: [{ couldNotLook: true }] }]);
	});

	test.each([
		[{ buyer: 'ACME', lines: null }, ['lines', 'empty', null]],
		[{ buyer: 'Ada', lines: [] }, ['buyer', 'notInText', 'Ada']],
	])('what was found comes out where the list has no elements: %j', async (answer, found) => {
		const parameters = {
			...fields({ name: 'buyer', type: 'string' }, { name: 'lines', type: 'array' }),
			...checks(),
			...perElement('lines'),
		};
		const [item, ...others] = itemsOf(await looked([answer], parameters, WORDS));
		expect(others).toEqual([]);
		expect(item.buyer).toBe(answer.buyer);
		expect(problemsOf(item)).toEqual([found]);
	});

	test('fields that nobody asked for are not looked at', async () => {
		const ended = await looked(
			[{ buyer: 'ACME', junk: null, other: 'x' }],
			{ ...fields({ name: 'buyer', type: 'string' }), ...checks({ ifFound: 'fail' }) },
			WORDS,
		);
		expect(itemsOf(ended)).toEqual([{ buyer: 'ACME', junk: null, other: 'x', checks: [] }]);
	});

	test('If Fields Are Missing looks into lists and objects', async () => {
		const members = { type: 'object', properties: { t: { type: 'string' } } };
		const jsonSchema = JSON.stringify({
			type: 'object',
			properties: { lines: { type: 'array', items: members } },
		});
		const parameters = {
			text,
			specifyStructure: 'schema',
			jsonSchema,
			options: { ifMissing: 'raise' },
			...perElement('lines'),
		};
		const ended = await looked([{ lines: [{ t: 'x' }, {}, { t: null }] }], parameters, WORDS);
		expect(messageOf(ended)).toContain(
			'The answer lacks "lines[1].t" and has no value for "lines[2].t"',
		);
	});
});
