// What an assistant does that builds workflows through n8n's own MCP server, with nothing else to read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { connect } from '../connect.ts';
import { itemsOfNode } from '../../../local/n8n-api.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { openMcpSession } from './mcp.ts';

/** Of the parameters and notes of all operations together. */
const MOST_CHARACTERS_FOR_ASSISTANTS = 24_000;

const { api, credential, requestsDuring, withFaults } = connect();

const FOLDER = 'test/e2e/n8n/assistant';
const NODE = 'n8n-nodes-data-platform.dataPlatform';

type Answer = Record<string, unknown>;

let call: Awaited<ReturnType<typeof openMcpSession>>;

beforeAll(async () => {
	const { url, key } = await api.openMcpServer();
	call = await openMcpSession(url, key);
});

async function tool(name: string, toolArguments: object): Promise<Answer> {
	const { structuredContent } = await call('tools/call', { name, arguments: toolArguments });
	return structuredContent;
}

const PHRASES = [
	'data platform',
	'connector',
	'run connector',
	'start connector',
	'run stream',
	'update job',
	'replace job',
	'jobs',
	'stored functions',
	'functions',
	'broken links',
	'extraction',
	'formula',
	'calculated field',
	'receipt',
];

test('finds the node first by what people call its work', async () => {
	const { results } = await tool('search_nodes', { queries: PHRASES });
	const sections = (results as string).split('\n\n---\n\n');
	const found = sections.map((section) => [section.split('\n')[0], /^- (\S+)/m.exec(section)?.[1]]);
	expect(found).toEqual(PHRASES.map((phrase) => [`## "${phrase}"`, NODE]));
});

/** The names of a field and of all that lie in it, but what only people read. */
function namesIn({ name, type, options = [] }: INodeProperties): string[] {
	if (type === 'notice') return [];
	const inner = options.flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option as INodeProperties] : [],
	);
	return [name, ...inner.flatMap(namesIn)];
}

describe('tells of the node', () => {
	let types: string;

	beforeAll(async () => {
		const { definitions } = await tool('get_node_types', { nodeIds: [{ nodeId: NODE }] });
		types = definitions as string;
	});

	test('no more than an assistant reads', () => {
		expect(types.length).toBeLessThanOrEqual(MOST_CHARACTERS_FOR_ASSISTANTS);
	});

	test.each(operations)('all parameters and what comes out: $option.action', (operation) => {
		const { resource, option, properties, assistantNotes, idParameters = [] } = operation;
		const ofOperation = types
			.split(/^export type /m)
			.find((text) => text.includes(`operation: '${String(option.value)}'`))!;
		expect(ofOperation).toContain(`resource: '${String(resource.value)}'`);
		const names = [...properties, createRequestOptionsProperty(operation)].flatMap(namesIn);
		expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(ofOperation))).toEqual([]);
		for (const { name, required, displayOptions } of properties) {
			if (required && !displayOptions) expect(ofOperation).toContain(`${name}: `);
		}
		for (const note of ['OUTPUT: ', 'FAILED: ', ...assistantNotes, ...idParameters]) {
			expect(ofOperation).toContain(note);
		}
	});
});

interface Chore {
	/** What comes out of nodes with a credential while it is only tested. */
	pinned: Record<string, object[]>;
	/** Method, path, body and status of each request of the run. */
	sent: unknown[][];
	/** What comes out of these nodes. */
	out: Record<string, unknown[]>;
	/** The streams that the platform does not know. */
	unknownStream?: string;
}

const started = (streamId: string, status: number) => [
	'POST',
	`/api/data/v1/streams/${streamId}/executions`,
	{ runType: 'MANUAL' },
	status,
];

const CHORES: Record<string, Chore> = {
	'run-streams.js': {
		pinned: { 'Run Connector': [{ executionId: 1, streamId: 4711, currentState: 'any' }] },
		unknownStream: '4713',
		sent: [started('4711', 201), started('4712', 201), started('4713', 404)],
		out: {
			Started: [
				{ started: expect.stringMatching(/^4711: \d+$/) },
				{ started: expect.stringMatching(/^4712: \d+$/) },
			],
			'Not Started': [{ failed: expect.stringMatching(/^4713: The platform returned 404/) }],
		},
	},
	'broken-links.js': {
		pinned: { 'Search Functions': [{ id: 1, brokenLinks: 'CARD 1: ILLEGAL_REFERENCE' }] },
		sent: [
			[
				'POST',
				'/api/query/v1/functions/search',
				expect.objectContaining({ filters: [], sort: { field: 'name', ascending: true } }),
				200,
			],
		],
		out: {
			'Broken Links': [{ functions: expect.stringMatching(/: .+ ILLEGAL_REFERENCE|: \w+ /) }],
		},
	},
	'checked-invoice.js': {
		pinned: { 'Extract Invoice': [{ supplier: 'Lamp Works', total: 1, dueDate: '', issues: [] }] },
		sent: [
			['POST', '/api/ai/v1/extract', expect.objectContaining({ input: expect.anything() }), 200],
		],
		out: {
			Approved: [],
			Reviewer: [
				{
					supplier: 'Lamp Works',
					total: expect.anything(),
					dueDate: null,
					issues: [expect.objectContaining({ field: 'dueDate' })],
				},
			],
		},
	},
	'replace-job.js': {
		pinned: { 'Replace Job': [{ applicationId: 'reporting-app', jobId: 'nightly-load' }] },
		sent: [
			[
				'PUT',
				'/v1/applications/reporting-app/jobs/nightly-load',
				{
					jobId: 'nightly-load',
					jobName: 'Nightly load',
					executionTimeout: 1800,
					accounts: [101, 102],
					resources: { limits: { memory: '512M' } },
				},
				200,
			],
		],
		out: {
			'Replace Job': [
				expect.objectContaining({ applicationId: 'reporting-app', jobId: 'nightly-load' }),
			],
		},
	},
};

test('there is code for each chore', () => {
	expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(CHORES).sort());
});

test.each(Object.entries(CHORES))('builds, tests and runs %s', async (file, chore) => {
	const code = readFileSync(join(FOLDER, file), 'utf8').replace('CREDENTIAL', credential.id);
	expect(await tool('validate_workflow', { code })).toEqual({
		valid: true,
		nodeCount: expect.any(Number),
	});
	const { workflowId } = await tool('create_workflow_from_code', { code, versionName: 'First' });

	const pinData = Object.fromEntries(
		Object.entries(chore.pinned).map(([name, items]) => [name, items.map((json) => ({ json }))]),
	);
	const tested = await requestsDuring(() => tool('test_workflow', { workflowId, pinData }));
	expect(tested).toMatchObject({ result: { status: 'success' }, requests: [] });

	const refusals = chore.unknownStream
		? [{ fault: 'status' as const, status: 404, when: { id: chore.unknownStream } }]
		: [];
	const { result: execution, requests } = await requestsDuring(() =>
		withFaults(refusals, async () => {
			const started = await tool('execute_workflow', { workflowId, executionMode: 'manual' });
			return await api.executionEnd(String(started.executionId));
		}),
	);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(requests.map(({ method, path, body, status }) => [method, path, body, status])).toEqual(
		chore.sent,
	);
	const out = Object.keys(chore.out).map((name) => [
		name,
		itemsOfNode(execution, name).map(({ json }) => json),
	]);
	expect(Object.fromEntries(out)).toEqual(chore.out);
});
