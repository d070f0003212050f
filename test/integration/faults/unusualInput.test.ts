import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Job } from '../../../contract/types.ts';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const update = {
	resource: 'job',
	operation: 'update',
	applicationId: '={{ $json.id }}',
	jobId: '={{ $json.id }}',
	jobName: 'Nightly load',
};

async function run(parameters: INodeParameters, json: IDataObject = {}) {
	return await runNode({ parameters, input: [{ json }], credentials: platform.credentials() });
}

describe('identifiers', () => {
	test.each([
		['slashes', 'a/b/c'],
		['dots within words', 'a..b/..c/.d'],
		['a percent-encoded slash', 'a%2Fb'],
		['what is encoded twice', '%252e%252e'],
		['a question mark', 'a?limit=1'],
		['a hash sign', 'a#b'],
		['blanks', 'a b  c'],
		['a backslash', 'a\\b'],
		['another host', '//elsewhere.invalid/x'],
		['a scheme', 'http://elsewhere.invalid'],
		['a semicolon and an at sign', 'a;b=c@d:e'],
		['emoji', 'job 🚀 ä 漢字'],
		['10,000 characters', 'x'.repeat(10_000)],
		['a name of JavaScript', '__proto__'],
		['markup', '<script>alert(1)</script>'],
	])('with %s stay one segment, and arrive as they are', async (_, id) => {
		const ended = await run(update, { id });

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.requests()).toHaveLength(1);
		const [{ path, parameters, handled, body }] = platform.requests();
		expect(path).toMatch(/^\/v1\/applications\/[^/?#]+\/jobs\/[^/?#]+$/);
		expect(parameters).toEqual({ applicationId: id, jobId: id });
		expect(handled).toBe(true);
		expect((body as Job).jobId).toBe(id);
	});

	test.each([
		['..', '..'],
		['.', '.'],
		['.. between slashes', 'a/../b'],
		['.. between backslashes', 'a\\..\\b'],
		['.. percent-encoded', '%2e%2E'],
		['.. half encoded, behind an encoded slash', 'a%2F.%2e'],
		['nothing', ''],
		['blanks alone', '   '],
		['a line break', 'a\nb'],
		['a null character', 'a\u0000b'],
		['half a character', 'a\ud800'],
		['a list', ['a']],
		['an object', { id: 'a' }],
		['a number that is not exact', 2 ** 60],
		['NaN', NaN],
		['Infinity', Infinity],
	])('that are %s are refused by name, and nothing is sent', async (_, id) => {
		const ended = await run(update, { id } as IDataObject);

		expect(errorOf(ended)).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'(Job|Application) ID' /),
			description: expect.stringMatching(/\w+/),
		});
		expect(platform.requests()).toEqual([]);
	});
});

describe('names of fields', () => {
	const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', ' a '];

	test.each(names)('"%s" is sent as it is, and comes out', async (name) => {
		const ended = await run({
			resource: 'ai',
			operation: 'extract',
			text: 'Total: 99.50 EUR',
			outputStructure: { field: [{ name, type: 'string', description: 'anything' }] },
		});

		expect(errorOf(ended)).toBeUndefined();
		const [{ body }] = platform.requests();
		const { outputStructure } = body as { outputStructure: object };
		expect(Object.entries(outputStructure)).toEqual([
			[name, { type: 'string', description: 'anything' }],
		]);
		expect(Object.keys(jsonOf(ended)[0])).toEqual([name]);
		expect(({} as IDataObject).description).toBeUndefined();
	});

	test('the empty one is refused', async () => {
		const ended = await run({
			resource: 'ai',
			operation: 'extract',
			text: 'Total: 99.50 EUR',
			outputStructure: { field: [{ name: '', type: 'string' }] },
		});

		expect(errorOf(ended)?.message).toBe(
			"'Fields to Extract' names no field to extract. Nothing was sent.",
		);
		expect(platform.requests()).toEqual([]);
	});

	test('members called like parts of JavaScript are sent as they are', async () => {
		const response = '{"__proto__": {"a": 1}, "constructor": 2, "toString": [3], "": 4}';
		await run({ ...update, jobDefinition: { executionResponse: response } }, { id: 'a' });

		const [{ body }] = platform.requests();
		expect(JSON.stringify((body as Job).executionResponse)).toBe(
			JSON.stringify(JSON.parse(response)),
		);
	});
});

test('JSON nested 1,000 deep is sent as it is', async () => {
	const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`;
	const ended = await run({ ...update, jobDefinition: { executionResponse: deep } }, { id: 'a' });

	expect(errorOf(ended)).toBeUndefined();
	const [{ body }] = platform.requests();
	expect(JSON.stringify((body as Job).executionResponse)).toBe(deep);
});

describe('numbers', () => {
	const timeout = async (value: unknown) =>
		await run({ ...update, jobDefinition: { executionTimeout: '={{ $json.value }}' } }, {
			id: 'a',
			value,
		} as IDataObject);

	test.each([
		['60', 60],
		[' 60 ', 60],
		[60, 60],
		[-0, 0],
		['-0', 0],
		['007', 7],
	])('%p is sent as %p', async (value, sent) => {
		const ended = await timeout(value);

		expect(errorOf(ended)).toBeUndefined();
		expect((platform.bodies()[0] as Job).executionTimeout).toBe(sent);
	});

	test.each([NaN, Infinity, -Infinity, 1e21, 1.5, '1e3', '0x10', '60s', true, [60], '1e999'])(
		'%p is refused by name',
		async (value) => {
			const ended = await timeout(value);

			expect(errorOf(ended)?.message).toMatch(/^'(Execution Timeout \(Seconds\)|Job Definition)' /);
			expect(platform.requests()).toEqual([]);
		},
	);
});

describe('words of the platform', () => {
	const failed = async (message: string, settings = {}) => {
		platform.faults([{ fault: 'status', status: 400, message }]);
		return await runNode({
			parameters: update,
			input: [{ json: { id: 'a' } }],
			credentials: platform.credentials(),
			settings,
		});
	};

	test.each([
		'APPROVEPERMISSIONS is missing',
		'ENOENT: no such file, EACCES, ECONNREFUSED',
		'<img src=x onerror=alert(1)> & <b>bold</b>',
		'line\u0000 break\r\n\u001b[31mred',
	])('%j is shown, and does not change what n8n says', async (message) => {
		const error = errorOf(await failed(message))!;
		const shown = message.replace(/[\p{Cc}\s]+/gu, ' ');

		expect(error.message).toBe(`The platform returned 400: ${shown}`);
		expect(error.description).not.toContain('<');
		expect(error.description).toMatch(/^Correct what the message names/);
	});

	test('a long one is cut', async () => {
		const { message } = errorOf(await failed('x'.repeat(100_000)))!;

		expect(message.length).toBeLessThan(500);
		expect(message).toMatch(/x…$/);
	});

	test('a body of a megabyte does not fill the details', async () => {
		const ended = await failed('x'.repeat(1_000_000), { onError: 'continueRegularOutput' });

		expect(JSON.stringify(jsonOf(ended)).length).toBeLessThan(5000);
	});
});
