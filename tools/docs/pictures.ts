import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { type LocalEnvironment, startEnvironment } from '../../local/environment.ts';
import {
	APPROVAL,
	CHAT_MODEL,
	importExample,
	readExamples,
	withRehearsedFaults,
} from '../../local/examples.ts';
import type { N8nWorkflow } from '../../local/n8n-api.ts';
import { reportToConsole } from '../../local/report.mjs';
import { signedInPage, startBrowser } from '../../harness/editor/browser.ts';
import * as canvas from '../../harness/editor/canvas.ts';
import * as credential from '../../harness/editor/credential.ts';
import * as panel from '../../harness/editor/panel.ts';
import { startScriptedModel, type ToolCall } from '../../harness/scripted-model.ts';
import { simulatorClient } from '../../simulator/client.ts';
import * as subjects from './picture-subjects.ts';

const FOLDER = 'docs/images';
const FUNCTIONS = 60;
const MARGIN = 16;
/** High enough that no panel has to scroll. */
const TALL = 2400;
/** Large enough that n8n shows every example at its full size. */
const LARGE = { width: 1920, height: 1200 };
const ROOM_OF_A_NAME = 80;
const ROOM_OF_A_PLUS = 120;
/** Messages that come and go, and the button that a trigger has while the mouse is near. */
const HIDDEN =
	'.el-notification { display: none } [data-test-id^="execute-workflow-button-"] { visibility: hidden }';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** What can be photographed by itself, in this order. */
export const SCENES: Record<string, Scene> = {
	panels: takePanels,
	icons: takeIcons,
	'node-creator': takeNodeCreator,
	credential: takeCredential,
	order: takeOrder,
	output: takeOutput,
	checks: takeChecks,
	'failed-item': takeFailedItem,
	'degraded-search': takeDegradedSearch,
	examples: takeExamples,
};

type Scene = (page: Page, environment: LocalEnvironment, browser: Browser) => Promise<void>;

/**
 * Takes pictures for the docs in n8n's own editor, with the simulator as the platform.
 *
 * @param scenes those of SCENES to take
 */
export async function takePictures(scenes: Scene[], cancelSignal: AbortSignal): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const environment = await startEnvironment({
		report: reportToConsole,
		cancelSignal,
		functions: FUNCTIONS,
	});
	const browser = await startBrowser();
	cancelSignal.addEventListener('abort', () => void browser.close());
	try {
		for (const takeScene of scenes) {
			const page = await newPage(browser, environment);
			await takeScene(page, environment, browser);
			await page.context().close();
		}
	} finally {
		await browser.close();
		await environment.stop();
	}
}

async function newPage(
	browser: Browser,
	{ n8n, session }: LocalEnvironment,
	appearance?: Parameters<typeof signedInPage>[2],
): Promise<Page> {
	return await signedInPage(browser, { n8nUrl: n8n.url, session }, appearance);
}

async function takePanels(_page: Page, environment: LocalEnvironment, browser: Browser) {
	for (const colorScheme of ['light', 'dark'] as const) {
		const page = await newPage(browser, environment, { colorScheme, height: TALL });
		for (const subject of subjects.PANELS) {
			await open(page, environment, subjects.panelWorkflow(environment.credential, subject));
			await canvas.openPanel(page, subject.name);
			await takePanel(page, `panel-${subject.file}-${colorScheme}`);
		}
		await page.context().close();
	}
}

/** The icon at the sizes in which n8n shows it, each variant on its own ground. */
async function takeIcons(page: Page) {
	const grounds = { '': '#ffffff', '.dark': '#2d2e2e' };
	const icons = Object.entries(grounds).map(async ([variant, ground]) => {
		const svg = await readFile(`icons/dataPlatform${variant}.svg`, 'base64');
		const image = (size: number) =>
			`<img src="data:image/svg+xml;base64,${svg}" width="${size}" height="${size}">`;
		return `<div style="background:${ground};padding:16px;display:flex;gap:16px;align-items:center">${[16, 24, 32, 64].map(image).join('')}</div>`;
	});
	await page.setContent(
		`<div id="icons" style="display:inline-flex">${(await Promise.all(icons)).join('')}</div>`,
	);
	await take(page, 'icons', await boxOf(page.locator('#icons')));
}

