import axios from 'axios';
import { type ExampleRun, importExample, readExamples, runExample } from '../../local/examples.ts';
import type { N8nItem } from '../../local/n8n-api.ts';
import { TESTED_BY } from '../../tools/compatibility-records.ts';
import { connect } from './connect.ts';
import { recordRun } from './record.ts';

interface Link {
	valid: string;
	resource: { type: string; id: string };
}

interface ServiceFunction {
	id: number;
	name: string;
	links: Link[];
}

const connection = connect();

const SEARCH = { method: 'POST', path: '/api/query/v1/functions/search' };

/** Asks the service itself, past the node, for all functions by name. */
async function functionsOfTheService(): Promise<ServiceFunction[]> {
	const { baseUrl, token, headerName } = connection.credentialData;
	const body = { filters: [], sort: { field: 'name', ascending: true }, limit: 5000 };
	const headers = { [headerName]: token };
	const { data } = await axios.post(`${baseUrl}${SEARCH.path}`, body, { headers, proxy: false });
	return data.results;
}

function jsonOf(items: N8nItem[]) {
	return items.map(({ json }) => json);
}

function requestsOf({ requests }: ExampleRun) {
	return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
}

/** Per file in `examples/`: what it must have sent, and what must have come out of its last node. */
const EXPECTATIONS: Record<string, (run: ExampleRun) => Promise<void> | void> = {
	async 'functions-with-broken-links.json'(run) {
		const functions = await functionsOfTheService();
		const isBroken = ({ valid }: Link) => valid !== 'VALID';
		const describe = ({ resource }: Link) => `${resource.type} ${resource.id}`;
		const expected = functions
			.filter(({ links }) => links.some(isBroken))
			.map(({ id, name, links }) => ({
				line: `${name} (function ${id}): ${links.filter(isBroken).map(describe).join(', ')}`,
			}));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(functions.length);

		const sent = { filters: [], sort: { field: 'name', ascending: true } };
		expect(requestsOf(run)).toEqual([
			{ ...SEARCH, body: expect.objectContaining(sent), status: 200 },
		]);
		expect(jsonOf(run.items)).toEqual(expected);
	},

	'scheduled-connector-run.json'(run) {
		const streams = [4711, 4712, 4713];
		expect(requestsOf(run)).toEqual(
			streams.map((stream) => ({
				method: 'POST',
				path: `/api/data/v1/streams/${stream}/executions`,
				body: { runType: 'MANUAL' },
				status: 201,
			})),
		);
		expect(run.items).toEqual(
			streams.map((streamId, item) => ({
				json: expect.objectContaining({ streamId, runType: 'MANUAL', errors: [] }),
				pairedItem: { item },
			})),
		);
	},

	'text-to-line-items.json'(run) {
		expect(requestsOf(run)).toEqual([
			{
				method: 'POST',
				path: '/api/ai/v1/extract',
				body: {
					input: [{ type: 'TEXT', text: expect.stringContaining('- 2 x Desk lamp 39.90') }],
					outputStructure: {
						orderNumber: { type: 'string', description: 'The order number' },
						email: { type: 'string', description: 'E-mail address of the sender' },
						orderLines: { type: 'array', description: expect.stringContaining('ordered articles') },
						total: { type: 'number', description: 'Total amount' },
					},
				},
				status: 200,
			},
		]);
		expect(jsonOf(run.items)).toEqual([
			{ line: '2026-0815: {"quantity":"2","description":"Desk lamp","price":"39.90"}' },
			{ line: '2026-0815: {"quantity":"1","description":"Office chair","price":"249.00"}' },
			{ line: '2026-0815: {"quantity":"10","description":"Notebook","price":"3.50"}' },
		]);
	},

	'update-a-job.json'(run) {
		expect(requestsOf(run)).toEqual([
			{
				method: 'PUT',
				path: '/v1/applications/reporting-app/jobs/nightly-load',
				body: {
					jobId: 'nightly-load',
					jobName: 'Nightly load',
					executionTimeout: 1800,
					accounts: [101, 102],
					resources: { requests: { memory: '256M' }, limits: { memory: '512M' } },
				},
				status: 200,
			},
		]);
		expect(jsonOf(run.items)).toEqual([
			{ status: 'OK', code: 200, message: expect.stringContaining('nightly-load') },
		]);
	},
};

test('every example has an expectation, and every expectation an example', async () => {
	const files = (await readExamples()).map(({ file }) => file);
	expect(files).toEqual(Object.keys(EXPECTATIONS).sort());
});

test.each(Object.keys(EXPECTATIONS))('%s', async (file) => {
	const example = (await readExamples()).find((candidate) => candidate.file === file);
	if (example === undefined) throw new Error(`examples/${file} does not exist`);
	const workflowId = await importExample(connection, example);
	const run = await runExample(connection, example, workflowId);
	expect(run.execution).toMatchObject({ status: 'success', error: undefined });
	await EXPECTATIONS[file](run);
	const tested = run.requests.map(({ operation }) => TESTED_BY[operation!]);
	await recordRun(connection, 'by hand', tested);
});
