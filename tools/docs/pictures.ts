import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { format, resolveConfig } from 'prettier';
import { animate, take } from './pictureFiles.ts';
import {
	canvasRecord,
	creatorRecord,
	NODE_CREATOR,
	panelRecord,
	PANELS,
	type PanelScene,
	recordFile,
	WITHOUT_PICTURE,
	withoutNotes,
} from './pictureRecords.ts';
import { type Box, MARGIN, rowsOf } from './pictureRows.ts';
import { type LocalEnvironment, startEnvironment } from '../../local/environment.ts';
import * as examples from '../../local/examples.ts';
import { itemsOfNode } from '../../local/n8n-api.ts';
import * as canvas from '../../test/support/editor/canvas.ts';
import * as panel from '../../test/support/editor/panel.ts';
import { signedInPage, startBrowser } from '../../test/support/editor/session.ts';
import * as nodes from '../../test/support/workflows.ts';

type Scene = (page: Page, environment: LocalEnvironment) => Promise<void>;

/** Large enough to show every example at full size. */
const LARGE = { width: 2880, height: 1200 };
/** So that parameters and output fill the picture. */
const SMALL = { width: 1280, height: 720 };
const FRAME = { width: 824, height: 624 };
/** High enough to show everything without scrolling. */
const HIGH = { width: 1440, height: 2400 };
/** Wide enough to show the issues of an item in the table view. */
const WIDE = { width: 1560, height: 950 };

