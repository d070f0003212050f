import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INode, NodeHelpers } from 'n8n-workflow';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';

interface Workflow {
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const NOTE = 'n8n-nodes-base.stickyNote';
/** Nodes that need a credential of the user. They come deactivated, so that the example runs without. */
const ACCOUNT_NODE = /\.(gmailTrigger|formTrigger|webhook|emailSend|slack|googleSheets|jira)$/;
/** Remembers tickets, so it's activated together with the node that creates them. */
const REMEMBERS = 'removeItemsSeenInPreviousExecutions';

const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
const workflowIn = (file: string): Workflow =>
	JSON.parse(readFileSync(join('examples', file), 'utf8'));

const rehearsals = globSync('test/e2e/n8n/examples/*.test.ts').map((file) =>
	readFileSync(file, 'utf8'),
);

test.each(files)('%s is rehearsed in n8n', (file) => {
	expect(rehearsals.filter((text) => text.includes(`'${file}'`))).toHaveLength(1);
});

test.each(files)('%s has a section in the gallery', (file) => {
	const sections = readFileSync('examples/README.md', 'utf8').split(/^(?=## )/m);
	const section = sections.find((text) => text.includes(`](${file})`));

	expect(section).toContain('**Make it yours:**');
});

test.each(files)('%s has every node connected, and deactivated if it needs an account', (file) => {
	const { nodes, connections } = workflowIn(file);
	const steps = nodes.filter(({ type }) => type !== NOTE);
	const targets = Object.values(connections).flatMap((outputs) =>
		Object.values(outputs).flatMap((output) => output.flat().map(({ node }) => node)),
	);
	const connected = new Set([...Object.keys(connections), ...targets]);

	expect(steps.filter(({ name }) => !connected.has(name))).toEqual([]);
	for (const { type, parameters, disabled = false } of steps) {
		expect(disabled).toBe(ACCOUNT_NODE.test(type) || parameters.operation === REMEMBERS);
	}
});

test.each(files)('%s has no form and no webhook that everyone can use', (file) => {
	const open = workflowIn(file).nodes.filter(
		({ type, parameters: { authentication = 'none' } }) =>
			/\.(formTrigger|webhook)$/.test(type) && authentication === 'none',
	);

	expect(open).toEqual([]);
});

test.each(files)('%s can be imported anywhere, and started by hand', (file) => {
	const { nodes } = workflowIn(file);
	const known = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain|n8n-nodes-data-platform)\./;

	expect(file).toMatch(/^[a-z]+(-[a-z]+)+\.json$/);
	expect(nodes.filter(({ type }) => !known.test(type))).toEqual([]);
	expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	expect(nodes.map(({ type }) => type)).toContain('n8n-nodes-base.manualTrigger');
});

test.each(files)('%s only has parameters of the node', (file) => {
	const { description } = new DataPlatform();
	const { properties } = description;
	const nodes = workflowIn(file).nodes.filter(({ type }) => type.includes('data-platform.'));

	for (const node of nodes) {
		// As n8n does before each execution, this drops what the node doesn't have.
		const args = [properties, node.parameters, true, false, node, description] as const;
		const kept = NodeHelpers.getNodeParameters(...args);
		expect(kept).toMatchObject(node.parameters);
	}
});
