import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataPlatformApi } from '../../credentials/DataPlatformApi.credentials.ts';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';

test('n8n finds the node and its credential type by their names', () => {
	const { description } = new DataPlatform();
	const [credential] = description.credentials!;

	expect(description).toMatchObject({
		displayName: 'Data Platform',
		name: 'dataPlatform',
		group: ['transform'],
		defaults: { name: 'Data Platform' },
		inputs: ['main'],
		outputs: ['main'],
	});
	expect(description.description).toMatch(/^Search functions, .+ your data platform$/);
	expect(credential).toMatchObject({ name: new DataPlatformApi().name, required: true });
});

test.each([
	['node', 'nodes/DataPlatform', () => new DataPlatform().description.icon],
	['credential', 'credentials', () => new DataPlatformApi().icon],
])('the icons of the %s exist', (_, folder, iconOf) => {
	const icons = Object.values(iconOf() as Record<string, string>);

	expect(icons).toHaveLength(2);
	for (const icon of icons) expect(existsSync(join(folder, icon.replace(/^file:/, '')))).toBe(true);
});
