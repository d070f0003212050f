import type { IDataObject } from 'n8n-workflow';
import { errorOf, jsonOf } from '../../support/engine/engine.ts';
import { extractor, itemsOf } from './harness.ts';

const { platform, extract } = extractor();

const FIELDS = [
	{ name: 'total', type: 'number', description: 'With tax' },
	{ name: 'state', type: 'string', values: 'open, paid' },
	{ name: 'buyer', type: 'string' },
];
const parameters = (askAgain: number, settings: IDataObject = {}) => ({
	text: '={{ $json.text }}',
	outputStructure: { field: FIELDS },
	options: {
		instructions: 'In euros.',
		convertTypes: true,
		detailsField: 'extraction',
		checks: { settings: { checksField: 'checks', inferredFields: 'buyer', askAgain, ...settings } },
	},
	requestOptions: { maxConcurrency: 1, maxRetries: 0 },
});
const input = [{ text: 'It is paid: 12.50 and 7' }];

/** The simulator's answers, request by request: an output, or the status of an error. */
const answers = (...outputs: Array<IDataObject | number>) =>
	platform.faults(
		outputs.map((output, index) => ({
			...(typeof output === 'number'
				? { fault: 'status', status: output }
				: { fault: 'wrong-shape', body: { output, requestId: `r${index}`, model: 'm' } }),
			when: { request: index + 1 },
		})),
	);
const bodies = () => platform.bodies() as IDataObject[];

test('Ask Again requests only the fields with issues, with the reasons, and good values replace them', async () => {
	answers({ total: 'about 12', buyer: 'Ada' }, { total: '12.50', state: 'PAID', buyer: 'Eve' });
	const ended = await extract({ parameters: parameters(3), input });
	const [item] = itemsOf(ended);
	expect(item).toMatchObject({ total: 12.5, state: 'paid', buyer: 'Ada', checks: [] });
	expect(item.extraction).toMatchObject({
		requestId: 'r0',
		furtherRequests: [{ requestId: 'r1', model: 'm' }],
	});

	const [first, second, ...others] = bodies();
	expect(others).toEqual([]);
	expect(second).toEqual({
		...first,
		instructions: expect.stringMatching(
			/^In euros\.\n\n.*\(1\).*state: The response lacks it\. total, "about 12": It doesn't have the type/s,
		),
		outputStructure: {
			total: (first.outputStructure as IDataObject).total,
			state: (first.outputStructure as IDataObject).state,
		},
	});
});

test('after the last follow-up request, a value with an issue stays as it was first, and is in the checks', async () => {
	answers({ total: 'x', state: 'paid', buyer: 'Ada' }, { total: 'y' }, { total: null }, {});
	const [item] = itemsOf(await extract({ parameters: parameters(2), input }));
	expect(item).toMatchObject({
		total: 'x',
		checks: [{ field: 'total', problem: 'notConverted' }, {}],
	});
	expect(item.extraction).toMatchObject({
		furtherRequests: [{ requestId: 'r1' }, { requestId: 'r2' }],
	});
	expect(bodies()).toHaveLength(3);
	expect(new Set(bodies().map((body) => JSON.stringify(body))).size).toBe(3);
});

test.each([
	['no issue is worth it', 2, { total: 12.5, state: 'paid', buyer: null }],
	['it is off', 0, { total: 'x' }],
])('the node sends no follow-up request if %s', async (_, times, output) => {
	answers(output);
	await extract({ parameters: parameters(times), input });
	expect(bodies()).toHaveLength(1);
});

test.each<[string, IDataObject[]]>([
	['a value inside that is open', [{ name: 'paid', price: null }]],
	['no element', []],
	['a value inside of another type', [{ name: 'paid', price: 'much' }]],
])('a list in a later response with %s is better than none', async (_, lines) => {
	const line = {
		type: 'object',
		properties: { name: { type: 'string' }, price: { type: 'number' } },
	};
	const jsonSchema = { type: 'object', properties: { lines: { type: 'array', items: line } } };
	answers({}, { lines });
	const structure = { specifyStructure: 'schema', jsonSchema: JSON.stringify(jsonSchema) };
	const ended = await extract({ parameters: { ...parameters(1), ...structure }, input });

	expect(itemsOf(ended)).toEqual([expect.objectContaining({ lines })]);
});

test('each later response is kept between tries, so only the failed request is sent again', async () => {
	answers({ total: 'x', state: 'paid', buyer: 'A' }, { total: 'y' }, 400, { total: 12.5 });
	const ended = await extract({
		parameters: parameters(2, { ifFound: 'fail' }),
		input,
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	});
	expect(itemsOf(ended)).toEqual([expect.objectContaining({ total: 12.5 })]);
	const sent = bodies().map(({ instructions }) => /\((\d)\)/.exec(String(instructions))?.[1]);
	expect(sent).toEqual([undefined, '1', '2', '2']);
});

