import axios from 'axios';
import { connect } from '../connect.ts';
import { importFile, jsonOf, type Rehearsal, sentIn } from './rehearsal.ts';

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

const { credentialData } = connect();

/** The request by which functions are searched. */
export const SEARCH = { method: 'POST', path: '/api/query/v1/functions/search' };

/** Asks the service itself, past the node. */
export async function functionsOfTheService(request: {
	sort: { field: string; ascending: boolean };
	limit: number;
}): Promise<ServiceFunction[]> {
	const { baseUrl, token, headerName } = credentialData;
	const headers = { [headerName]: token };
	const body = { filters: [], ...request };
	const { data } = await axios.post(`${baseUrl}${SEARCH.path}`, body, { headers, proxy: false });
	return data.results;
}

/** Examples that search functions, by file name. */
export const functionExamples: Record<string, Rehearsal> = {
	async 'links-not-valid-to-tickets.json'() {
		const sort = { field: 'name', ascending: true };
		const functions = await functionsOfTheService({ sort, limit: 5000 });
		const isNotValid = ({ valid }: Link) => valid !== 'VALID';
		const line = ({ resource, valid }: Link) => `- ${resource.type} ${resource.id} (${valid})`;
		const expected = functions
			.filter(({ links }) => links.some(isNotValid))
			.sort((left, right) => left.owner - right.owner)
			.map(({ id, name, owner, links }) => ({
				title: `Look at the links of "${name}"`,
				body: [
					`Function ${id} has links whose valid is not VALID:`,
					...links.filter(isNotValid).map(line),
				].join('\n'),
				owner,
			}));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(functions.length);

		const run = await (await importFile('links-not-valid-to-tickets.json')).run();
		expect(sentIn(run)).toEqual([
			{ ...SEARCH, body: expect.objectContaining({ filters: [], sort }), status: 200 },
		]);
		expect(jsonOf(run.items)).toEqual(expected);
		return [run];
	},
};
