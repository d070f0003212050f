import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { requireProgram } from '../../test/support/programs.ts';

export const FOLDER = 'docs/images';
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
	const left = Math.min(...boxes.map(({ x }) => x)) - LABEL_OVERHANG;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + LABEL_OVERHANG;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + LABEL_HEIGHT;
	return { x: left, y: top, width: right - left, height: bottom - top };
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
		console.log(`${path}, ${Math.round(clip.width)} px wide`);
	}
}

/** Makes an animated picture in both themes, as `<name>-light.gif` and `<name>-dark.gif`. */
export async function startAnimation(page: Page, name: string) {
	const folder = await mkdtemp(join(tmpdir(), 'frames-'));
	/** How long each frame is shown, in hundredths of a second. */
	const delays: number[] = [];
	return {
		/** Adds a part of the page. All frames must have the same size. */
		async addFrame(clip: Box, seconds: number): Promise<void> {
			await take(page, String(delays.length), clip, folder);
			delays.push(100 * seconds);
		},

		async save(): Promise<void> {
			for (const colorScheme of COLOR_SCHEMES) {
				const frames = delays.flatMap((delay, index) => [
					...['-delay', `${delay}`],
					join(folder, `${index}-${colorScheme}.png`),
				]);
				const compression = ['+dither', '-colors', '128', '-layers', 'OptimizePlus'];
				const path = `${FOLDER}/${name}-${colorScheme}.gif`;
				await execa(requireProgram('convert'), ['-loop', '0', ...frames, ...compression, path]);
				console.log(path);
			}
			await rm(folder, { recursive: true });
		},
	};
}
