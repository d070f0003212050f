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
		['dots in words', 'a..b/..c/.d'],
		['a percent-encoded slash', 'a%2Fb'],
		['double encoding', '%252e%252e'],
		['a question mark', 'a?limit=1'],
		['a hash sign', 'a#b'],
		['spaces', 'a b  c'],
		['a backslash', 'a\\b'],
		['another host', '//elsewhere.invalid/x'],
		['a scheme', 'http://elsewhere.invalid'],
		['a semicolon and an at sign', 'a;b=c@d:e'],
		['emoji', 'job 🚀 ä 漢字'],
		['10,000 characters', 'x'.repeat(10_000)],
		['a JavaScript name', '__proto__'],
		['markup', '<script>alert(1)</script>'],
	])('with %s are one path segment and arrive unchanged', async (_, id) => {
		const ended = await run(update, { id });

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.requests()).toHaveLength(1);
		const [{ path, parameters, handled, body }] = platform.requests();
		expect(path).toMatch(/^\/v1\/applications\/[^/?#]+\/jobs\/[^/?#]+$/);
		expect(parameters).toEqual({ applicationId: id, jobId: id });
		expect(handled).toBe(true);
		expect((body as Job).jobId).toBe(id);
	});
});

describe('names of fields', () => {
	const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', ' a '];

	test.each(names)('"%s" is sent unchanged and is in the output', async (name) => {
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
});

describe("the platform's message", () => {
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
	])("%j is shown and doesn't trigger n8n's own messages", async (message) => {
		const error = errorOf(await failed(message))!;
		const shown = message.replace(/[\p{Cc}\s]+/gu, ' ');

		expect(error.message).toBe(`The platform returned 400: ${shown}`);
		expect(error.description).not.toContain('<');
		expect(error.description).toMatch(/^Correct what the platform rejects/);
	});
});
