import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { requireProgram } from '../../test/support/programs.ts';

const FOLDER = 'docs/images';
/** The margin of a picture. */
export const MARGIN = 16;
/** Below a node, for its name and subtitle. */
const LABEL_HEIGHT = 88;
/** Next to a node, for a wider name. */
const LABEL_OVERHANG = 48;

const COLOR_SCHEMES = ['light', 'dark'] as const;

/** Notifications, tabs over the canvas, buttons of triggers, marks of required inputs, and the plus after a node. */
const HIDDEN = `
	.el-notification, .tab-bar-container, [data-test-id="canvas-handle-plus-wrapper"] { display: none }
	[data-test-id^="execute-workflow-button-"] { visibility: hidden }
	[class*="_required_"] [class*="_label_"]::after { display: none }
`;

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Where an element is, once it's visible. */
export async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}

/** The part of the canvas with these nodes and their names. */
export async function boxOfNodes(nodes: Locator[]): Promise<Box> {
	const boxes = await Promise.all(nodes.map(boxOf));
	const x = Math.min(...boxes.map((box) => box.x)) - LABEL_OVERHANG;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + LABEL_OVERHANG;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + LABEL_HEIGHT;
	return { x, y, width: right - x, height: bottom - y };
}

/** Takes the picture of a part of a page in both themes, as `<name>-light.png` and `<name>-dark.png`. */
export async function take(page: Page, name: string, clip: Box, folder = FOLDER): Promise<void> {
	for (const colorScheme of COLOR_SCHEMES) {
		await page.emulateMedia({ colorScheme });
		await page.mouse.move(0, 0);
		// Wait for the end of animations and notifications.
		await page.waitForTimeout(1500);
		const path = `${folder}/${name}-${colorScheme}.png`;
		await page.screenshot({ path, clip, animations: 'disabled', style: HIDDEN });
	}
}

/** Makes an animated picture in both themes, as `<name>-light.gif` and `<name>-dark.gif`. */
export async function animate(
	page: Page,
	name: string,
	act: (addFrame: (clip: Box, seconds: number) => Promise<void>) => Promise<void>,
): Promise<void> {
	await using folder = await mkdtempDisposable(`${tmpdir()}/frames-`);
	const seconds: number[] = [];
	await act(async (clip, shown) => {
		await take(page, String(seconds.length), clip, folder.path);
		seconds.push(shown);
	});
	for (const colorScheme of COLOR_SCHEMES) {
		const frames = seconds.flatMap((shown, index) => [
			...['-delay', String(100 * shown)],
			`${folder.path}/${index}-${colorScheme}.png`,
		]);
		const compression = ['+dither', '-colors', '128', '-layers', 'OptimizePlus'];
		const path = `${FOLDER}/${name}-${colorScheme}.gif`;
		await execa(requireProgram('convert'), ['-loop', '0', ...frames, ...compression, path]);
	}
}
