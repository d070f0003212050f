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

test('fields with problems alone are asked for again, with the reason; what comes well replaces them', async () => {
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

test('as often as it says; what stays bad stays as it was first, and in the checks', async () => {
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
	['nothing is worth it', 2, { total: 12.5, state: 'paid', buyer: null }],
	['it is off', 0, { total: 'x' }],
])('nobody asks again where %s', async (_, times, output) => {
	answers(output);
	await extract({ parameters: parameters(times), input });
	expect(bodies()).toHaveLength(1);
});

test.each<[string, IDataObject[]]>([
	['a value inside that is open', [{ name: 'paid', price: null }]],
	['no element', []],
	['a value inside of another type', [{ name: 'paid', price: 'much' }]],
])('a further list with %s is better than none', async (_, lines) => {
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

test('each further answer is kept between tries: only what failed is sent again', async () => {
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

test('with Let the Item Fail a further request that fails keeps what came before it', async () => {
	answers({ total: 'x' }, 400);
	const ended = await extract({
		parameters: parameters(1, { ifFound: 'fail' }),
		input,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(ended)).toEqual([
		expect.objectContaining({
			error: expect.stringMatching(/^A follow-up request \(Ask Again\) failed: /),
			details: expect.objectContaining({
				received: expect.objectContaining({ output: { total: 'x' } }),
				httpCode: 400,
			}),
		}),
	]);
});

test('with Keep Item it goes on with what came before a further request that fails', async () => {
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

test('an answer that came is told where the run ends before the field is asked for again', async () => {
	const body = { output: { total: 'x', state: 'paid', buyer: 'Ada' }, requestId: 'r0' };
	platform.faults([
		{ fault: 'retry-after', status: 503, seconds: 30, when: { containing: 'Look again' } },
		{ fault: 'wrong-shape', body, when: { containing: 'first' } },
		{ fault: 'status', status: 400, when: { containing: 'second' } },
		{ fault: 'delay-before', ms: 300, when: { containing: 'second' } },
	]);
	const { text, requestOptions: _, ...others } = parameters(1);
	const ended = await extract({
		parameters: { ...others, text, requestOptions: { maxConcurrency: 2 } },
		input: [{ text: 'The first' }, { text: 'The second' }],
	});
	expect(errorOf(ended)!.context!.data).toMatchObject({
		done: [{ itemIndex: 0, requestId: 'r0' }],
		failed: [{ itemIndex: 1 }],
	});
});

test.each([
	['what stands there wins', [{ total: 777 }, { total: 12.5 }], 12.5, 3],
	['another invention does not', [{ total: 777 }, { total: 888 }], null, 3],
	['nothing is asked when it is there', [{ total: 12.5 }], 12.5, 2],
])('a value that is not in the text is not taken: %s', async (_, further, total, sent) => {
	answers({ state: 'paid', buyer: 'Ada' }, ...further);
	const [item] = itemsOf(await extract({ parameters: parameters(2), input }));
	expect(item.total).toBe(total);
	expect(bodies()).toHaveLength(sent);
});

test('If Fields Are Missing and Let the Item Fail look at what came in the end', async () => {
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
	['Let the Item Fail', { ifFound: 'fail' }, {}, 2],
	['If Fields Are Missing', {}, { ifMissing: 'failIfEmpty' }, 2],
])(
	'null is asked for again only where the item would fail for it: %s',
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

test('Show Request says it in words', async () => {
	const { requestOptions, ...others } = parameters(2);
	const ended = await extract({
		parameters: { ...others, requestOptions: { ...requestOptions, showRequest: true } },
		input,
	});
	expect(itemsOf(ended)).toEqual([
		expect.objectContaining({
			askAgain: expect.stringMatching(/at most 2\. .*separate extraction/),
		}),
	]);
	expect(bodies()).toHaveLength(0);
});
