import axios from 'axios';
import { connect } from '../../connect.ts';
import { importExampleFile, jsonOf, outputOf, type Rehearsal, sentIn } from './rehearsal.ts';

interface Link {
	valid: string;
	resource: { type: string; id: string };
}

interface ServiceFunction {
	id: number;
	name: string;
	owner: number;
	lastModified: number;
	links: Link[];
}

const { credentialData, withFaults } = connect();

/** The request by which functions are searched. */
export const SEARCH_REQUEST = { method: 'POST', path: '/api/query/v1/functions/search' };

/** Asks the service itself, past the node. */
export async function functionsOfTheService(request: {
	sort: { field: string; ascending: boolean };
	limit: number;
}): Promise<ServiceFunction[]> {
	const { baseUrl, token, headerName } = credentialData;
	const headers = { [headerName]: token };
	const body = { filters: [], ...request };
	const { data } = await axios.post(`${baseUrl}${SEARCH_REQUEST.path}`, body, {
		headers,
		proxy: false,
	});
	return data.results;
}

/** Examples that search functions, by file name. */
export const functionExamples: Record<string, Rehearsal> = {
	async 'links-not-valid-to-tickets.json'() {
		const sort = { field: 'name', ascending: true };
		const functions = await functionsOfTheService({ sort, limit: 5000 });
		const isNotValid = ({ valid }: Link) => valid !== 'VALID';
		const inWords = ({ resource, valid }: Link) => `${resource.type} ${resource.id}: ${valid}`;
		const expected = functions
			.filter(({ links }) => links.some(isNotValid))
			.sort((left, right) => left.owner - right.owner)
			.map(({ id, name, owner, links }) => ({
				title: `Look at the links of "${name}"`,
				body: `Function ${id} has links that are not VALID: ${links.filter(isNotValid).map(inWords).join(', ')}`,
				owner,
			}));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(functions.length);

		const run = await (await importExampleFile('links-not-valid-to-tickets.json')).run();
		expect(sentIn(run)).toEqual([
			{ ...SEARCH_REQUEST, body: expect.objectContaining({ filters: [], sort }), status: 200 },
		]);
		expect(jsonOf(run.items)).toEqual(expected);
		return [run];
	},

	async 'nightly-search-mail.json'() {
		const example = await importExampleFile('nightly-search-mail.json');
		const run = await example.run();
		const sort = { field: 'name', ascending: true };
		const functions = await functionsOfTheService({ sort, limit: 5000 });
		const wanted = functions.filter(({ links }) => links.some(({ valid }) => valid !== 'VALID'));
		const [{ name, id, owner }] = wanted;
		const first = `${name} (id ${id}, owner ${owner}): `;
		expect(jsonOf(run.items)).toEqual([
			{
				subject: `${wanted.length} functions have links that are not VALID`,
				text: expect.stringContaining(first),
			},
		]);
		const [{ text }] = jsonOf(run.items);
		expect(text).toContain(`\n\nOf ${functions.length} functions in all; the list is whole.`);
		expect(run.requests).toHaveLength(1);

		const degraded = { fault: 'degraded' };
		const partly = await withFaults([degraded], () => example.runFrom('Every Night'));
		expect(outputOf(partly, 'Mail')).toEqual([
			{
				subject: 'The functions could not be read tonight',
				text: expect.stringMatching(
					/^The list of functions may be incomplete: the platform reported "degraded": true\n[^]*\n\d+ functions with links that are not VALID came; there can be more\.$/,
				),
			},
		]);
		expect(partly.requests).toHaveLength(3);

		const onceOnly = [{ ...degraded, when: { request: 1 } }];
		const better = await withFaults(onceOnly, () => example.runFrom('Every Night'));
		expect(outputOf(better, 'Mail')).toEqual(jsonOf(run.items));
		expect(better.requests).toHaveLength(2);

		const refused = await withFaults([{ fault: 'status', status: 403 }], () =>
			example.runFrom('Every Night'),
		);
		expect(outputOf(refused, 'Mail')).toEqual([
			{
				subject: 'The functions could not be read tonight',
				text: expect.stringMatching(/^The platform returned 403/),
			},
		]);
		return [run];
	},
};
