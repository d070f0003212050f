// npm run assistant: talks to an n8n's MCP server from the shell, as an assistant does that builds workflows.
import { Command } from 'commander';
import { openMcpSession } from '../harness/mcp.ts';

const command = new Command('npm run assistant --')
	.description('Talks to the MCP server of an n8n: "npm start" prints its address and key.')
	.argument('<address>', 'where the MCP server listens')
	.argument('<key>', 'its key')
	.argument(
		'[tool]',
		'the tool to call; without one, what the server says and its tools are printed',
	)
	.argument('[arguments]', 'of the tool, as JSON', (text) => JSON.parse(text), {})
	.parse();
const [address, key, tool] = command.args;

const { call, instructions } = await openMcpSession(address, key);
if (tool === undefined) {
	console.log(instructions);
	const { tools } = await call('tools/list');
	for (const { name, description, inputSchema } of tools) {
		console.log(`\n${name}: ${description}\n${JSON.stringify(inputSchema)}`);
	}
} else {
	const toolArguments = command.processedArgs[3] as object;
	const { content } = await call('tools/call', { name: tool, arguments: toolArguments });
	for (const { text } of content as Array<{ text?: string }>) console.log(text);
}
