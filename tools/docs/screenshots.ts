import { mkdtempDisposableSync } from 'node:fs';
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
export async function take(page: Page, name: string, clip: Box): Promise<void> {
	for (const color of COLORS) {
		await shoot(page, color, `${FOLDER}/${name}-${color}.png`, clip);
		console.log(`${FOLDER}/${name}-${color}.png, ${Math.round(clip.width)} px wide`);
	}
}

/** An animated picture in both themes, as `<name>-light.gif` and `<name>-dark.gif`. */
export function animation(page: Page, name: string) {
	const folder = mkdtempDisposableSync(join(tmpdir(), 'frames-'));
	const delays: number[] = [];
	const fileOf = (frame: number, color: string) => join(folder.path, `${frame}-${color}.png`);

	return {
		/** Adds a part of the page as a frame. All frames must have the same size. */
		async addFrame(clip: Box, seconds: number): Promise<void> {
			for (const color of COLORS) await shoot(page, color, fileOf(delays.length, color), clip);
			delays.push(100 * seconds);
		},

		async save(): Promise<void> {
			for (const color of COLORS) {
				const frames = delays.flatMap((delay, frame) => [
					...['-delay', `${delay}`],
					fileOf(frame, color),
				]);
				const palette = ['+dither', '-colors', '128', '-layers', 'OptimizePlus'];
				const path = `${FOLDER}/${name}-${color}.gif`;
				await execa(requireProgram('convert'), ['-loop', '0', ...frames, ...palette, path]);
				console.log(path);
			}
			folder.remove();
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
