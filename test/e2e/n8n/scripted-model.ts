import { fastify } from 'fastify';

/** The tested parts of a request to a model (https://platform.openai.com/docs/api-reference/chat). */
export interface ChatRequest {
	messages: Array<{ role: string; content: string | null; tool_calls?: unknown[] }>;
	tools?: Array<{ function: { name: string; description: string; parameters: JsonSchema } }>;
	stream?: boolean;
}

export interface JsonSchema {
	type: string;
	properties: Record<string, Record<string, unknown>>;
	required?: string[];
}

export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
}

const MODEL = 'scripted';

/** Starts an OpenAI-compatible chat model on a free port. It calls tools from a list, one after another. */
export async function startScriptedModel() {
	const server = fastify({ forceCloseConnections: true });
	const requests: ChatRequest[] = [];
	let script: ToolCall[] = [];

	server.get('/v1/models', async () => ({ object: 'list', data: [{ id: MODEL }] }));
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		requests.push(body);
		const number = body.messages.filter((message) => message.tool_calls).length;
		const { tool, arguments: toolArguments } = script[number] ?? {};
		const call = { name: tool, arguments: JSON.stringify(toolArguments) };
		const calls = [{ id: `call_${number}`, type: 'function', function: call }];
		const choice =
			tool === undefined
				? { finish_reason: 'stop', message: { role: 'assistant', content: 'Done' } }
				: {
						finish_reason: 'tool_calls',
						message: { role: 'assistant', content: null, tool_calls: calls },
					};
		return {
			id: `chat-${requests.length}`,
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1000),
			model: MODEL,
			choices: [{ index: 0, ...choice }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return {
		url: `${address}/v1`,
		requests,
		setCalls(...calls: ToolCall[]): void {
			script = calls;
			requests.length = 0;
		},
		close: async () => await server.close(),
	};
}