async function takeNodeCreator(page: Page) {
	await canvas.openNewWorkflow(page);
	await canvas.searchNodeCreator(page, 'Data Platform');
	await canvas.nodeEntry(page, 'Data Platform').click();
	await canvas
		.actionEntries(page)
		.filter({ hasText: "Replace a job's whole definition" })
		.waitFor();
	await take(page, 'node-creator', await boxOf(page.getByTestId('node-creator')));
}

async function takeCredential(page: Page, { credentialData }: LocalEnvironment) {
	await canvas.openNewWorkflow(page);
	await canvas.addNode(page, 'Data Platform', 'Search stored functions');
	await credential.openNewCredential(page);
	await credential.fillCredential(page, credentialData);
	await credential.saveWorkingCredential(page);
	await credential.reopenWorkingCredential(page);
	await take(page, 'credential', await boxOf(page.locator('.el-dialog:visible')));
	await credential.closeCredential(page);
}

async function takeOrder(page: Page, environment: LocalEnvironment) {
	await open(page, environment, subjects.orderWorkflow(environment.credential));
	await canvas.executeWorkflow(page, subjects.ORDER_LINE);
	await canvas.showWholeCanvas(page);
	await take(page, 'canvas', await rowOfNodes(page));
	await canvas.openPanel(page, subjects.ORDER_LINE);
	await take(page, 'line-items', await boxOf(page.getByTestId('ndv')));
}

async function takeOutput(page: Page, environment: LocalEnvironment) {
	await open(page, environment, subjects.searchWorkflow(environment.credential));
	await canvas.openPanel(page, subjects.SEARCH_FUNCTIONS);
	await panel.executeStep(page);
	await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
	await take(page, 'output', await boxOf(page.getByTestId('ndv')));
}

/** The options that checks go with, and what they find. */
async function takeChecks(_page: Page, environment: LocalEnvironment, browser: Browser) {
	const body = { output: subjects.DOUBTFUL_INVOICE, requestId: 'r-1' };
	await simulatorClient(environment.simulator.url).setFaults([{ fault: 'wrong-shape', body }]);
	for (const colorScheme of ['light', 'dark'] as const) {
		const page = await newPage(browser, environment, { colorScheme, height: TALL });
		await open(page, environment, subjects.checkedWorkflow(environment.credential));
		await canvas.executeWorkflow(page, subjects.EXTRACT_INVOICE);
		await canvas.openPanel(page, subjects.EXTRACT_INVOICE);
		const options = page.getByTestId('parameter-item').filter({
			has: page.locator('label[for="options"]'),
		});
		const { x, width, ...upAndDown } = await boxOf(options);
		const wider = { ...upAndDown, x: x - MARGIN, width: width + 2 * MARGIN };
		await take(page, `checks-${colorScheme}`, wider);
		await page.getByTestId('output-panel').getByTestId('radio-button-json').click();
		const output = await boxOf(page.getByTestId('output-panel'));
		const { y, height } = await boxOf(page.locator('.vjs-tree-node').last());
		const found = { ...output, height: y + height + MARGIN - output.y };
		await take(page, `checks-found-${colorScheme}`, found);
		await page.context().close();
	}
	await simulatorClient(environment.simulator.url).setFaults([]);
}

async function takeFailedItem(page: Page, environment: LocalEnvironment) {
	const message = 'Stream 4714 does not exist';
	await simulatorClient(environment.simulator.url).setFaults([
		{ fault: 'status', status: 404, message, when: { id: '4714' } },
	]);
	await open(page, environment, subjects.streamsWorkflow(environment.credential));
	await page.getByTestId('execute-workflow-button').click();
	const node = canvas.canvasNode(page, subjects.RUN_CONNECTOR);
	await node.getByTestId('node-issues').waitFor();
	await canvas.openPanel(page, subjects.RUN_CONNECTOR);
	const { y, height } = await boxOf(panel.failureView(page).locator('.node-error-view__info'));
	const output = await boxOf(page.getByTestId('output-panel'));
	await take(page, 'failed-item', { ...output, height: y + height + MARGIN - output.y });
}

