import { ALL_CHOSEN, reportOn } from './instance.ts';

const SEARCH = '/api/query/v1/functions/search';

test('an instance that matches the contract has no differences, with all probes', async () => {
	const { report, probes, requests } = await reportOn([], ALL_CHOSEN);

	expect(report).toMatchObject({ verdict: 'same', differences: [], unchecked: [] });
	expect(report.responses).toBe(probes.length);
	expect(requests.slice(-3).map(({ status }) => status)).toEqual([200, 201, 200]);
});

test.each([0, 1, 7, 6000])('it has no differences with %i functions', async (functions) => {
	const { report } = await reportOn([], {}, { functions });

	expect(report.differences).toEqual([]);
});

test('by default, the check only searches', async () => {
	const { requests, probes } = await reportOn();

	expect(requests).toHaveLength(probes.length);
	expect(new Set(requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
		new Set([`POST ${SEARCH}`]),
	);
});

test('it reports what the instance does where the spec is silent', async () => {
	const { report } = await reportOn([], ALL_CHOSEN);
	const found = Object.fromEntries(
		report.learned.map(({ operation, notShown, instance }) => [
			`${operation}: ${notShown}`,
			instance,
		]),
	);

	expect(found).toMatchObject({
		'searchFunctions: error status codes (part 7)': '401: missing token, wrong token',
		'searchFunctions: what becomes of a request that is not as described (part 7)':
			expect.stringMatching(
				/^400: no filters, .*, no body; 200: no sort.field, no sort.ascending, no filter field, offset -1$/,
			),
		'searchFunctions: the shape of an error body (part 7)':
			'400, 401, 415: {status: string, code: integer, message: string}, Content-Type application/json',
		'searchFunctions: further members of a search request (part 4.1)': '200: further member',
		'searchFunctions: requests of another Content-Type (part 4)': '415: Content-Type text/plain',
		'searchFunctions: sort.field: the allowed values (part 4.1)': expect.stringContaining(
			'200: sort by id, sort by name, sort by owner',
		),
		'searchFunctions: body: which members are always present':
			'always: totalHits, results, hasMore, degraded',
		'searchFunctions: degraded: its meaning': 'false',
		'runConnector: currentState: the complete set of values': 'ACTIVE',
		'extractData: modelProviderUsage: inner members':
			'{note: string, contentItemsRead: integer, contentItemsIgnored: integer}',
	});
});
