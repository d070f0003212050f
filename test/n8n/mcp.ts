import axios from 'axios';

/** The methods that a client of the Model Context Protocol calls here. */
type Method = 'initialize' | 'notifications/initialized' | 'tools/list' | 'tools/call';

const CLIENT = {
	protocolVersion: '2025-03-26',
	capabilities: {},
	clientInfo: { name: 'test', version: '1.0.0' },
};

/**
 * Opens a session of the Model Context Protocol over streamable HTTP.
 *
 * @returns a function that calls a method and gives its result
 */
export async function openMcpSession(url: string) {
	const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
	let number = 0;

	async function call(method: Method, params: object = {}) {
		const isNotification = method.startsWith('notifications/');
		const request = { jsonrpc: '2.0', method, params, ...(!isNotification && { id: ++number }) };
		const response = await axios.post<string>(url, request, {
			headers,
			proxy: false,
			responseType: 'text',
		});
		headers['mcp-session-id'] ??= String(response.headers['mcp-session-id']);
		return isNotification ? undefined : resultIn(response.data);
	}

	await call('initialize', CLIENT);
	await call('notifications/initialized');
	return call;
}

/** The answer comes as one event of a stream. */
function resultIn(events: string) {
	const data = /^data: (.*)$/m.exec(events)?.[1];
	if (data === undefined) throw new Error(`No answer in ${JSON.stringify(events)}`);
	const { result, error } = JSON.parse(data);
	if (error) throw new Error(error.message);
	return result;
}
