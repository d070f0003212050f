import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode, INodeProperties } from 'n8n-workflow';
import { createNodeProperties } from '../../../nodes/DataPlatform/actions/operations.ts';
import { errorOf, jsonOf, runWorkflow } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const saved = (name: string) => join('test/integration/engine/saved', name);
const read = <Content>(name: string) => JSON.parse(readFileSync(saved(name), 'utf8')) as Content;

const workflow = read<{ nodes: INode[]; connections: IConnections }>('version1.workflow.json');
const names = read<string[]>('version1.names.json');

const file = { mimeType: 'text/plain', fileName: 'note.txt', data: Buffer.from('total 5') };
const input = [
	{
		json: {
			stream: 4711,
			job: 'nightly-load',
			text: 'simulate: value lines [{"article": "Lamp", "quantity": 2}]',
		},
		binary: { data: { ...file, data: file.data.toString('base64') } },
	},
];

/** The path of every parameter, and every option. */
function namesOf(fields: INodeProperties[], path = ''): string[] {
	return fields.flatMap((field) => {
		if (field.type === 'notice') return [];
		const { resource = [], operation = [] } = field.displayOptions?.show ?? {};
		const group = path === '' ? [...resource, ...operation].map(String).join(' ') : path;
		const own = `${group} ${field.name}`.trim();
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return namesOf(option.values, `${own}.${option.name}`);
			return 'type' in option ? namesOf([option], own) : [`${own} = ${String(option.value)}`];
		});
		return [`${own}: ${field.type}`, ...inner];
	});
}

// UPDATE_SAVED=true saves the parameters. Only use it until version 1 is published.
test('every parameter and option that a saved workflow of version 1 may have still exists', () => {
	const now = namesOf(createNodeProperties());
	if (process.env.UPDATE_SAVED === 'true') {
		writeFileSync(saved('version1.names.json'), `${JSON.stringify(now, null, '\t')}\n`);
		return;
	}
	expect(names.length).toBeGreaterThan(150);
	expect(names.filter((name) => !now.includes(name))).toEqual([]);
});

test('a workflow saved with version 1 still sends the same requests', async () => {
	const ended = await runWorkflow({ ...workflow, input, credentials: platform.credentials() });

	expect(errorOf(ended)).toBeUndefined();
	const sent = platform.requests().map(({ method, path, body }) => ({ method, path, body }));
	if (process.env.UPDATE_SAVED === 'true') {
		writeFileSync(saved('version1.requests.json'), `${JSON.stringify(sent, null, '\t')}\n`);
	}
	expect(sent).toEqual(read('version1.requests.json'));
	const firstOf = (node: string) => Object.keys(jsonOf(ended, 0, node)[0]);
	expect(firstOf('Extract Elements')).toEqual(expect.arrayContaining(['stream', 'article']));
	expect(firstOf('Extract JSON')).toContain('output');
	expect(firstOf('Run')).toEqual(['executionId', 'streamId', 'currentState']);
	expect(firstOf('Count')).toContain('search');
	expect(firstOf('Update').slice(0, 3)).toEqual(['applicationId', 'jobId', 'jobName']);
	expect(firstOf('Update JSON')).toContain('status');
});
