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

const COLORS = ['light', 'dark'] as const;

/** Notifications, buttons of triggers, marks of required inputs, and the plus after a node. */
const HIDDEN = `
	.el-notification, [data-test-id="canvas-handle-plus-wrapper"] { display: none }
	[data-test-id^="execute-workflow-button-"] { visibility: hidden }
	[class*="_required_"] [class*="_label_"]::after { display: none }
`;

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** The part of the canvas with these nodes and their names. */
export async function boxOfNodes(nodes: Locator[]): Promise<Box> {
	const boxes = await Promise.all(nodes.map(boxOf));
	const left = Math.min(...boxes.map(({ x }) => x)) - LABEL_OVERHANG;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + LABEL_OVERHANG;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + LABEL_HEIGHT;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The items of the output without hints, down to the last element that matches the selector. */
export async function itemsDownTo(page: Page, selector: string): Promise<Box> {
	const output = page.getByTestId('output-panel');
	const { y } = await boxOf(output.getByTestId('ndv-items-count'));
	const { y: bottom, height } = await boxOf(output.locator(selector).last());
	const { x, width } = await boxOf(output);
	return { x, width, y: y - MARGIN / 2, height: bottom + height + MARGIN - y };
}

/** Takes the picture of a part of a page in both themes, as `<name>-light.png` and `<name>-dark.png`. */
export async function take(page: Page, name: string, clip: Box): Promise<void> {
	for (const color of COLORS) {
		const file = `${FOLDER}/${name}-${color}.png`;
		await shoot(page, color, file, clip);
		console.log(`${file}, ${Math.round(clip.width)} px wide`);
	}
}

/** An animated picture in both themes. */
export async function animation(page: Page, name: string) {
	const folder = await mkdtemp(join(tmpdir(), 'frames-'));
	const frames: Array<{ file: string; hundredths: number }> = [];
	return {
		/** Adds a part of the page as a frame. All frames must have the same size. */
		async addFrame(clip: Box, seconds: number): Promise<void> {
			const file = join(folder, `${frames.length}`);
			for (const color of COLORS) await shoot(page, color, `${file}-${color}.png`, clip);
			frames.push({ file, hundredths: 100 * seconds });
		},

		/** Writes `<name>-light.gif` and `<name>-dark.gif`. */
		async save(): Promise<void> {
			for (const color of COLORS) {
				const path = `${FOLDER}/${name}-${color}.gif`;
				const pictures = frames.flatMap(({ file, hundredths }) => [
					...['-delay', `${hundredths}`],
					`${file}-${color}.png`,
				]);
				const palette = ['+dither', '-colors', '128', '-layers', 'OptimizePlus'];
				await execa(requireProgram('convert'), ['-loop', '0', ...pictures, ...palette, path]);
				console.log(path);
			}
			await rm(folder, { recursive: true });
		},
	};
}

async function shoot(page: Page, colorScheme: 'light' | 'dark', path: string, clip: Box) {
	await page.emulateMedia({ colorScheme });
	await page.mouse.move(0, 0);
	// Wait for the end of animations and notifications.
	await page.waitForTimeout(1500);
	await page.screenshot({ path, clip, animations: 'disabled', style: HIDDEN });
}

/** Where an element is, once it's visible. */
export async function boxOf(locator: Locator): Promise<Box> {
	await locator.waitFor();
	return (await locator.boundingBox())!;
}
