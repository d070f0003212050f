// Apart from the other tests of agents, which run in n8n 1 too: it words the schemas otherwise.
import { readFileSync } from 'node:fs';
import { startAgents } from './agent.ts';
import { fourTools } from './agent-tools.ts';
import { connect } from './connect.ts';

test('the page on agents tells how many characters of each tool the model reads', async () => {
	const agents = await startAgents();
	try {
		await agents.converse(await agents.agentWith(fourTools(connect().credential)));
		const lengths = agents.model.requests[0].tools!.map(({ function: tool }) => [
			tool.name,
			String(JSON.stringify(tool).length),
		]);
		const rows = readFileSync('docs/agents.md', 'utf8').matchAll(/^\| (\w+) +\|.*\| (\d+) +\|$/gm);
		expect([...rows].map(([, name, now]) => [name, now]).sort()).toEqual(lengths.sort());
	} finally {
		await agents.model.close();
	}
});
