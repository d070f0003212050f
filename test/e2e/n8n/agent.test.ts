import { type Agents, startAgents } from './agent.ts';
import {
	extractionOfItsChoice,
	fourTools,
	schemasByTool,
	SEEN_BY_THE_MODEL,
} from './agent-tools.ts';
import { connect } from '../connect.ts';

const connection = connect();
const { credential } = connection;

const JOB = { jobId: 'nightly', jobName: 'Nightly' };

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
		{
			tool: 'Update_job',
			arguments: { ...JOB, timeout: '60', accounts: '', response: null },
		},
	);
	expect(sent).toEqual([
		['POST /api/query/v1/functions/search', expect.objectContaining({ name: 'margin', limit: 2 })],
		['POST /api/data/v1/streams/880002/executions', { runType: 'MANUAL' }],
		[
			'POST /api/ai/v1/extract',
			expect.objectContaining({ input: [{ type: 'TEXT', text: 'Write to ada@example.com' }] }),
		],
		// What the model leaves empty isn't sent.
		['PUT /v1/applications/reporting-app/jobs/nightly', { ...JOB, executionTimeout: 60 }],
	]);
	const [functions, runs, contacts] = answers.map((answer) => JSON.parse(answer));
	expect(functions).toEqual([
		expect.objectContaining({ name: expect.stringContaining('margin') }),
		expect.objectContaining({ name: expect.stringContaining('margin') }),
	]);
	expect(runs).toEqual([expect.objectContaining({ streamId: '880002', runType: 'MANUAL' })]);
	expect(contacts).toEqual([{ email: 'ada@example.com', phone: null }]);
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
				phones: { type: 'array', description: 'JSON Schema: {"items":{"type":"string"}}' },
			},
		}),
	]);
	expect(JSON.parse(answers[0])).toEqual([{ email: 'ada@example.com' }]);
});