/** The pictures, in this order. */
export const SCENES: Record<string, Scene> = {
	/** The first workflow of the README, as an animation. */
	async 'first-workflow'(page, environment) {
		await animate(page, 'first-workflow', async (addFrame) => {
			// Where the node is used.
			await page.setViewportSize(FRAME);
			await openExample(page, environment, await findExample(PANELS['first-workflow'].canvas));
			await addFrame({ x: 0, y: 0, ...FRAME }, 3);

			await page.setViewportSize(SMALL);
			await openDataPlatform(page);
			const extract = canvas.actionEntries(page).filter({ hasText: 'Extract fields from text' });
			await extract.scrollIntoViewIfNeeded();
			await extract.click();
			const view = { ...(await cornerOfPanel(page)), ...FRAME };
			await panel.fill(page, 'text', PANELS['first-workflow'].parameters.text);
			await addFrame(view, 3);
			await panel.fill(page, 'fields.field[0].name', 'orderNumber');
			await panel.addRow(page, 'fields');
			await panel.fill(page, 'fields.field[1].name', 'orderLines');
			await panel.choose(page, 'fields.field[1].type', 'List');
			await addFrame(view, 3);
			const columns = 'fields.field[1].columns.column';
			await panel.fill(page, `${columns}[0].name`, 'article');
			await panel.addRow(page, 'columns');
			await panel.fill(page, `${columns}[1].name`, 'quantity, price');
			await panel.choose(page, `${columns}[1].type`, 'Number');
			await addFrame(view, 3);
			await panel.choose(page, 'items', 'One per List Element');
			await panel.fill(page, 'list', 'orderLines');
			await addFrame(view, 3);
			await panel.executeStep(page);
			await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
			// The text next to what came of it.
			await panel.parameter(page, 'text').scrollIntoViewIfNeeded();
			await addFrame(view, 4);
		});
	},

	async 'node-creator'(page) {
		await page.setViewportSize(HIGH);
		await openDataPlatform(page);
		const { x, y, width } = await boxOf(page.getByTestId('node-creator'));
		const { y: bottom, height } = await boxOf(canvas.actionEntries(page).last());
		// Without the mark at the left edge.
		const box = { x: x + 4, y, width: width - 4, height: bottom + height + MARGIN - y };
		await take(page, 'node-creator', box);
	},

	/** The issues that Flag Issues finds, next to the text of an invoice. */
	async 'flagged-issues'(page, environment) {
		await page.setViewportSize(WIDE);
		await open(
			page,
			await environment.api.importWorkflow(panelWorkflow('flagged-issues', environment)),
		);
		await withResponse('flagged-issues', environment, async () => {
			await canvas.executeWorkflow(page, PANEL_NODE);
		});
		await canvas.openPanel(page, PANEL_NODE);
		const output = page.getByTestId('output-panel');
		await output.getByTestId('radio-button-table').click();
		const text = page.getByTestId('parameter-item').filter({ has: panel.parameter(page, 'text') });
		await text.last().evaluate((element) => element.scrollIntoView());
		const { x, y } = await cornerOfPanel(page);
		const { x: outputX, width: outputWidth } = await boxOf(output);
		const option = await boxOf(panel.parameter(page, 'options.flagIssues.settings.ifFound'));
		const height = option.y + option.height + MARGIN - y;
		await take(page, 'flagged-issues', { x, y, width: outputX + outputWidth - x, height });
	},

	...Object.fromEntries(
		(await examples.readExamples())
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
	await using started = new AsyncDisposableStack();
	const environment = await startEnvironment({ cancelSignal, functions: 60 });
	started.defer(environment.stop);
	const browser = started.use(await startBrowser());
	cancelSignal.addEventListener('abort', () => void browser.close());
	const signedIn = { n8nUrl: environment.n8n.url, session: environment.session };
	for (const name of names) {
		console.log(name);
		const page = await signedInPage(browser, signedIn, 2);
		await SCENES[name](page, environment);
		await page.context().close();
		await saveRecord(name, await recordOf(name, environment));
	}
}

/** The name of the node in PANELS. */
const PANEL_NODE = 'Extract invoice';

function panelWorkflow(name: keyof typeof PANELS, { credential }: LocalEnvironment) {
	const extract = nodes.dataPlatform(PANEL_NODE, credential, PANELS[name].parameters);
	return nodes.row('Picture', ...nodes.sideBySide([nodes.manualTrigger(), extract]));
}

/** Runs something while the simulator has the response of a picture. */
async function withResponse<T>(
	name: keyof typeof PANELS,
	{ simulator }: LocalEnvironment,
	run: () => Promise<T>,
): Promise<T> {
	const { response }: PanelScene = PANELS[name];
	simulator.faults.set(response ? [{ fault: 'wrong-shape', body: response }] : []);
	try {
		return await run();
	} finally {
		simulator.faults.set([]);
	}
}

/** What a picture shows, as data. Runs the node in n8n if the picture shows its output. */
async function recordOf(name: string, environment: LocalEnvironment): Promise<object> {
	if (name === NODE_CREATOR) return creatorRecord();
	if (!(name in PANELS)) {
		const example = await findExample(`${name.replace('example-', '')}.json`);
		return canvasRecord(example.workflow);
	}
	const scene = name as keyof typeof PANELS;
	const { api } = environment;
	const execution = await withResponse(scene, environment, async () => {
		const id = await api.importWorkflow(panelWorkflow(scene, environment));
		return await api.runWorkflow(id, nodes.manualTrigger().name);
	});
	const hints = (execution.runData[PANEL_NODE][0].hints ?? []).map(({ message }) => message);
	return panelRecord(PANELS[scene], itemsOfNode(execution, PANEL_NODE), hints);
}

async function findExample(name: string): Promise<examples.Example> {
	return (await examples.readExamples()).find(({ file }) => file === name)!;
}

async function saveRecord(name: string, record: object): Promise<void> {
	const file = recordFile(name);
	const options = { ...(await resolveConfig(file)), filepath: file };
	await writeFile(file, await format(JSON.stringify(record), options));
}

/** The canvas of an example, without notes. */
function exampleScene(example: examples.Example): Scene {
	return async (page, environment) => {
		await page.setViewportSize(LARGE);
		const boxes = await openExample(page, environment, example);
		await take(page, `example-${example.file.replace('.json', '')}`, ...rowsOf(boxes));
	};
}

/** Opens the canvas of an example, without notes. Returns where its nodes are. */
async function openExample(
	page: Page,
	environment: LocalEnvironment,
	{ file, workflow }: examples.Example,
): Promise<Box[]> {
	const { api } = environment;
	// Without credentials, n8n marks these nodes as incomplete.
	const others = {
		[examples.CHAT_MODEL]: await api.createCredential('OpenAI', 'openAiApi', { apiKey: 'none' }),
		[examples.APPROVAL]: await api.createCredential('SMTP', 'smtp', { host: 'localhost' }),
	};
	const steps = withoutNotes(workflow.nodes);
	const example = { file, workflow: { ...workflow, nodes: steps } };
	await open(page, await examples.importExample({ ...environment, others }, example));
	await page.getByTestId('zoom-to-fit').click();
	// Until the canvas stops moving.
	await page.waitForTimeout(1500);
	return await Promise.all(steps.map(({ name }) => boxOf(canvas.canvasNode(page, name))));
}

async function openDataPlatform(page: Page): Promise<void> {
	await canvas.openNewWorkflow(page);
	await canvas.searchNodeCreator(page, 'Data Platform');
	await canvas.nodeEntry(page, 'Data Platform').click();
}

async function open(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Where an element is, once it's visible. */
async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}

/** The corner of the parameters, without the input on their left. */
async function cornerOfPanel(page: Page) {
	const { x } = await boxOf(page.getByTestId('node-parameters'));
	const { y } = await boxOf(page.getByTestId('output-panel'));
	return { x, y };
}
