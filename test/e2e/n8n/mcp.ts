import axios from 'axios';

/** Opens a session of the Model Context Protocol. Returns a function that calls a method. */
export async function openMcpSession(url: string, key?: string) {
	const http = axios.create({ proxy: false, responseType: 'text' });
	http.defaults.headers.common.accept = 'application/json, text/event-stream';
	if (key !== undefined) http.defaults.headers.common.authorization = `Bearer ${key}`;
	let id = 0;

	async function call(method: string, params: object = {}) {
		const response = await http.post<string>(url, { jsonrpc: '2.0', id: ++id, method, params });
		const session = response.headers['mcp-session-id'];
		if (session !== undefined) http.defaults.headers.common['mcp-session-id'] = String(session);
		// The response is an event of a stream.
		const [, data] = /^data: (.*)$/m.exec(response.data) ?? [];
		const { result, error } = JSON.parse(data!);
		if (error) throw new Error(error.message);
		return result;
	}

	const clientInfo = { name: 'test', version: '1.0.0' };
	await call('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	await http.post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
	return call;
}
