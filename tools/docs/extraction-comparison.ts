import { readFile } from 'node:fs/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import { chain, hintsOf, jsonOf, NODE, runWorkflow, START } from '../../harness/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, standIn } from '../../harness/engine/nodes.ts';
import { type Simulator, startSimulator } from '../../simulator/server.ts';
import { withParts } from './markdown.ts';

const FOLDER = 'tools/docs/documents';
const TOKEN = 'comparison-token';
/** What the panel holds as text stands in the file as what it stands for. */
const JSON_FIELDS = ['jsonExample', 'jsonSchema', 'structureJson'];

/** One document and how the panel of AI → Extract is filled in for it. */
interface DocumentCase {
	title: string;
	/** The file in the folder. */
	file: string;
	mimeType: string;
	/** What the case shows. */
	shows: string;
	/** The panel's values beside resource, operation and input. */
	panel: IDataObject;
}

/** Documents through AI → Extract, in n8n's engine, against the simulator: what goes in, what comes out. */
export async function extractionComparisonPage(): Promise<string> {
	const simulator = await startSimulator({ token: TOKEN });
	const sections: string[] = [];
	const documents: DocumentCase[] = parse(await readFile(`${FOLDER}/panels.yaml`, 'utf8'));
	for (const [index, each] of documents.entries()) {
		sections.push(await section(each, index, simulator));
	}
	await simulator.close();
	return withParts('docs/extraction-comparison.md', { documents: sections.join('\n\n') });
}

interface Ran {
	request: unknown;
	items: IDataObject[];
	hints: string[];
}

async function run({ file, mimeType, panel }: DocumentCase, simulator: Simulator): Promise<Ran> {
	simulator.reset();
	const data = await readFile(`${FOLDER}/${file}`);
	const readFileStep = standIn(async function () {
		const binary = { data: await this.helpers.prepareBinaryData(data, file, mimeType) };
		return [[{ json: {}, binary }]];
	});
	const ended = await runWorkflow({
		nodes: [
			nodeOf({ name: 'Read File', type: 'test.file' }),
			nodeOf({
				name: NODE,
				type: DATA_PLATFORM,
				parameters: {
					resource: 'ai',
					operation: 'extract',
					inputType: 'content',
					content: { item: [{ kind: 'textFile', binaryField: 'data' }] },
					...withJsonText(panel),
				},
			}),
		],
		connections: chain(START, 'Read File', NODE),
		nodeTypes: { 'test.file': readFileStep },
		credentials: {
			baseUrl: simulator.url,
			token: TOKEN,
			headerName: 'X-SERVICE-Developer-Token',
		},
	});
	if (ended.run.data.resultData.error) throw ended.run.data.resultData.error;
	const [{ body }] = simulator.journal.list();
	return { request: body, items: jsonOf(ended), hints: hintsOf(ended) };
}

async function section(each: DocumentCase, index: number, simulator: Simulator): Promise<string> {
	const { request, items, hints } = await run(each, simulator);
	const { input, ...rest } = request as { input: Array<{ text: string }> };
	const count = items.length === 1 ? '1 item' : `${items.length} items`;
	return [
		`## ${index + 1}. ${each.title}`,
		each.shows,
		`Input: the file [${each.file}](../${FOLDER}/${each.file}), read by Content Items → Text From File.`,
		block('text', input[0].text.trimEnd()),
		'Panel, beside the input:',
		block('json', each.panel),
		'Request as sent, beside `input`, which holds the text above:',
		block('json', rest),
		`What came out, ${count}:`,
		block('json', items.length === 1 ? items[0] : items),
		...hints.map((hint) => `Hint: ${hint}`),
	].join('\n\n');
}

function withJsonText(panel: IDataObject): INodeParameters {
	const entries = Object.entries(panel).map(([name, value]) => [
		name,
		JSON_FIELDS.includes(name) ? JSON.stringify(value) : value,
	]);
	return Object.fromEntries(entries);
}

function block(language: string, content: unknown): string {
	const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
	return `\`\`\`\`${language}\n${text}\n\`\`\`\``;
}
