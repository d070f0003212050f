import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type LocalEnvironment, startEnvironment } from '../../local/environment.ts';
import { type Example, importExample, readExamples } from '../../local/examples.ts';
import { signedInPage, startBrowser } from '../../test/support/editor/browser.ts';
import * as canvas from '../../test/support/editor/canvas.ts';
import * as panel from '../../test/support/editor/panel.ts';
import * as nodes from '../../test/support/workflows.ts';
import { boxOf, boxOfNodes, FOLDER, MARGIN, take } from './screenshots.ts';

/** Large enough to show every example at full size. */
const LARGE = { width: 2880, height: 1200 };
/** So that parameters and output fill the picture. */
const SMALL = { width: 1280, height: 720 };
/** High enough to show an output without scrolling. */
const HIGH = { width: 1440, height: 2400 };
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

type Scene = (page: Page, environment: LocalEnvironment) => Promise<void>;

/** Nodes at the corners of the part of a long example that its picture shows. */
const SHOWN_PARTS: Record<string, string[]> = {
	'change-job-timeouts.json': ['Keep jobs to change', 'Post outcome'],
	'emails-to-table-rows.json': ['Load sample emails', 'Map email fields', 'Save row'],
	'nightly-connector-runs.json': ['Split into streams', 'Describe failed run', 'Merge all runs'],
	'pdf-invoices-to-rows.json': ['Extract invoice', 'Email reviewer', 'Append to sheet'],
	'receipts-to-expense-lines.json': ['Extract receipt', 'Email expenses file'],
	'run-streams-from-csv.json': ['Read CSV', 'Post outcome'],
};

/** Examples that are too long for a picture. */
const WITHOUT_PICTURE = ['retry-failed-runs.json', 'test-an-extraction.json'];

/** Four lines, as many as the parameter shows. */
const EMAIL = [
	'Order number: 2026-0815',
	'- 2 x Desk lamp 39.90',
	'- 1 x Office chair 249.00',
	'- 10 x Notebook 3.50',
].join('\n');

/** An invoice, and an output with another day, a null, and an ambiguous number. */
const INVOICE = 'Seller: ACME Lamps Ltd.\nIssued: 03/04/26\nTotal: 1,234';
const OUTPUT = { seller: 'ACME Lamps', issued: '2026-04-30', due: null, total: '1,234' };
const FLAG_ISSUES = {
	resource: 'ai',
	operation: 'extract',
	text: '={{ $json.text }}',
	fields: {
		field: [
			{ name: 'seller' },
			{ name: 'issued, due', type: 'date' },
			{ name: 'total', type: 'number' },
		],
	},
	options: { flagIssues: { settings: { ifFound: 'keep' } }, convertTypes: true },
};

/** The pictures, in this order. */
export const SCENES: Record<string, Scene> = {
	/** The first extraction of the README, with its parameters and its output. */
	async 'first-workflow'(page) {
		await page.setViewportSize(SMALL);
		await canvas.openNewWorkflow(page);
		await canvas.addNode(page, 'Data Platform', 'Extract fields from text');
		await panel.fill(page, 'text', EMAIL);
		await panel.fill(page, 'fields.field[0].name', 'orderNumber');
		await panel.addRow(page, 'fields');
		await panel.fill(page, 'fields.field[1].name', 'orderLines');
		await panel.choose(page, 'fields.field[1].type', 'List');
		const columns = 'fields.field[1].columns.column';
		await panel.fill(page, `${columns}[0].name`, 'article');
		await panel.fill(page, `${columns}[1].name`, 'quantity, price');
		await panel.choose(page, 'items', 'One Item per List Element');
		await panel.executeStep(page);
		await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
		await take(page, 'first-workflow', await boxOf(page.getByTestId('ndv')));
	},

	async 'node-creator'(page) {
		await canvas.openNewWorkflow(page);
		await canvas.searchNodeCreator(page, 'Data Platform');
		await canvas.nodeEntry(page, 'Data Platform').click();
		const { x, y, width } = await boxOf(page.getByTestId('node-creator'));
		const { y: bottom, height } = await boxOf(canvas.actionEntries(page).last());
		// Without the mark at the left edge.
		const box = { x: x + 4, y, width: width - 4, height: bottom + height + MARGIN - y };
		await take(page, 'node-creator', box);
	},

	/** The issues that Flag Issues finds. */
	async checks(page, { api, credential, simulator }) {
		await page.setViewportSize(HIGH);
		simulator.faults.set([{ fault: 'wrong-shape', body: { output: OUTPUT } }]);
		const row = [
			nodes.manualTrigger(),
			nodes.editFields('Load invoice', { text: INVOICE }),
			nodes.dataPlatform('Extract invoice', credential, FLAG_ISSUES),
		];
		await open(page, await api.importWorkflow(nodes.row('Invoice', ...nodes.sideBySide(row))));
		await canvas.executeWorkflow(page, 'Extract invoice');
		simulator.faults.set([]);
		await canvas.openPanel(page, 'Extract invoice');
		const output = page.getByTestId('output-panel');
		await output.getByTestId('radio-button-json').click();
		const { x, width } = await boxOf(output);
		const { y } = await boxOf(output.getByTestId('ndv-items-count'));
		const { y: bottom, height } = await boxOf(output.locator('.vjs-tree-node').last());
		const box = { x, width, y: y - MARGIN / 2, height: bottom + height + MARGIN - y };
		await take(page, 'checks-found', box);
	},

	...Object.fromEntries(
		(await readExamples())
			.filter(({ file }) => !WITHOUT_PICTURE.includes(file))
			.map((example) => [`example-${example.file.replace('.json', '')}`, exampleScene(example)]),
	),
};

/**
 * Takes pictures for the docs in n8n's own editor, with the simulator as the platform.
 *
 * @param names of SCENES
 */
export async function takePictures(names: string[], cancelSignal: AbortSignal): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	await using started = new AsyncDisposableStack();
	const environment = await startEnvironment({ cancelSignal, functions: 60 });
	started.defer(environment.stop);
	const browser = started.use(await startBrowser());
	cancelSignal.addEventListener('abort', () => void browser.close());
	const signedIn = { n8nUrl: environment.n8n.url, session: environment.session };
	for (const name of names) {
		const page = await signedInPage(browser, signedIn, { deviceScaleFactor: 2 });
		await SCENES[name](page, environment);
		await page.context().close();
	}
}

/** The canvas of an example, without notes. */
function exampleScene({ file, workflow }: Example): Scene {
	return async (page, environment) => {
		await page.setViewportSize(LARGE);
		const steps = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
		const example = { file, workflow: { ...workflow, nodes: steps } };
		await open(page, await importExample(environment, example));
		await canvas.showWholeCanvas(page);
		const shown = SHOWN_PARTS[file] ?? steps.map(({ name }) => name);
		const box = await boxOfNodes(shown.map((name) => canvas.canvasNode(page, name)));
		await take(page, `example-${file.replace('.json', '')}`, box);
	};
}

async function open(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}
