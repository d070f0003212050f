import { type Agents, startAgents } from './agent.ts';
import {
	extractionOfItsChoice,
	fourTools,
	schemasByTool,
	SEEN_BY_THE_MODEL,
} from './agent-tools.ts';
import { connect } from '../connect.ts';
import { recordRun } from '../record.ts';

const connection = connect();
const { credential } = connection;

const WAY = 'by an AI agent';

let agents: Agents;
let agent: string;

beforeAll(async () => {
	agents = await startAgents();
	agent = await agents.agentWith(fourTools(credential));
});

afterAll(async () => await agents.model.close());

test('the model sees four tools with the names, descriptions and schemas that the panel gives', async () => {
	await agents.converse(agent);
	const tools = agents.model.requests[0].tools!.map(({ function: { parameters, ...rest } }) => ({
		...rest,
		schema: parameters,
	}));
	expect(schemasByTool(tools)).toEqual(SEEN_BY_THE_MODEL);
});

test('each tool does its work and tells the model what came out', async () => {
	const { answers, sent } = await agents.converse(
		agent,
		{ tool: 'Search_functions', arguments: { name: 'margin', limit: 2 } },
		{ tool: 'Run_connector', arguments: { streamId: '880002' } },
		{ tool: 'Extract_contact', arguments: { text: 'Write to ada@example.com' } },
	);
	expect(sent).toEqual([
		['POST /api/query/v1/functions/search', expect.objectContaining({ name: 'margin', limit: 2 })],
		['POST /api/data/v1/streams/880002/executions', { runType: 'MANUAL' }],
		[
			'POST /api/ai/v1/extract',
			expect.objectContaining({ input: [{ type: 'TEXT', text: 'Write to ada@example.com' }] }),
		],
	]);
	const [functions, runs, contacts] = answers.map((answer) => JSON.parse(answer));
	expect(functions).toEqual([
		expect.objectContaining({ name: expect.stringContaining('margin') }),
		expect.objectContaining({ name: expect.stringContaining('margin') }),
	]);
	expect(runs).toEqual([expect.objectContaining({ streamId: '880002', runType: 'MANUAL' })]);
	expect(contacts).toEqual([{ email: 'ada@example.com', phone: null }]);
	await recordRun(connection, WAY, ['extractData', 'runConnector', 'searchFunctions']);
});

test('the model may choose the fields to extract', async () => {
	const chooser = await agents.agentWith([extractionOfItsChoice(credential)]);
	const text = 'Write to ada@example.com';
	const { answers, sent } = await agents.converse(
		chooser,
		{ tool: 'Extract_anything', arguments: { text, example: { email: 'a@b.example' } } },
		{ tool: 'Extract_anything', arguments: { text, example: { email: '', phones: [''] } } },
	);
	expect(sent.map(([, body]) => body)).toEqual([
		expect.objectContaining({ outputStructure: { email: { type: 'string' } } }),
		expect.objectContaining({
			outputStructure: {
				email: { type: 'string' },
				phones: { type: 'array', description: 'List of texts.' },
			},
		}),
	]);
	expect(JSON.parse(answers[0])).toEqual([{ email: 'ada@example.com' }]);
});

const JOB = { jobId: 'nightly', jobName: 'Nightly' };

test.each([
	['nothing', {}, {}],
	['empty texts', { timeout: '', accounts: '', memoryLimit: '', response: '', triggers: '' }, {}],
	['null', { timeout: null, accounts: null, response: null }, {}],
	[
		'something',
		{ timeout: '60', memoryLimit: '512M', triggers: '[{"at": "night"}]' },
		{
			executionTimeout: 60,
			resources: { limits: { memory: '512M' } },
			triggers: [{ at: 'night' }],
		},
	],
])('a job update leaves out what the model did not set: %s', async (_, given, definition) => {
	const call = { tool: 'Update_job', arguments: { ...JOB, ...given } };
	const { sent } = await agents.converse(agent, call);
	expect(sent).toEqual([
		['PUT /v1/applications/reporting-app/jobs/nightly', { ...JOB, ...definition }],
	]);
	await recordRun(connection, WAY, ['updateJob']);
});
