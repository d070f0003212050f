// n8n 1 ends the execution when a tool fails; since n8n 2 the model is told, and goes on.
import { type Agents, startAgents } from './agent.ts';
import { fourTools } from './agent-tools.ts';
import { connect } from '../connect.ts';
import type { ToolCall } from '../../support/scripted-model.ts';

const { api, credential, credentialData, withFaults } = connect();

let agents: Agents;
let agent: string;

beforeAll(async () => {
	agents = await startAgents();
	agent = await agents.agentWith(fourTools(credential));
});

afterAll(async () => await agents.model.close());

/** What goes wrong, and what the model must read: what happened, and how to go on. */
const MISTAKES: Array<[string, ToolCall, RegExp]> = [
	[
		'an id that leads elsewhere',
		{ tool: 'Run_connector', arguments: { streamId: '..' } },
		/'Stream ID' can't be used .* Use the identifier itself/,
	],
	[
		'a stream that does not exist',
		{ tool: 'Run_connector', arguments: { streamId: 'abc' } },
		/returned 404: There is no stream "abc".* Check Stream ID of this item/,
	],
];

test.each(MISTAKES)('the model is told how to go on after %s', async (_, call, message) => {
	const { answers } = await agents.converse(agent, call);
	expect(JSON.parse(answers[0])).toEqual([{ error: expect.stringMatching(message) }]);
});

test('the model is told that a run may have started, and where to look', async () => {
	const call = { tool: 'Run_connector', arguments: { streamId: '880003' } };
	const { answers, sent } = await withFaults(
		[{ fault: 'reset-after', operation: 'runConnector' }],
		async () => await agents.converse(agent, call),
	);
	expect(sent).toHaveLength(1);
	expect(JSON.parse(answers[0])).toEqual([
		{
			error: expect.stringMatching(
				/stream 880003 may have started: .* Before you run it again, check in the platform/,
			),
		},
	]);
});

test('the model is told to have the credential checked, and never the token', async () => {
	const token = 'a-token-that-is-wrong';
	const wrong = await api.createCredential('Wrong', credential.type, { ...credentialData, token });
	const misled = await agents.agentWith(fourTools(wrong));
	const call = { tool: 'Run_connector', arguments: { streamId: '880004' } };
	const { answers } = await agents.converse(misled, call);
	expect(answers[0]).toMatch(/returned 401: .* Check Developer Token/);
	expect(JSON.stringify(agents.model.requests)).not.toContain(token);
});
