import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { callTool } from '../../support/engine/tools.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { parameterCases } from './parameterTable.ts';

const platform = simulatedPlatform();

const file = {
	mimeType: 'text/plain',
	fileName: 'a.txt',
	data: Buffer.from('Total 7').toString('base64'),
};

/** Runs a node with Continue, and returns the failed items. */
async function failuresOf(
	parameters: Parameters<typeof runNode>[0]['parameters'],
	items: object[],
) {
	const ended = await runNode({
		parameters,
		input: items.map((json) => ({
			json: json as object & Record<never, never>,
			binary: { data: file },
		})),
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});
	return jsonOf(ended).filter(({ error }) => error !== undefined);
}

const cases = parameterCases();

test('there are many parameters to test', () => {
	expect(cases.length).toBeGreaterThan(80);
});

test.each(cases)(
	'an expression without a value is invalid: $path',
	async ({ property, withValue }) => {
		const parameters = withValue('={{ $json.lost }}');
		const failures = await failuresOf(parameters, [{}, { lost: null }]);

		expect(failures).toMatchObject(
			['undefined', 'null'].map((value) => ({
				error: `'${property.displayName}' has no value: {{ $json.lost }} is ${value}`,
				details: { kind: 'invalid', parameter: property.displayName },
			})),
		);
		expect(platform.requests()).toEqual([]);
	},
);

test.each(cases)('an empty text is valid unless required: $path', async ({ withValue }) => {
	const failures = await failuresOf(withValue("={{ $json.lost ?? '' }}"), [{}]);

	for (const { error } of failures)
		expect(error).toMatch(/ is empty| names no field|has no "jobName"/);
});

const choices = cases.filter(({ property: { type } }) => type === 'options');

test.each(choices)(
	'a value that isn’t an option is invalid: $path',
	async ({ property, withValue }) => {
		const [failure] = await failuresOf(withValue('nonsense'), [{}]);

		expect(failure.error).toContain(`'${property.displayName}' must be one of `);
		expect(platform.requests()).toEqual([]);
	},
);

const outOfRange = cases.flatMap(({ path, property, withValue }) => {
	const { minValue, maxValue } = property.typeOptions ?? {};
	return [
		...(minValue === undefined ? [] : [{ path, property, parameters: withValue(minValue - 1) }]),
		...(maxValue === undefined ? [] : [{ path, property, parameters: withValue(maxValue + 1) }]),
	];
});

test.each(outOfRange)(
	'a number out of range is invalid: $path',
	async ({ property, parameters }) => {
		const [failure] = await failuresOf(parameters, [{}]);

		expect(failure.error).toMatch(/ must be a (whole )?number (from|of at) /);
		expect(failure.details).toMatchObject({ kind: 'invalid', parameter: property.displayName });
		expect(platform.requests()).toEqual([]);
	},
);

test('only the item without a value fails', async () => {
	const failures = await failuresOf(
		{ resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' },
		[{ stream: '7' }, { stream: '8' }, {}, { stream: '9' }],
	);

	expect(failures).toMatchObject([{ details: { itemIndex: 2, kind: 'invalid' } }]);
	expect(platform.requests()).toHaveLength(3);
});

test.each(["={{ $('Nowhere').item.json.stream }}", '={{ $json.stream( }}'])(
	'an expression that n8n can’t resolve is invalid: %s',
	async (streamId) => {
		const [failure] = await failuresOf({ resource: 'connector', operation: 'run', streamId }, [{}]);

		expect(failure).toMatchObject({ error: expect.any(String), details: { kind: 'invalid' } });
		expect(platform.requests()).toEqual([]);
	},
);

test('a tool sends nothing if the model gives no value for $fromAI', async () => {
	const tool = {
		resource: 'connector',
		operation: 'run',
		streamId: '7',
		requestOptions: { showRequest: "={{ $fromAI('preview', '', 'boolean') }}" },
	};
	const ended = await callTool('requests', { parameters: tool }, [{}], {
		credentials: platform.credentials(),
	});

	expect(JSON.stringify(ended.run.data.resultData)).toContain('has no value: {{ $fromAI(');
	expect(platform.requests()).toEqual([]);
});
