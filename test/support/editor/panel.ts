import type { Page } from 'playwright-core';
import type { N8nItem } from '../../../local/n8n-api.ts';

/** A parameter's input in the open node, by its path, such as `limit` or `filters.filter[0].field`. */
export const parameter = (page: Page, path: string) =>
	page.locator(`[data-parameter-path="parameters.${path}"]`);

export async function fill(page: Page, path: string, text: string): Promise<void> {
	const input = parameter(page, path).locator('input, textarea').first();
	await input.fill(text);
	// With focus, a tooltip covers the parameter below.
	await input.blur();
}

export async function switchOver(page: Page, path: string): Promise<void> {
	await parameter(page, path).locator('.el-switch').click();
}

/** Selects an option of a dropdown, or several. */
export async function choose(page: Page, path: string, entries: string | string[]): Promise<void> {
	const list = parameter(page, path);
	await list.locator('.el-select').click();
	for (const entry of [entries].flat()) await entryOfOpenList(page, entry).click();
	if (Array.isArray(entries)) await list.locator('.el-select__caret').click();
	await openListEntries(page).first().waitFor({ state: 'hidden' });
}

/** The options of the open dropdown. */
const openListEntries = (page: Page) => page.locator('.el-select-dropdown__item:visible');

const entryOfOpenList = (page: Page, entry: string) =>
	openListEntries(page)
		.filter({ has: page.getByText(entry, { exact: true }) })
		.first();

/** Turns a parameter into an expression. The text doesn't include n8n's `=`. */
export async function fillExpression(page: Page, path: string, expression: string): Promise<void> {
	const items = page.getByTestId('parameter-item');
	const item = items.filter({ has: parameter(page, path) }).last();
	await item.hover();
	await item.getByTestId('radio-button-expression').first().click();
	await item.getByTestId('inline-expression-editor-input').locator('.cm-content').click();
	await page.keyboard.press('Control+a');
	await page.keyboard.insertText(expression);
}

/** Adds a row to a list parameter. In nested lists, adds it to the last one. */
export async function addRow(page: Page, name: string): Promise<void> {
	const collection = page.getByTestId(`fixed-collection-${name}`).last();
	await collection.getByTestId('fixed-collection-add').last().click();
}

/** Adds an option to a collection such as **Options**. */
export async function addOption(page: Page, name: string, option: string): Promise<void> {
	const item = page.getByTestId('parameter-item').filter({
		has: page.locator(`label[for="${name}"]`),
	});
	await item.getByTestId('collection-parameter-add').last().click();
	await entryOfOpenList(page, option).click();
	await item.getByText(option, { exact: true }).first().waitFor();
}

/** The error in the output pane. */
export const failureView = (page: Page) =>
	page.getByTestId('output-panel').locator('.node-error-view');

/** Runs the open node, and waits for its end. Throws the message of the output pane if it failed. */
export async function executeStep(page: Page): Promise<void> {
	const output = page.getByTestId('output-panel');
	const ended = page.waitForResponse(/\/rest\/workflows\/[^/]+\/run/);
	await page.getByTestId('node-execute-button').click();
	await ended;
	const failure = failureView(page);
	await output.getByTestId('node-run-status-success').or(failure).first().waitFor();
	if (await failure.isVisible()) throw new Error(await failure.innerText());
}

/** The JSON of the items in the output pane. */
export async function outputItems(page: Page): Promise<Array<N8nItem['json']>> {
	const output = page.getByTestId('output-panel');
	const shown = output.locator('.json-data').first();
	// The view sometimes stops rendering. Then it's opened again.
	for (let looks = 0; looks < 500; looks++) {
		if (looks % 50 === 0) {
			await output.getByTestId('radio-button-table').click();
			await output.getByTestId('radio-button-json').click();
		}
		try {
			// The view indents with non-breaking spaces.
			return JSON.parse((await shown.innerText()).replaceAll('\u00a0', ' '));
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
		}
		await page.waitForTimeout(100);
	}
	throw new Error(`The output shows only a part of its JSON: ${await shown.innerText()}`);
}

/** The item count in the output pane, which shows the JSON of only a few items. */
export async function outputItemCount(page: Page): Promise<number> {
	const count = page.getByTestId('output-panel').getByTestId('ndv-items-count');
	return Number.parseInt(await count.innerText());
}

/** The names of a node's fields in the input pane's schema view, from A to Z. */
export async function fieldsOffered(page: Page, node: string): Promise<string[]> {
	const input = page.getByTestId('ndv-input-panel');
	await input.getByTestId('radio-button-schema').click();
	const fields = input.locator(`[data-target="mappable"][data-node-name="${node}"]`);
	await fields.first().waitFor();
	return (await fields.allInnerTexts()).sort();
}

export async function closePanel(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
}
