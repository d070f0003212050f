import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Node {
	name: string;
	type: string;
	position: [x: number, y: number];
	parameters: { content?: string; width?: number; height?: number };
	credentials?: unknown;
}

interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, { main?: Array<Array<{ node: string }>> }>;
}

const PAGE = 'examples/README.md';
const PICTURES = 'docs/images';
const LARGEST_PICTURE = 150_000;

/** What n8n draws: a node and the name below it; an AI Agent is wider. */
const NODE_SIZE = { width: 96, height: 136 };
const AGENT_WIDTH = 224;

const NOTE = 'n8n-nodes-base.stickyNote';
const AGENT = '@n8n/n8n-nodes-langchain.agent';

const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
const workflowIn = (file: string): Workflow =>
	JSON.parse(readFileSync(join('examples', file), 'utf8'));

/** The section of the gallery about an example. */
function sectionOf(file: string): string {
	const sections = readFileSync(PAGE, 'utf8').split(/^(?=## )/m);
	return sections.find((section) => section.includes(`](${file})`)) ?? '';
}

function boxOf({ type, position: [left, top], parameters }: Node) {
	const size =
		type === NOTE
			? { width: parameters.width!, height: parameters.height! }
			: { ...NODE_SIZE, ...(type === AGENT && { width: AGENT_WIDTH }) };
	return { left, top, right: left + size.width, bottom: top + size.height };
}

function overlap(one: Node, other: Node): boolean {
	const [a, b] = [boxOf(one), boxOf(other)];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test.each(files)('%s has a section in the gallery, and its picture if there is one', (file) => {
	const section = sectionOf(file);
	const picture = `${PICTURES}/example-${file.replace('.json', '.png')}`;

	expect(section).toContain('**Make it yours:**');
	expect(section.includes(`src="../${picture}" width="800"`)).toBe(existsSync(picture));
	if (existsSync(picture)) expect(statSync(picture).size).toBeLessThan(LARGEST_PICTURE);
});

test.each(files)('%s says on its note what it does, what to set and which credential', (file) => {
	const { name, nodes } = workflowIn(file);
	const [{ parameters }, ...others] = nodes.filter(({ type }) => type === NOTE);

	expect(others).toEqual([]);
	expect(parameters.content).toMatch(new RegExp(`^## ${name}\n`));
	expect(parameters.content).toMatch(/\*\*Set:\*\*|^1\. Put/m);
	expect(parameters.content).toMatch(/^- \*\*Credentials?:\*\* .*Data Platform API,? in /m);
});

test.each(files)('%s can be imported anywhere, and started by hand', (file) => {
	const { nodes } = workflowIn(file);
	const known = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain|n8n-nodes-data-platform)\./;

	expect(file).toMatch(/^[a-z]+(-[a-z]+)+\.json$/);
	expect(nodes.filter(({ type }) => !known.test(type))).toEqual([]);
	expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	expect(nodes.map(({ type }) => type)).toContain('n8n-nodes-base.manualTrigger');
});

test.each(files)('%s reads from left to right, and nothing overlaps', (file) => {
	const { nodes, connections } = workflowIn(file);
	const leftOf = (name: string) => nodes.find((node) => node.name === name)!.position[0];
	const backwards = Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flat().filter(({ node }) => leftOf(node) < leftOf(from) + NODE_SIZE.width),
	);
	const overlapping = nodes.flatMap((node, index) =>
		nodes
			.slice(index + 1)
			.filter((other) => overlap(node, other))
			.map((other) => [node.name, other.name]),
	);

	expect(backwards).toEqual([]);
	expect(overlapping).toEqual([]);
});
