import type { INodeParameters } from 'n8n-workflow';
import { parameterCases as cases } from './parameterTable.ts';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { callTool } from '../../support/engine/tools.ts';

const platform = simulatedPlatform();

const data = Buffer.from('Total 7').toString('base64');
const file = { mimeType: 'text/plain', fileName: 'a.txt', data };

/** Runs a node with Continue, and returns the failed items. */
async function collectFailures(parameters: INodeParameters, ...items: object[]) {
	const ended = await runNode({
		parameters,
		input: items.map((json) => ({ json: { ...json }, binary: { data: file } })),
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});
	return jsonOf(ended).filter(({ error }) => error !== undefined);
}

/** Values of which n8n would make another text if there are blanks around the expression. */
const NOT_TEXT = [
	'({ a: 1 })',
	"['a', 'b']",
	"DateTime.fromISO('x')",
	'new Date(0)',
	'[undefined]',
];

test.each(cases)('$path: an expression must return a value', async ({ property, withValue }) => {
	const parameter = property.displayName;
	const failures = await collectFailures(withValue('={{ $json.lost }}'), {}, { lost: null });

	expect(failures).toMatchObject(
		['undefined', 'null'].map((value) => ({
			error: `'${parameter}' has no value: {{ $json.lost }} is ${value}`,
			details: { kind: 'invalid', parameter },
		})),
	);
	expect(platform.requests()).toEqual([]);
});

test.each(cases)(
	'$path: blanks around an expression are no value',
	async ({ property, withValue }) => {
		const parameter = property.displayName;
		const expression = '{{ $json.lost }}';
		const forms = [`${expression} `, `\u00a0${expression}\u200b`, `${expression}\n${expression}`];
		for (const form of forms) {
			const failures = await collectFailures(withValue(`=${form}`), {});

			expect(failures).toMatchObject([
				{
					error: expect.stringMatching(/^'.+' has no value: .* is (blank|undefined)$/s),
					details: { kind: 'invalid', parameter },
				},
			]);
		}
		expect(platform.requests()).toEqual([]);
	},
);

test.each(cases)(
	'$path: with blanks around it, an expression has the same value',
	async ({ withValue }) => {
		async function execute(expression: string) {
			const before = platform.requests().length;
			const failures = await collectFailures(withValue(expression), {});
			const sent = platform.requests().slice(before);
			return { failures, sent: sent.map(({ path, body }) => ({ path, body })) };
		}
		for (const value of NOT_TEXT) {
			expect(await execute(`=\u00a0{{ ${value} }}\n`)).toEqual(await execute(`={{ ${value} }}`));
		}
	},
);

test.each(cases)('$path: an expression may return an empty text', async ({ withValue }) => {
	const failures = await collectFailures(withValue("={{ $json.lost ?? '' }}"), {});

	for (const { error } of failures) expect(error).toMatch(/ is empty| names no field/);
});

const choices = cases.filter(({ property: { type } }) => type === 'options');

test.each(choices)('$path: must be one of its options', async ({ property, withValue }) => {
	const [failure] = await collectFailures(withValue('nonsense'), {});

	expect(failure.error).toContain(`'${property.displayName}' must be one of `);
	expect(platform.requests()).toEqual([]);
});

const ranges = cases.flatMap(({ path, property, withValue }) => {
	const { minValue = NaN, maxValue = NaN } = property.typeOptions ?? {};
	const outside = [minValue - 1, maxValue + 1].filter((value) => !Number.isNaN(value));
	return outside.map((value) => ({ path, property, parameters: withValue(value) }));
});

test.each(ranges)('$path: must be in its range', async ({ property, parameters }) => {
	const [failure] = await collectFailures(parameters, {});

	expect(failure.error).toMatch(/ must be a (whole )?number of at /);
	expect(failure.details).toMatchObject({ kind: 'invalid', parameter: property.displayName });
});

const run = { resource: 'connector', operation: 'run' };

test.each(["={{ $('Nowhere').item.json.stream }}", '={{ $json.stream( }}', '={{ { id: 7 } }}'])(
	'an ID that n8n can’t resolve, or that is an object, is invalid and not shown: %s',
	async (streamId) => {
		const [failure] = await collectFailures({ ...run, streamId }, {});

		expect(Object.keys(failure)).toEqual(['error', 'details']);
		expect(failure).toMatchObject({ error: expect.any(String), details: { kind: 'invalid' } });
		expect(platform.requests()).toEqual([]);
	},
);

test('a tool sends nothing if the model gives no value for $fromAI', async () => {
	const showRequest = "={{ $fromAI('preview', '', 'boolean') }}";
	const parameters = { ...run, streamId: '7', requestOptions: { showRequest } };
	const credentials = platform.credentials();
	const ended = await callTool('requests', { parameters }, [{}], { credentials });

	expect(JSON.stringify(ended.run.data.resultData)).toContain('has no value: {{ $fromAI(');
	expect(platform.requests()).toEqual([]);
});
