import { invalidResponses } from '../../../simulator/faults/invalid-responses.ts';
import { client, testEach, script } from './scripted.ts';

/** Searches all functions in pages of 10, with a maximum number of pages. */
async function pages(most = 20) {
	const found = [];
	for (let offset = 0, page = 0; page < most; page++) {
		const { data } = await client.call('searchFunctions', { limit: 10, offset });
		found.push(data);
		offset += 10;
		if (!data.hasMore) break;
	}
	return found;
}

/** The text of a response. */
async function textOf(path: string, body: object): Promise<string> {
	const asText = { transformResponse: (text: string) => text };
	return (await client.http.post(path, body, asText)).data;
}

const ids = (found: Array<{ results: Array<{ id: number }> }>) =>
	found.flatMap(({ results }) => results.map(({ id }) => id));
const all = Array.from({ length: 100 }, (_, index) => 1000 + index);

testEach(invalidResponses, {
	async 'total-hits-wrong'() {
		await script({ fault: 'total-hits-wrong', totalHits: 3 });
		const found = await pages();
		expect(found.every(({ totalHits }) => totalHits === 3)).toBe(true);
		expect(ids(found)).toEqual(all);
	},
	async 'total-hits-missing'() {
		await script({ fault: 'total-hits-missing' });
		const found = await pages();
		expect(found.some((page) => 'totalHits' in page)).toBe(false);
		expect(ids(found)).toEqual(all);
	},
	async 'has-more-always'() {
		await script({ fault: 'has-more-always' });
		const found = await pages(15);
		expect(found.every(({ hasMore }) => hasMore)).toBe(true);
		expect([found.length, ids(found)]).toEqual([15, all]);
	},
	async 'has-more-never'() {
		await script({ fault: 'has-more-never' });
		expect(ids(await pages())).toEqual(all.slice(0, 10));
	},
	async 'short-page'() {
		await script(
			{ fault: 'short-page', when: { request: 2 } },
			{ fault: 'short-page', missing: 1, when: { request: 3 } },
		);
		const found = await pages();
		expect(found.map(({ results }) => results.length)).toEqual([
			10, 5, 9, 10, 10, 10, 10, 10, 10, 10,
		]);
		expect(found[1]).toMatchObject({ hasMore: true, totalHits: 100 });
	},
	async 'empty-page'() {
		await script({ fault: 'empty-page', when: { request: 3 } });
		const found = await pages();
		expect(found[2]).toEqual({ totalHits: 100, results: [], hasMore: true, degraded: false });
		expect(ids(found)).toHaveLength(90);
	},
	async 'growing-list'() {
		await script({ fault: 'growing-list' });
		const found = await pages();
		expect(ids(found)).toHaveLength(110);
		expect([...new Set(ids(found))]).toEqual(all);
		expect(found.at(-1)?.totalHits).toBe(110);
	},
	async 'shrinking-list'() {
		await script({ fault: 'shrinking-list', records: 2 });
		const found = await pages();
		expect(ids(found)).toHaveLength(100 - 2 * 8);
		expect(found.at(-1)?.totalHits).toBeLessThan(100);
	},
	async degraded() {
		await script({ fault: 'degraded' });
		expect((await client.call('searchFunctions')).data.degraded).toBe(true);
	},
	async 'big-ids'() {
		await script({ fault: 'big-ids' });
		const found = await textOf('/api/query/v1/functions/search', {
			filters: [],
			sort: { field: 'id', ascending: true },
			limit: 2,
		});
		expect([...found.matchAll(/"id":(9\d{15})/g)].map(([, id]) => id)).toEqual([
			'9007199254741992',
			'9007199254741993',
		]);
		const started = await textOf('/api/data/v1/streams/42/executions', { runType: 'MANUAL' });
		expect(started).toContain('"executionId":9007199254740993');
	},
	async 'execution-errors'() {
		await script({ fault: 'execution-errors', errors: [{ message: 'a' }, 'b'] });
		const { status, data } = await client.call('runConnector');
		expect([status, data.errors]).toEqual([201, [{ message: 'a' }, 'b']]);
	},
	async 'null-fields'() {
		await script({ fault: 'null-fields', fields: ['email'] });
		expect((await client.call('extractData')).data.output).toEqual({ total: 12.5, email: null });
	},
	async 'missing-fields'() {
		await script({ fault: 'missing-fields', fields: ['total'] });
		expect((await client.call('extractData')).data.output).toEqual({ email: 'ana@example.com' });
		await script({ fault: 'missing-fields' });
		expect((await client.call('extractData')).data.output).toEqual({});
	},
	async 'output-not-object'() {
		await script({ fault: 'output-not-object', output: [1] });
		const { status, data } = await client.call('extractData');
		expect([status, data.output]).toEqual([200, [1]]);
	},
});
