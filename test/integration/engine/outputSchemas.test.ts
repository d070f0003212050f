import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform({ functions: 700 });

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
}

const offered = (resource: string, operation: string): Schema =>
	JSON.parse(
		readFileSync(`nodes/DataPlatform/__schema__/v1.0.0/${resource}/${operation}.json`, 'utf8'),
	);

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

test.each<[string, string, INodeParameters]>([
	['function', 'search', {}],
	['connector', 'run', { streamId: '4711' }],
	['job', 'update', { applicationId: 'reporting', jobId: 'load', jobName: 'Nightly load' }],
])(
	'%s: %s returns the members and types of its output schema',
	async (resource, operation, parameters) => {
		const ended = await runNode({
			parameters: { resource, operation, ...parameters },
			credentials: platform.credentials(),
		});
		const { properties = {} } = offered(resource, operation);

		expect(jsonOf(ended).length).toBeGreaterThan(0);
		for (const json of jsonOf(ended)) {
			expect(Object.keys(json)).toEqual(Object.keys(properties));
			for (const [name, { type }] of Object.entries(properties)) {
				expect([name, [type].flat()]).toEqual([name, expect.arrayContaining([typeOf(json[name])])]);
			}
		}
	},
);

test("the schema allows numbers that aren't times, and long IDs as text", () => {
	const { properties = {} } = offered('connector', 'run');

	expect(properties.startedAt.type).toEqual(expect.arrayContaining(['string', 'number']));
	expect(properties.executionId.type).toEqual(['integer', 'string']);
	expect(properties.streamId.type).toEqual(['string', 'number']);
});
