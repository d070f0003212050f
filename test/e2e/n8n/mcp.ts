import axios from 'axios';

const CLIENT = {
	protocolVersion: '2025-03-26',
	capabilities: {},
	clientInfo: { name: 'test', version: '1.0.0' },
};

/** Opens a session of the Model Context Protocol. Returns a function that calls a method. */
export async function openMcpSession(url: string, key?: string) {
	const headers: Record<string, string> = {
		accept: 'application/json, text/event-stream',
		...(key !== undefined && { authorization: `Bearer ${key}` }),
	};
	let number = 0;

	async function call(method: string, params: object = {}) {
		const isNotification = method.startsWith('notifications/');
		const request = { jsonrpc: '2.0', method, params, ...(!isNotification && { id: ++number }) };
		const options = { headers, proxy: false, responseType: 'text' } as const;
		const response = await axios.post<string>(url, request, options);
		const session = response.headers['mcp-session-id'];
		if (session !== undefined) headers['mcp-session-id'] ??= String(session);
		if (isNotification) return undefined;
		// The response is an event of a stream.
		const [, data] = /^data: (.*)$/m.exec(response.data) ?? [];
		const { result, error } = JSON.parse(data!);
		if (error) throw new Error(error.message);
		return result;
	}

	await call('initialize', CLIENT);
	await call('notifications/initialized');
	return call;
}
