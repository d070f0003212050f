import { connect } from '../connect.ts';

const { api } = connect();

const NODE = 'n8n-nodes-data-platform.dataPlatform';

/** The description of a type, as the editor gets it. */
async function find(kind: 'nodes' | 'credentials', name: string) {
	const type = (await api.types(kind)).find((candidate) => candidate.name === name);
	if (type === undefined) throw new Error(`n8n has not loaded ${name}`);
	return type;
}

test('n8n loads the node with its documentation, makes a tool of it, and offers its credential', async () => {
	expect((await find('nodes', NODE)).codex).toMatchObject({
		categories: expect.arrayContaining([expect.any(String)]),
		resources: { primaryDocumentation: [{ url: expect.stringMatching(/^https:/) }] },
	});
	await find('nodes', `${NODE}Tool`);
	const { supportedNodes } = await find('credentials', 'dataPlatformApi');
	expect(supportedNodes).toContain(NODE);
});

test.each([
	['nodes', NODE],
	['credentials', 'dataPlatformApi'],
] as const)('the light and the dark icon of the %s are served', async (kind, name) => {
	const { light, dark } = (await find(kind, name)).iconUrl as { light: string; dark: string };

	expect(light).not.toBe(dark);
	for (const icon of [light, dark]) {
		const mediaType = expect.stringContaining('image/svg+xml');
		expect(await api.statusOf(`/${icon}`)).toEqual({ status: 200, mediaType });
	}
});
