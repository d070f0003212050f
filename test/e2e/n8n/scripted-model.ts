import { fastify } from 'fastify';

/** The tested parts of a request to a model (https://platform.openai.com/docs/api-reference/chat). */
interface ChatRequest {
	messages: Array<{ role: string; content: string | null; tool_calls?: unknown[] }>;
	tools?: Array<{ function: { name: string; description: string; parameters: JsonSchema } }>;
}

export interface JsonSchema {
	properties: Record<string, Record<string, unknown>>;
	required?: string[];
}

export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
}

/** Starts an OpenAI-compatible chat model for the tests of a file. It calls tools from a list, one after another. */
export function useScriptedModel() {
	const server = fastify({ forceCloseConnections: true });
	const requests: ChatRequest[] = [];
	let script: ToolCall[] = [];
	let address = '';
	beforeAll(async () => {
		address = await server.listen({ host: '127.0.0.1', port: 0 });
	});
	afterAll(async () => await server.close());

	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		requests.push(body);
		const number = body.messages.filter((message) => message.tool_calls).length;
		const call = script.at(number);
		const message = call ? { content: null, tool_calls: [toolCallOf(call)] } : { content: 'Done' };
		const choice = { index: 0, message: { role: 'assistant', ...message } };
		return {
			id: `chat-${requests.length}`,
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1000),
			model: 'scripted',
			choices: [{ ...choice, finish_reason: call ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});

	return {
		requests,
		/** The type and the data of the credential. */
		credential: () => ['openAiApi', { apiKey: 'not-needed', url: `${address}/v1` }] as const,
		setCalls(...calls: ToolCall[]): void {
			script = calls;
			requests.length = 0;
		},
		/** What the tools told the model, in order. */
		told: () =>
			requests.at(-1)!.messages.flatMap(({ role, content }) => (role === 'tool' ? content! : [])),
	};
}

function toolCallOf({ tool, arguments: values }: ToolCall) {
	const call = { name: tool, arguments: JSON.stringify(values) };
	return { id: `call_${tool}`, type: 'function', function: call };
}