async function takeDegradedSearch(page: Page, environment: LocalEnvironment) {
	await simulatorClient(environment.simulator.url).setFaults([{ fault: 'degraded' }]);
	await open(page, environment, subjects.searchWorkflow(environment.credential));
	await canvas.openPanel(page, subjects.SEARCH_FUNCTIONS);
	await panel.executeStep(page);
	const output = await boxOf(page.getByTestId('output-panel'));
	await take(page, 'degraded-search', { ...output, height: output.height / 2 });
}

/** Which tools the model of an example uses in its picture. */
const SAID_BY_THE_MODEL: Record<string, ToolCall[]> = {
	'ask-which-functions-changed.json': [{ tool: 'Search_Functions', arguments: { limit: 50 } }],
};

/** Each example in `examples/` after its run. */
async function takeExamples(page: Page, environment: LocalEnvironment) {
	const { api, simulator } = environment;
	await page.setViewportSize(LARGE);
	const model = await startScriptedModel();
	const openAi = await api.createCredential('OpenAI', 'openAiApi', {
		apiKey: 'not-needed',
		url: model.url,
	});
	const smtp = await api.createCredential('SMTP', 'smtp', { host: '127.0.0.1', port: 25 });
	const others = { [CHAT_MODEL]: openAi, [APPROVAL]: smtp };
	for (const example of await readExamples()) {
		await openById(page, await importExample({ ...environment, others }, example));
		await canvas.showWholeCanvas(page);
		model.tell(...(SAID_BY_THE_MODEL[example.file] ?? []));
		await withRehearsedFaults(simulator.url, example.file, async () => {
			await api.executionEnd(await canvas.executeFrom(page, 'Start by Hand'));
		});
		await take(page, `example-${example.file.replace('.json', '')}`, await boxOfNodes(page));
	}
	await model.close();
}

async function open(page: Page, { api }: LocalEnvironment, workflow: N8nWorkflow): Promise<void> {
	await openById(page, await api.importWorkflow(workflow));
}

async function openById(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** All that is on the canvas, with the names below the nodes. */
async function boxOfNodes(page: Page): Promise<Box> {
	const nodes = await page.locator('.vue-flow__node').all();
	const boxes = await Promise.all(nodes.map(boxOf));
	const left = Math.min(...boxes.map(({ x }) => x)) - 2 * MARGIN;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + ROOM_OF_A_PLUS;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + ROOM_OF_A_NAME;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The canvas without what is above and below its one row of nodes. */
async function rowOfNodes(page: Page): Promise<Box> {
	const { x, width } = await boxOf(page.getByTestId('canvas'));
	const { y, height } = await boxOf(page.getByTestId('canvas-node').first());
	return { x, width, y: y - height, height: 3 * height };
}

/** The middle of the panel: its tabs and every parameter, nothing cut off. */
async function takePanel(page: Page, file: string): Promise<void> {
	const { x, width } = await boxOf(page.getByTestId('node-parameters'));
	const { y: button } = await boxOf(page.getByTestId('node-execute-button'));
	const { y: wish } = await boxOf(page.getByTestId('node-feature-request'));
	const parameters = page.getByTestId('node-parameters').getByTestId('parameter-item');
	const boxes = await Promise.all((await parameters.all()).map((item) => item.boundingBox()));
	const bottoms = boxes.flatMap((box) => (box && box.y < wish ? [box.y + box.height] : []));
	const top = button - MARGIN / 2;
	await take(page, file, { x, y: top, width, height: Math.max(...bottoms) + MARGIN - top });
}

async function take(page: Page, file: string, clip: Box): Promise<void> {
	await page.mouse.move(0, 0);
	// What fades, slides or says "saved" has come to rest by then.
	await page.waitForTimeout(1500);
	await page.screenshot({
		path: `${FOLDER}/${file}.png`,
		clip,
		animations: 'disabled',
		style: HIDDEN,
	});
	reportToConsole(`${FOLDER}/${file}.png`);
}

async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}
