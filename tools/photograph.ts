// npm run docs:pictures: takes the pictures in docs/images/ in n8n's own editor.
import { mkdir } from 'node:fs/promises';
import axios from 'axios';
import type { Locator, Page } from 'playwright-core';
import { type LocalEnvironment, startEnvironment } from '../local/environment.ts';
import type { N8nWorkflow } from '../local/n8n-api.ts';
import { reportToConsole } from '../local/report.ts';
import { signedInPage, startBrowser } from '../test/n8n/editor/browser.ts';
import * as canvas from '../test/n8n/editor/canvas.ts';
import * as credential from '../test/n8n/editor/credential.ts';
import * as panel from '../test/n8n/editor/panel.ts';
import * as subjects from './picture-subjects.ts';

const FOLDER = 'docs/images';
const FUNCTIONS = 60;
const MARGIN = 16;
/** High enough that no panel has to scroll. */
const TALL = 2400;

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end.abort());

await mkdir(FOLDER, { recursive: true });
const environment = await startEnvironment({
	report: reportToConsole,
	cancelSignal: end.signal,
	functions: FUNCTIONS,
});
const browser = await startBrowser();
end.signal.addEventListener('abort', () => void browser.close());
try {
	const connection = { n8nUrl: environment.n8n.url, session: environment.session };
	for (const colorScheme of ['light', 'dark'] as const) {
		const page = await signedInPage(browser, connection, { colorScheme, height: TALL });
		for (const subject of subjects.PANELS) {
			await open(page, subjects.panelWorkflow(environment.credential, subject));
			await canvas.openPanel(page, subject.name);
			await takePanel(page, `panel-${subject.file}-${colorScheme}`);
		}
		await page.context().close();
	}
	const page = await signedInPage(browser, connection);
	for (const takeScene of [
		takeNodeCreator,
		takeCredential,
		takeOrder,
		takeOutput,
		takeFailedItem,
		takeDegradedSearch,
	]) {
		await takeScene(page, environment);
	}
} finally {
	await browser.close();
	await environment.stop();
}

async function takeNodeCreator(page: Page) {
	await canvas.openNewWorkflow(page);
	await canvas.searchNodeCreator(page, 'Data Platform');
	await canvas.nodeEntry(page, 'Data Platform').click();
	await canvas.actionEntries(page).filter({ hasText: 'Update a job' }).waitFor();
	await take(page, 'node-creator', await boxOf(page.getByTestId('node-creator')));
}

async function takeCredential(page: Page, { credentialData }: LocalEnvironment) {
	await canvas.openNewWorkflow(page);
	await canvas.addNode(page, 'Data Platform', 'Search functions');
	await credential.openNewCredential(page);
	await credential.fillCredential(page, credentialData);
	await credential.saveWorkingCredential(page);
	await credential.reopenWorkingCredential(page);
	await take(page, 'credential', await boxOf(page.locator('.el-dialog:visible')));
	await credential.closeCredential(page);
}

async function takeOrder(page: Page, { credential }: LocalEnvironment) {
	await open(page, subjects.orderWorkflow(credential));
	await canvas.executeWorkflow(page, subjects.ORDER_LINE);
	await canvas.showWholeCanvas(page);
	await take(page, 'canvas', await rowOfNodes(page));
	await canvas.openPanel(page, subjects.ORDER_LINE);
	await take(page, 'line-items', await boxOf(page.getByTestId('ndv')));
}

async function takeOutput(page: Page, { credential }: LocalEnvironment) {
	await open(page, subjects.searchWorkflow(credential));
	await canvas.openPanel(page, subjects.SEARCH_FUNCTIONS);
	await panel.executeStep(page);
	await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
	await take(page, 'output', await boxOf(page.getByTestId('ndv')));
}

async function takeFailedItem(page: Page, { credential, simulator }: LocalEnvironment) {
	const message = 'Stream 4714 does not exist';
	const fault = { fault: 'status', status: 404, message, when: { id: '4714' } };
	await axios.put(`${simulator.url}/_simulator/faults`, [fault], { proxy: false });
	await open(page, subjects.streamsWorkflow(credential));
	await page.getByTestId('execute-workflow-button').click();
	const node = canvas.canvasNode(page, subjects.RUN_CONNECTOR);
	await node.getByTestId('node-issues').waitFor();
	await canvas.openPanel(page, subjects.RUN_CONNECTOR);
	const { y, height } = await boxOf(page.getByTestId('node-error-view'));
	const output = await boxOf(page.getByTestId('output-panel'));
	await take(page, 'failed-item', { ...output, height: y + height + MARGIN - output.y });
}

async function takeDegradedSearch(page: Page, { credential, simulator }: LocalEnvironment) {
	const fault = { fault: 'degraded', operation: 'searchFunctions' };
	await axios.put(`${simulator.url}/_simulator/faults`, [fault], { proxy: false });
	await open(page, subjects.searchWorkflow(credential));
	await canvas.openPanel(page, subjects.SEARCH_FUNCTIONS);
	await panel.executeStep(page);
	const output = await boxOf(page.getByTestId('output-panel'));
	await take(page, 'degraded-search', { ...output, height: output.height / 2 });
}

async function open(page: Page, workflow: N8nWorkflow): Promise<void> {
	const id = await environment.api.importWorkflow(workflow);
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
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
		style: '.el-notification { display: none }',
	});
	reportToConsole(`${FOLDER}/${file}.png`);
}

async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}
