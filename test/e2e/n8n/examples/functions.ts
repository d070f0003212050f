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
	async 'broken-links-to-tickets.json'() {
		const sort = { field: 'name', ascending: true };
		const functions = await functionsOfTheService({ sort, limit: 5000 });
		const isNotValid = ({ valid }: Link) => valid !== 'VALID';
		const inWords = ({ resource, valid }: Link) => `${resource.type} ${resource.id}: ${valid}`;
		const expected = functions
			.filter(({ links }) => links.some(isNotValid))
			.sort((left, right) => left.owner - right.owner)
			.map(({ id, name, owner, links }) => ({
				title: `Check the links of "${name}"`,
				body: `Function ${id} has broken links: ${links.filter(isNotValid).map(inWords).join(', ')}`,
				owner,
			}));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(functions.length);

		const run = await (await importExampleFile('broken-links-to-tickets.json')).run();
		expect(sentIn(run)).toEqual([
			{ ...SEARCH_REQUEST, body: expect.objectContaining({ filters: [], sort }), status: 200 },
		]);
		expect(jsonOf(run.items)).toEqual(expected);
		return [run];
	},

	async 'broken-links-by-email.json'() {
		const example = await importExampleFile('broken-links-by-email.json');
		const run = await example.run();
		const sort = { field: 'name', ascending: true };
		const functions = await functionsOfTheService({ sort, limit: 5000 });
		const wanted = functions.filter(({ links }) => links.some(({ valid }) => valid !== 'VALID'));
		const [{ name, id, owner }] = wanted;
		const first = `${name} (id ${id}, owner ${owner}): `;
		expect(jsonOf(run.items)).toEqual([
			{
				subject: `${wanted.length} functions have broken links`,
				text: expect.stringContaining(first),
			},
		]);
		const [{ text }] = jsonOf(run.items);
		expect(text).toContain(
			`\n\nThe platform reports ${functions.length} functions in total. No function seems to be missing.`,
		);
		expect(run.requests).toHaveLength(1);

		const degraded = { fault: 'degraded' };
		const partly = await withFaults([degraded], () => example.runFrom('Start every night'));
		expect(outputOf(partly, 'Send email')).toEqual([
			{
				subject: 'The list of functions is missing or incomplete',
				text: expect.stringMatching(
					/^The list of functions may be incomplete: the platform reported "degraded": true\n[^]*\n\d+ functions with broken links were found\. There may be more\.$/,
				),
			},
		]);
		expect(partly.requests).toHaveLength(3);

		const onceOnly = [{ ...degraded, when: { request: 1 } }];
		const better = await withFaults(onceOnly, () => example.runFrom('Start every night'));
		expect(outputOf(better, 'Send email')).toEqual(jsonOf(run.items));
		expect(better.requests).toHaveLength(2);

		const refused = await withFaults([{ fault: 'status', status: 403 }], () =>
			example.runFrom('Start every night'),
		);
		expect(outputOf(refused, 'Send email')).toEqual([
			{
				subject: 'The list of functions is missing or incomplete',
				text: expect.stringMatching(/^The platform returned 403/),
			},
		]);
		return [run];
	},
};
