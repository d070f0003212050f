// Writes docs/extraction-comparison.md: ten documents through AI → Extract, in n8n's engine, against the
// simulator, beside what n8n's Information Extractor can do.
//     node tools/docs/extraction-comparison.ts           writes the page
//     node tools/docs/extraction-comparison.ts --check   writes nothing, exits 1 when the page is stale
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import type { IDataObject } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import type { Simulator } from '../../simulator/server.ts';
import { startSimulator } from '../../simulator/server.ts';
import type { DocumentCase } from './documents/panels.ts';
import { documents } from './documents/panels.ts';
import { comparisonTable } from './information-extractor.ts';

const PAGE = 'docs/extraction-comparison.md';
const FOLDER = 'tools/docs/documents';
const TOKEN = 'comparison-token';

// The node's own sources name one another without ".ts", as the compiler wants it; n8n-workflow can only
// be imported as CommonJS.
registerHooks({
	resolve(specifier, context, next) {
		const source = specifier.startsWith('.') && sourceOf(specifier, context.parentURL);
		const conditions = specifier === 'n8n-workflow' ? ['node', 'require'] : context.conditions;
		const found = next(source || specifier, { ...context, conditions });
		return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
	},
});
// Sets what n8n-core reads when it is imported.
createRequire(import.meta.url)('../../harness/setup-env.cjs');
const { chain, hintsOf, jsonOf, NODE, runWorkflow, START } =
	await import('../../harness/engine/engine.ts');
const { DATA_PLATFORM, nodeOf, standIn } = await import('../../harness/engine/nodes.ts');

function sourceOf(specifier: string, parent: string | undefined): string | undefined {
	const candidates = ['.ts', '/index.ts'].map((end) => new URL(`${specifier}${end}`, parent));
	return candidates.find((file) => existsSync(file))?.href;
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
					...panel,
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
		block('json', readable(each.panel)),
		'Request as sent, beside `input`, which holds the text above:',
		block('json', rest),
		`What came out, ${count}:`,
		block('json', items.length === 1 ? items[0] : items),
		...hints.map((hint) => `Hint: ${hint}`),
	].join('\n\n');
}

/** JSON that the panel holds as text is easier to read as what it stands for. */
function readable(panel: IDataObject): IDataObject {
	const parsed = (value: unknown) =>
		typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
	return Object.fromEntries(Object.entries(panel).map(([name, value]) => [name, parsed(value)]));
}

function block(language: string, content: unknown): string {
	const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
	return `\`\`\`\`${language}\n${text}\n\`\`\`\``;
}

async function page(): Promise<string> {
	const simulator = await startSimulator({ token: TOKEN });
	const sections: string[] = [];
	for (const [index, each] of documents.entries()) {
		sections.push(await section(each, index, simulator));
	}
	await simulator.close();
	const text = [
		'# Ten documents through AI → Extract',
		'This page is made by `npm run docs:extraction` from real runs: each document goes through the node in n8n’s own engine and over HTTP to the [simulator](simulator.md). The simulator finds values by rules, it is no language model: what the values are shows nothing about your platform. What the page shows is what goes in, what is sent, and what shape comes out. How to use the operation: [extraction.md](extraction.md).',
		comparisonTable,
		...sections,
	].join('\n\n');
	return await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

const made = await page();
if (!process.argv.includes('--check')) await writeFile(PAGE, made);
else if ((await readFile(PAGE, 'utf8').catch(() => '')) !== made) {
	console.error(`${PAGE} is stale: run \`npm run docs:extraction\` and commit the result.`);
	process.exitCode = 1;
}
