// Apart from the other tests of agents, which also run in n8n 1: it words the schemas differently.
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { startAgents } from './agent.ts';
import { fourTools } from './agent-tools.ts';
import { connect } from '../connect.ts';

const LONGEST_TOOL = 900;

test('a model reads the action of each tool, and little more', async () => {
	const agents = await startAgents();
	try {
		await agents.converse(await agents.agentWith(fourTools(connect().credential)));
		const tools = agents.model.requests[0].tools!.map(({ function: tool }) => tool);

		expect(tools.map(({ description }) => description).sort()).toEqual(
			operations.map(({ option }) => `${option.action} in Data Platform`).sort(),
		);
		for (const tool of tools) expect(JSON.stringify(tool).length).toBeLessThan(LONGEST_TOOL);
	} finally {
		await agents.model.close();
	}
});
