import type { Locator, Page } from 'playwright-core';
import { reportToConsole } from '../../local/report.mjs';

/** Where the pictures are. */
export const FOLDER = 'docs/images';
/** The space around what a picture shows. */
export const MARGIN = 16;
const ROOM_OF_A_NAME = 80;
const ROOM_OF_A_PLUS = 120;
/** Messages that come and go, and the button that a trigger has while the mouse is near. */
const HIDDEN =
	'.el-notification { display: none } [data-test-id^="execute-workflow-button-"] { visibility: hidden }';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** All that is on the canvas, with the names below the nodes. */
export async function boxOfNodes(page: Page): Promise<Box> {
	const boxes = await Promise.all((await page.locator('.vue-flow__node').all()).map(boxOf));
	const left = Math.min(...boxes.map(({ x }) => x)) - 2 * MARGIN;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + ROOM_OF_A_PLUS;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + ROOM_OF_A_NAME;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The output down to the last element that a selector finds there. */
export async function outputDownTo(page: Page, selector: string): Promise<Box> {
	const output = page.getByTestId('output-panel');
	const { y, height } = await boxOf(output.locator(selector).last());
	const whole = await boxOf(output);
	return { ...whole, height: y + height + MARGIN - whole.y };
}

/** The canvas without what is above and below its one row of nodes. */
export async function rowOfNodes(page: Page): Promise<Box> {
	const { x, width } = await boxOf(page.getByTestId('canvas'));
	const { y, height } = await boxOf(page.getByTestId('canvas-node').first());
	return { x, width, y: y - height, height: 3 * height };
}

/** The middle of the panel: its tabs and every parameter, nothing cut off. */
export async function middleOfPanel(page: Page): Promise<Box> {
	const { x, width } = await boxOf(page.getByTestId('node-parameters'));
	const { y: button } = await boxOf(page.getByTestId('node-execute-button'));
	const { y: wish } = await boxOf(page.getByTestId('node-feature-request'));
	const parameters = page.getByTestId('node-parameters').getByTestId('parameter-item');
	const boxes = await Promise.all((await parameters.all()).map((item) => item.boundingBox()));
	const bottoms = boxes.flatMap((box) => (box && box.y < wish ? [box.y + box.height] : []));
	const top = button - MARGIN / 2;
	return { x, y: top, width, height: Math.max(...bottoms) + MARGIN - top };
}

/** Takes the picture of a part of a page, once the page is at rest. */
export async function take(page: Page, file: string, subject: Box | Locator): Promise<void> {
	const clip = 'boundingBox' in subject ? await boxOf(subject) : subject;
	await page.mouse.move(0, 0);
	// What fades, slides or says "saved" has come to rest by then.
	await page.waitForTimeout(1500);
	const path = `${FOLDER}/${file}.png`;
	await page.screenshot({ path, clip, animations: 'disabled', style: HIDDEN });
	reportToConsole(path);
}

/** Where an element is, once it's visible. */
export async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}
