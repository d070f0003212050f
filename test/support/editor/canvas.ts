import type { Page } from 'playwright-core';
import { closePanel } from './panel.ts';
import type { N8nWorkflow } from '../../../local/n8n-api.ts';

/** Opens an empty canvas. n8n saves the new workflow at the first change. */
export async function openNewWorkflow(page: Page): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-plus-button').waitFor();
}

/** Opens a workflow, by its ID or `new`, without loading the editor again, which takes ten CPU seconds. */
export async function switchToWorkflow(page: Page, id: string): Promise<void> {
	if (await page.getByTestId('ndv').isVisible()) await closePanel(page);
	const route = JSON.stringify(`/workflow/${id}`);
	// n8n navigates too, when it has saved a new workflow. The result of a replaced navigation has the type 8.
	await page.evaluate(`(() => {
		document.querySelector('[data-test-id="canvas"]').dataset.isOld = 'true';
		const { $router } = document.querySelector('#app').__vue_app__.config.globalProperties;
		const push = () => $router.push(${route}).then((result) => result?.type === 8 && push());
		void push();
	})()`);
	const canvas = page.locator('[data-test-id="canvas"]:not([data-is-old])');
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	for (;;) {
		await canvas.or(leave).first().waitFor();
		if (await leave.isVisible()) {
			await leave.click();
			await leave.waitFor({ state: 'hidden' });
		} else if (await canvas.isVisible()) return;
	}
}

/** Opens the node creator and searches for a text. The results are `nodeEntry` and `actionEntries`. */
export async function searchNodeCreator(page: Page, text: string): Promise<void> {
	const plus = page.getByTestId('canvas-plus-button');
	const isEmptyCanvas = await plus.isVisible();
	await (isEmptyCanvas ? plus : page.getByTestId('node-creator-plus-button')).click();
	await page.getByTestId('node-creator-search-bar').fill(text);
}

/** The node creator's results, best first. */
export const nodeEntries = (page: Page) => page.locator('[data-keyboard-nav-type="node"]');

/** A node in the node creator's results. */
export const nodeEntry = (page: Page, name: string) =>
	nodeEntries(page)
		.filter({ has: page.getByText(name, { exact: true }) })
		.first();

/** The actions of the node that is open in the node creator. */
export const actionEntries = (page: Page) => page.locator('[data-keyboard-nav-type="action"]');

/** Adds a node from the node creator, with one of its actions if it has any, and opens its parameters. */
export async function addNode(page: Page, name: string, action?: string): Promise<void> {
	await searchNodeCreator(page, name);
	await nodeEntry(page, name).click();
	if (action !== undefined) await actionEntries(page).filter({ hasText: action }).click();
	await page.getByTestId('ndv').waitFor();
}

export const canvasNode = (page: Page, name: string) =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

export const edge = (page: Page, source: string, target: string) =>
	page.locator(
		`[data-test-id="edge"][data-source-node-name="${source}"][data-target-node-name="${target}"]`,
	);

/** Opens the parameters of a node. */
export async function openPanel(page: Page, name: string): Promise<void> {
	await canvasNode(page, name).dblclick();
	await page.getByTestId('ndv').waitFor();
}

/** Pastes a workflow onto the canvas. */
export async function pasteWorkflow(page: Page, workflow: N8nWorkflow): Promise<void> {
	const text = JSON.stringify(JSON.stringify(workflow));
	await page.evaluate(`navigator.clipboard.writeText(${text})`);
	await page.getByTestId('canvas').click({ position: { x: 200, y: 150 } });
	await page.keyboard.press('Control+v');
}

/** Runs the whole workflow, and waits until the last node has succeeded. */
export async function executeWorkflow(page: Page, lastNode: string): Promise<void> {
	await page.getByTestId('execute-workflow-button').click();
	await canvasNode(page, lastNode).getByTestId('canvas-node-status-success').waitFor();
}