test('with Fail Item, the error contains the earlier response, and why a follow-up request failed', async () => {
	answers({ total: 'x' }, 400);
	const ended = await extract({
		parameters: parameters(1, { ifFound: 'fail' }),
		input,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(ended)).toEqual([
		expect.objectContaining({
			error: expect.stringMatching(/^Checks found issues: .*total \(notConverted\)/),
			details: expect.objectContaining({
				received: expect.objectContaining({
					output: { total: 'x' },
					askAgainFailed: expect.stringContaining('400'),
				}),
				kind: 'issues',
			}),
		}),
	]);
});

test('with Keep Item, the item keeps the earlier response if a follow-up request fails', async () => {
	answers({ total: 'x', state: 'paid', buyer: 'Ada' }, 400);
	const ended = await extract({ parameters: parameters(3), input });
	expect(errorOf(ended)).toBeUndefined();
	expect(itemsOf(ended)).toEqual([
		expect.objectContaining({
			total: 'x',
			checks: [expect.objectContaining({ problem: 'notConverted' }), expect.anything()],
			extraction: expect.objectContaining({ askAgainFailed: expect.any(String) }),
		}),
	]);
	expect(bodies()).toHaveLength(2);
});

test("with Keep Item, the item keeps the earlier response if a follow-up request isn't sent", async () => {
	const body = { output: { total: 'x', state: 'paid', buyer: 'Ada' }, requestId: 'r0' };
	platform.faults([
		{ fault: 'retry-after', status: 429, seconds: 3600, when: { containing: 'second' } },
		{ fault: 'delay-before', ms: 300, when: { containing: 'first' } },
		{ fault: 'wrong-shape', body, when: { containing: 'first' } },
	]);
	const ended = await extract({
		parameters: { ...parameters(1), requestOptions: { maxConcurrency: 2 } },
		input: [{ text: 'The first' }, { text: 'The second' }],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(ended)).toEqual([
		expect.objectContaining({
			total: 'x',
			extraction: expect.objectContaining({ requestId: 'r0', askAgainFailed: expect.any(String) }),
		}),
		expect.objectContaining({ details: expect.objectContaining({ httpCode: 429 }) }),
	]);
	expect(bodies()).toHaveLength(2);
});

test.each([
	['before its follow-up request', 'perInput'],
	['later, with Raw Response', 'raw'],
])('an extraction counts as done if the execution ends %s', async (_, extractionFormat) => {
	const body = { output: { total: 'x', state: 'paid', buyer: 'Ada' }, requestId: 'r0' };
	platform.faults([
		{ fault: 'retry-after', status: 503, seconds: 30, when: { containing: 'Look again' } },
		{ fault: 'wrong-shape', body, when: { containing: 'first' } },
		{ fault: 'status', status: 400, when: { containing: 'second' } },
		{ fault: 'delay-before', ms: 300, when: { containing: 'second' } },
	]);
	const ended = await extract({
		parameters: { ...parameters(1), extractionFormat, requestOptions: { maxConcurrency: 2 } },
		input: [{ text: 'The first' }, { text: 'The second' }],
	});
	expect(errorOf(ended)!.context!.data).toMatchObject({
		done: [{ itemIndex: 0, requestId: 'r0' }],
		failed: [{ itemIndex: 1 }],
	});
});

test.each([
	['a value in the text replaces none', [{ total: 777 }, { total: 12.5 }], 12.5, 3],
	['another invented value does not', [{ total: 777 }, { total: 888 }], null, 3],
	['no further request follows one that is in the text', [{ total: 12.5 }], 12.5, 2],
])('a later value is only used if it is in the text: %s', async (_, further, total, sent) => {
	answers({ state: 'paid', buyer: 'Ada' }, ...further);
	const [item] = itemsOf(await extract({ parameters: parameters(2), input }));
	expect(item.total).toBe(total);
	expect(bodies()).toHaveLength(sent);
});

test('If Fields Are Missing and Fail Item apply to the merged result', async () => {
	answers({ total: 12.5, buyer: 'Ada' }, { state: 'paid' });
	const failing = parameters(1, { ifFound: 'fail' });
	const ended = await extract({
		parameters: { ...failing, options: { ...failing.options, ifMissing: 'failIfEmpty' } },
		input,
	});
	expect(errorOf(ended)).toBeUndefined();
	expect(itemsOf(ended)).toEqual([expect.objectContaining({ state: 'paid', checks: [] })]);
});

test.each([
	['Keep Item', {}, {}, 1],
	['Fail Item', { ifFound: 'fail' }, {}, 2],
	['If Fields Are Missing', {}, { ifMissing: 'failIfEmpty' }, 2],
])(
	'the node asks again for null only if it would fail the item: %s',
	async (_, settings, options, times) => {
		answers({ total: 12.5, state: 'paid', buyer: null }, { buyer: 'Ada' });
		const asking = parameters(1, settings);
		const ended = await extract({
			parameters: { ...asking, options: { ...asking.options, ...options } },
			input,
		});
		expect(bodies()).toHaveLength(times);
		expect(itemsOf(ended)).toEqual([
			expect.objectContaining({ buyer: times === 1 ? null : 'Ada', total: 12.5 }),
		]);
	},
);

test('an object is merged member by member', async () => {
	const order = {
		type: 'object',
		properties: {
			number: { type: 'number' },
			state: { enum: ['open', 'paid'] },
			sum: { type: 'number' },
		},
	};
	const jsonSchema = { type: 'object', properties: { order } };
	answers(
		{ order: { number: 7, state: 'PAYD', sum: 'x' } },
		{ order: { number: 12.5, state: 'paid', sum: 99 } },
	);
	const structure = { specifyStructure: 'schema', jsonSchema };
	const [item] = itemsOf(await extract({ parameters: { ...parameters(1), ...structure }, input }));
	expect(item.order).toEqual({ number: 7, state: 'paid', sum: 'x' });
	expect(item.checks).toContainEqual(
		expect.objectContaining({ field: 'order.sum', problem: 'notConverted', value: 'x' }),
	);
});
