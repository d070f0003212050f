import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Node {
	name: string;
	type: string;
	position: [x: number, y: number];
	parameters: { content?: string; width?: number; height?: number };
	credentials?: unknown;
	disabled?: boolean;
}

interface Workflow {
	name: string;
	description: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const { homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
const RAW_ADDRESS = homepage
	.replace(/#.*$/, '/main')
	.replace('//github.com/', '//raw.githubusercontent.com/');

const PAGE = 'examples/README.md';
const PICTURES = 'docs/images';
const LARGEST_PICTURE = 150_000;

/** What n8n draws: a node and the name below it; an AI Agent is wider. */
const NODE_SIZE = { width: 96, height: 136 };
const AGENT_WIDTH = 224;

/** From this number of nodes on, a workflow has a note per section. */
const NODES_WITH_SECTIONS = 8;

const NOTE = 'n8n-nodes-base.stickyNote';
/** Nodes that need an account of the user. They come deactivated, so that the example runs without. */
const ACCOUNT_NODE = /\.(gmailTrigger|emailSend|slack|googleSheets|jira)$/;
const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Names in bold that aren't nodes of the example: labels, and tables that it creates. */
const LABELS = [
	'Input Binary Field',
	'Data Platform API',
	'Connector runs to do',
	'Extraction cases',
	'Inbox rows',
	'Options',
	'Convert Types',
	'Request Options',
	'Max Requests per Second',
	'Input',
	'Text',
];

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

type Box = ReturnType<typeof boxOf>;

function overlap(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function contains(outer: Box, inner: Box): boolean {
	return (
		outer.left <= inner.left &&
		outer.top < inner.top &&
		outer.right >= inner.right &&
		outer.bottom >= inner.bottom
	);
}

/** The notes and the nodes of a workflow. The first note is about the whole workflow. */
function partsOf({ nodes }: Workflow) {
	const [overview, ...sections] = nodes.filter(({ type }) => type === NOTE);
	return { overview, sections, steps: nodes.filter(({ type }) => type !== NOTE) };
}

test.each(files)('%s has a section in the gallery, and its picture if there is one', (file) => {
	const section = sectionOf(file);
	const pictures = ['light', 'dark'].map(
		(color) => `${PICTURES}/example-${file.replace('.json', '')}-${color}.png`,
	);

	expect(section).toContain('**Make it yours:**');
	expect(section).toContain(`${RAW_ADDRESS}/examples/${file}`);
	for (const picture of pictures) {
		expect(section.includes(`../${picture}"`)).toBe(existsSync(picture));
		if (existsSync(picture)) expect(statSync(picture).size).toBeLessThan(LARGEST_PICTURE);
	}
});

test.each(files)('%s explains how it works, how to set it up, and how to change it', (file) => {
	const { name, description, ...workflow } = workflowIn(file);
	const { overview, steps } = partsOf({ name, description, ...workflow });
	const { content } = overview.parameters;
	const named = [...content!.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label);
	const known = [...steps.map((step) => step.name), ...LABELS];

	expect(content).toMatch(
		/^## .+\n[^]*### How it works\n1\. [^]*\n\n### Set up\n- \[ \] [^]*\n\n### Customize\n[^]+$/,
	);
	expect(content!.split('\n')[0]).toBe(`## ${name}`);
	expect(content).toMatch(/^- \[ \] .*\*\*Data Platform API\*\* credential in /m);
	expect(named.filter((label) => !known.includes(label))).toEqual([]);
	expect(description).toMatch(/^[A-Z][^]{40,160}\.$/);
});

test.each(files)('%s has a note for each section if it is long', (file) => {
	const { sections, steps } = partsOf(workflowIn(file));
	const notesOf = (step: Node) => sections.filter((note) => contains(boxOf(note), boxOf(step)));
	const expected = steps.length < NODES_WITH_SECTIONS ? 0 : 1;

	expect(sections.length > 0).toBe(expected > 0);
	expect(steps.filter((step) => notesOf(step).length !== expected)).toEqual([]);
	for (const { parameters } of sections) expect(parameters.content).toMatch(/^## .+\n.+$/);
});

test.each(files)('%s has nodes that are named after what they do', (file) => {
	const { steps } = partsOf(workflowIn(file));
	// A verb and what it's about in sentence case, a question for If, or a model.
	const named =
		/^(?:[A-Z][a-z]+ (?:(?:[a-z]+|\d+|CSV|PDF|Monday) ?)+\??|Read CSV|OpenAI Chat Model)$/;

	expect(steps.map(({ name }) => name).filter((name) => !named.test(name))).toEqual([]);
});

test.each(files)('%s has every node connected, and deactivated if it needs an account', (file) => {
	const workflow = workflowIn(file);
	const { steps } = partsOf(workflow);
	const targets = Object.values(workflow.connections).flatMap((outputs) =>
		Object.values(outputs).flatMap((output) => output.flat().map(({ node }) => node)),
	);
	const connected = new Set([...Object.keys(workflow.connections), ...targets]);

	expect(steps.filter(({ name }) => !connected.has(name))).toEqual([]);
	for (const { type, disabled = false } of steps) expect(disabled).toBe(ACCOUNT_NODE.test(type));
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
	const workflow = workflowIn(file);
	const { overview, sections, steps } = partsOf(workflow);
	const leftOf = (name: string) => steps.find((step) => step.name === name)!.position[0];
	const backwards = Object.entries(workflow.connections).flatMap(([from, { main = [] }]) =>
		main.flat().filter(({ node }) => leftOf(node) < leftOf(from) + NODE_SIZE.width),
	);
	const overlapping = [
		[overview, ...sections],
		[overview, ...steps],
	].flatMap((boxes) =>
		boxes.flatMap((box, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => overlap(boxOf(box), boxOf(other)))
				.map((other) => [box.name, other.name]),
		),
	);

	expect(backwards).toEqual([]);
	expect(overlapping).toEqual([]);
});
