// n8n 1 ends the execution when a tool fails. Since n8n 2, the model gets the message and continues.
import { startAgents } from './agent.ts';
import { fourTools } from './agent-tools.ts';
import { connect } from '../connect.ts';

const { api, credential, credentialData } = connect();

test('the model gets the message and the advice after a rejected token, and never the token', async () => {
	const agents = await startAgents();
	try {
		const token = 'a-token-that-is-wrong';
		const wrong = await api.createCredential('Wrong', credential.type, {
			...credentialData,
			token,
		});
		const agent = await agents.agentWith(fourTools(wrong));
		const call = { tool: 'Run_connector', arguments: { streamId: '880004' } };
		const { answers } = await agents.converse(agent, call);

		expect(JSON.parse(answers[0])).toEqual([
			{ error: expect.stringMatching(/returned 401: .* Check 'Developer Token'/) },
		]);
		expect(JSON.stringify(agents.model.requests)).not.toContain(token);
	} finally {
		await agents.model.close();
	}
});
