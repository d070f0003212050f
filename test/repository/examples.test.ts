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

const endToEndTests = globSync('test/e2e/n8n/examples/*.test.ts').map((file) =>
	readFileSync(file, 'utf8'),
);

describe.each(files)('%s', (file) => {
	const { nodes, connections } = workflowIn(file);
	const steps = nodes.filter(({ type }) => type !== NOTE);

	test('is tested in n8n, and has a section in the gallery', () => {
		expect(endToEndTests.filter((text) => text.includes(`'${file}'`))).toHaveLength(1);
		const sections = readFileSync('examples/README.md', 'utf8').split(/^(?=## )/m);
		const section = sections.find((text) => text.includes(`](${file})`));
		expect(section).toContain('**Make it yours:**');
	});

	test('has every node connected, and deactivated if it needs an account', () => {
		const targets = Object.values(connections).flatMap((outputs) =>
			Object.values(outputs).flatMap((output) => output.flat().map(({ node }) => node)),
		);
		const connected = [...Object.keys(connections), ...targets];
		expect(steps.filter(({ name }) => !connected.includes(name))).toEqual([]);
		for (const { type, parameters, disabled = false } of steps) {
			expect(disabled).toBe(ACCOUNT_NODE.test(type) || parameters.operation === REMEMBERS);
		}
	});

	test('can be imported anywhere, started by hand, and not by everyone', () => {
		const known = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain|n8n-nodes-data-platform)\./;
		expect(nodes.filter(({ type }) => !known.test(type))).toEqual([]);
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(nodes.map(({ type }) => type)).toContain('n8n-nodes-base.manualTrigger');
		const open = nodes.filter(
			({ type, parameters: { authentication = 'none' } }) =>
				/\.(formTrigger|webhook)$/.test(type) && authentication === 'none',
		);
		expect(open).toEqual([]);
	});

	test('only has parameters of the node', () => {
		const { description } = new DataPlatform();
		for (const node of nodes.filter(({ type }) => type.includes('data-platform.'))) {
			// As n8n does before each execution, this drops what the node doesn't have.
			const args = [description.properties, node.parameters, true, false] as const;
			const kept = NodeHelpers.getNodeParameters(...args, node, description);
			expect(kept).toMatchObject(node.parameters);
		}
	});
});
