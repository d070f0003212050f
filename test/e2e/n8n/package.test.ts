import type { N8nTypeDescription } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';

const { api } = connect();

interface ThemedUrl {
	light: string;
	dark: string;
}

function namesOf(types: N8nTypeDescription[]): string[] {
	return types.map(({ name }) => name);
}

function find(types: N8nTypeDescription[], name: string): N8nTypeDescription {
	const type = types.find((candidate) => candidate.name === name);
	if (type === undefined) throw new Error(`n8n has not loaded ${name}`);
	return type;
}

const NODE = 'n8n-nodes-data-platform.dataPlatform';
const TOOL = 'n8n-nodes-data-platform.dataPlatformTool';
const CREDENTIAL = 'dataPlatformApi';

test('n8n loads the node and makes a tool of it', async () => {
	expect(namesOf(await api.types('nodes'))).toEqual(expect.arrayContaining([NODE, TOOL]));
});

test('n8n loads the credential and lets the HTTP Request node use it', async () => {
	const credential = find(await api.types('credentials'), CREDENTIAL);
	expect(credential.displayName).toBe('Data Platform API');
	expect(credential.supportedNodes).toEqual(expect.arrayContaining([NODE]));
});

test('the codex file brings the node its categories and its documentation', async () => {
	expect(find(await api.types('nodes'), NODE).codex).toMatchObject({
		categories: expect.arrayContaining([expect.any(String)]),
		resources: { primaryDocumentation: [{ url: expect.stringMatching(/^https:/) }] },
	});
});

test.each([
	['node', async () => find(await api.types('nodes'), NODE)],
	['credential', async () => find(await api.types('credentials'), CREDENTIAL)],
])('the light and the dark icon of the %s are served', async (_, describeType) => {
	const { light, dark } = (await describeType()).iconUrl as ThemedUrl;
	expect(light).not.toBe(dark);
	for (const icon of [light, dark]) {
		expect(await api.statusOf(`/${icon}`)).toEqual({
			status: 200,
			mediaType: expect.stringContaining('image/svg+xml'),
		});
	}
});
