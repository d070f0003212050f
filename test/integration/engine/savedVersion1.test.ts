import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import { errorOf, jsonOf, runWorkflow } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const saved = (name: string) => join('test/integration/engine/saved', name);
const read = <Content>(name: string) => JSON.parse(readFileSync(saved(name), 'utf8')) as Content;

const workflow = read<{ nodes: INode[]; connections: IConnections }>('version1.workflow.json');

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

// UPDATE_SAVED=true saves the requests. Only use it until version 1 is published.
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
