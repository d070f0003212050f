// Apart from the other tests of agents, which run in n8n 1 too: it words the schemas otherwise.
import { readFileSync } from 'node:fs';
import { startAgents } from './agent.ts';
import { fourTools } from './agent-tools.ts';
import { connect } from './connect.ts';

test('the page on agents tells what the model reads of each tool, and how many characters it is', async () => {
	const agents = await startAgents();
	try {
		await agents.converse(await agents.agentWith(fourTools(connect().credential)));
		const page = readFileSync('maintainers/facts-about-n8n.md', 'utf8');
		for (const { function: tool } of agents.model.requests[0].tools!) {
			const row = page.split('\n').find((line) => line.startsWith(`| ${tool.name} `))!;
			const [before, charactersBefore, now, charactersNow] = row
				.split('|')
				.map((cell) => cell.trim())
				.slice(3, 7);
			expect(tool.description).toBe(`${now} in Data Platform`);
			expect(String(JSON.stringify(tool).length)).toBe(charactersNow);
			const asItWas = { ...tool, description: `${before} in Data Platform` };
			expect(String(JSON.stringify(asItWas).length)).toBe(charactersBefore);
		}
	} finally {
		await agents.model.close();
	}
});
