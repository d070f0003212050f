import { membersOf } from '../../support/contract.ts';
import type { OperationName, SimulatorUnderTest } from './client.ts';
import { BODIES, PATHS, start } from './client.ts';

let client: SimulatorUnderTest;
beforeAll(async () => {
	client = await start({ functions: 1234 });
});
afterAll(() => client.simulator.close());

describe('invalid requests', () => {
	beforeEach(() => client.simulator.reset());
	afterEach(() => expect(client.simulator.journal.stats().handled).toBe(0));

	const rejection = (code: number, words = '') => ({
		status: code,
		data: expect.objectContaining({ code, message: expect.stringContaining(words) }),
	});

	test.each<[object, status: number, words: string]>([
		[{ 'X-SERVICE-Developer-Token': undefined }, 401, 'X-SERVICE-Developer-Token is missing'],
		[{ 'X-SERVICE-Developer-Token': 'wrong' }, 401, 'X-SERVICE-Developer-Token is missing'],
		[{ 'Content-Type': 'text/plain' }, 415, 'text/plain'],
	])('headers %j are rejected by every operation', async (headers, status, words) => {
		for (const operation of Object.keys(PATHS) as OperationName[]) {
			const method = operation === 'updateJob' ? 'PUT' : 'POST';
			const request = { method, url: PATHS[operation], data: JSON.stringify(BODIES[operation]) };
			const response = await client.http.request({ ...request, headers });
			expect(response).toMatchObject(rejection(status, words));
		}
	});

	test.each<[OperationName, object, string]>([
		['searchFunctions', { limit: 0 }, 'body/limit must be >= 1'],
		['updateJob', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
		['runConnector', { runType: 'AUTOMATIC' }, 'allowed values: MANUAL'],
		['extractData', { sessionId: 'abc' }, 'body/sessionId must match format "uuid"'],
	])('%s %j is invalid: %s', async (operation, changes, reason) => {
		expect(await client.call(operation, changes)).toMatchObject(rejection(400, reason));
	});

	test.each([
		['POST', '/api/query/v2/functions/search', 404],
		['POST', '/api/data/v1/streams/abc/executions', 404],
		['GET', PATHS.searchFunctions, 405],
		['PUT', '/v1/applications/a/jobs/%zz', 400],
	])('%s %s is rejected with %d', async (method, url, status) => {
		const data = method === 'GET' ? undefined : BODIES.runConnector;
		expect(await client.http.request({ method, url, data })).toMatchObject(rejection(status));
	});
});

describe('functions', () => {
	type Found = Record<string, unknown> & { links: Array<{ valid: string }> };

	async function search(changes: object = {}): Promise<Found[]> {
		const { data } = await client.call('searchFunctions', { limit: 5000, ...changes });
		return data.results;
	}

	test('they have every field of the spec, and every seventh has a broken link', async () => {
		const all = await search();
		expect(Object.keys(all[0]).sort()).toEqual(membersOf('Function').sort());
		const broken = all.filter(({ links }) =>
			links.some(({ valid }) => valid === 'ILLEGAL_REFERENCE'),
		);
		expect(broken.length / all.length).toBeCloseTo(1 / 7, 2);
	});

	test.each(['name', 'owner', 'global'])(
		'they are sorted by %s in both directions',
		async (field) => {
			const sorted = async (ascending: boolean) =>
				(await search({ sort: { field, ascending } })).map((each) => each[field]);
			const up = await sorted(true);
			expect(up).toEqual(up.toSorted((a, b) => (a! < b! ? -1 : Number(a! > b!))));
			expect(await sorted(false)).toEqual(up.toReversed());
		},
	);

	test('filters with values compare them, and others are ignored', async () => {
		const all = await search();
		const idList = [...new Set(all.map(({ owner }) => owner))].slice(0, 2);
		const found = async (...filters: object[]) => await search({ filters });
		const ofOwners = all.filter(({ owner }) => idList.includes(owner));
		expect(await found({ field: 'owner', idList })).toEqual(ofOwners);
		expect(await found({ field: 'owner', values: idList.map(String) })).toEqual(ofOwners);
		expect(
			await found({ field: 'owner', value: idList[0] }, { field: 'locked', value: true }),
		).toEqual(all.filter(({ owner, locked }) => owner === idList[0] && locked));
		expect(await found({ field: 'owner', mystery: 1 })).toHaveLength(1234);
	});
});

const date = { type: 'string', description: 'Date as YYYY-MM-DD.' };

const quantities = {
	items: { type: 'object', properties: { quantity: { type: ['number', 'null'] } } },
};
const list = { type: 'array', description: `JSON Schema: ${JSON.stringify(quantities)}` };
const level = { type: 'string', description: 'JSON Schema: {"enum":["low","high"]}.' };

test.each<[what: string, text: string, field: string, definition: object, value: unknown]>([
	[
		'the shortest label',
		'Net total: 9\nTotal   1,469.06 EUR',
		'total',
		{ type: 'number' },
		1469.06,
	],
	['no label', 'Total: 9', 'vat', { type: 'number' }, null],
	['a date', 'Date due: 3 March 2026', 'dueDate', date, '2026-03-03'],
	['an email', 'Write to ana@b.example.', 'email', { type: 'string' }, 'ana@b.example'],
	['an allowed value', 'Priority: HIGH!', 'priority', level, 'high'],
	['its type or null, in a column', '2 x Tea 4.50', 'lines', list, [{ quantity: 2 }]],
	['true or false', 'Paid: yes', 'paid', { type: 'boolean' }, true],
	['a list', 'Guests: Ana, Ben', 'guests', { type: 'array' }, ['Ana', 'Ben']],
])('an extraction finds a value by %s: %j', async (_, text, field, definition, value) => {
	const changes = { input: [{ type: 'TEXT', text }], outputStructure: { [field]: definition } };
	expect((await client.call('extractData', changes)).data.output).toEqual({ [field]: value });
});

test('it listens on loopback only', () => {
	expect(new URL(client.simulator.url).hostname).toBe('127.0.0.1');
});
