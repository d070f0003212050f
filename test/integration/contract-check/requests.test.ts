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

	const json = (status: number) => `${status} with JSON, Content-Type application/json`;
	expect(found).toMatchObject({
		[`searchFunctions: requests that get ${json(401)}`]: 'missing token, wrong token',
		[`searchFunctions: requests that get ${json(400)}`]:
			expect.stringMatching(/^no filters, .*, no body$/),
		[`searchFunctions: the shape of ${json(400)}`]:
			'{status: string, code: integer, message: string}',
		[`searchFunctions: requests that get ${json(415)}`]: 'Content-Type text/plain',
		[`searchFunctions: requests that get ${json(200)}`]: expect.stringContaining(
			'sort by id, sort by name, sort by owner',
		),
		'runConnector: currentState: the complete set of values': 'ACTIVE',
		[`extractData: the shape of ${json(200)}`]: expect.stringContaining(
			'{note: string, contentItemsRead: integer, contentItemsIgnored: integer}',
		),
	});
});
