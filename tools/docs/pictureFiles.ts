import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import type { Box } from './pictureRows.ts';
import { requireProgram } from '../../test/support/programs.ts';

const FOLDER = 'docs/images';
const COLOR_SCHEMES = ['light', 'dark'] as const;

/** Notifications, tabs over the canvas, buttons of triggers, marks of required inputs, and the plus after a node. */
const HIDDEN = `
	.el-notification, .tab-bar-container, [data-test-id="canvas-handle-plus-wrapper"] { display: none }
	[data-test-id^="execute-workflow-button-"] { visibility: hidden }
	[class*="_required_"] [class*="_label_"]::after { display: none }
`;

/**
 * Takes the picture of a part of a page in both themes, as `<name>-light.png` and `<name>-dark.png`. Several parts are
 * below each other.
 */
export async function take(page: Page, name: string, ...clips: Box[]): Promise<void> {
	await using folder = await mkdtempDisposable(`${tmpdir()}/parts-`);
	for (const colorScheme of COLOR_SCHEMES) {
		await prepare(page, colorScheme);
		const parts = clips.map((_, index) => `${folder.path}/${index}.png`);
		for (const [index, clip] of clips.entries()) {
			const path = parts[index];
			await page.screenshot({ path, clip, animations: 'disabled', style: HIDDEN });
		}
		const path = `${FOLDER}/${name}-${colorScheme}.png`;
		if (parts.length === 1) await copyFile(parts[0], path);
		else await execa(requireProgram('convert'), [...parts, '-append', path]);
	}
}

async function prepare(page: Page, colorScheme: (typeof COLOR_SCHEMES)[number]): Promise<void> {
	await page.emulateMedia({ colorScheme });
	await page.mouse.move(0, 0);
	// Wait for the end of animations and notifications.
	await page.waitForTimeout(1500);
}

/**
 * Makes an animated picture in both themes, as `<name>-light.gif` and `<name>-dark.gif`. It begins with the last frame,
 * so that whoever looks only for a moment sees what comes out.
 */
export async function animate(
	page: Page,
	name: string,
	act: (addFrame: (clip: Box, seconds: number) => Promise<void>) => Promise<void>,
): Promise<void> {
	await using folder = await mkdtempDisposable(`${tmpdir()}/frames-`);
	const seconds: number[] = [];
	await act(async (clip, shown) => {
		for (const colorScheme of COLOR_SCHEMES) {
			await prepare(page, colorScheme);
			const path = `${folder.path}/${seconds.length}-${colorScheme}.png`;
			await page.screenshot({ path, clip, animations: 'disabled', style: HIDDEN });
		}
		seconds.push(shown);
	});
	for (const colorScheme of COLOR_SCHEMES) {
		const pathOf = (index: number) => `${folder.path}/${index}-${colorScheme}.png`;
		const order = [seconds.length - 1, ...seconds.keys()];
		const frames = order.flatMap((at) => ['-delay', `${100 * seconds[at]}`, pathOf(at)]);
		const compression = ['+dither', '-colors', '128', '-layers', 'OptimizePlus'];
		const path = `${FOLDER}/${name}-${colorScheme}.gif`;
		await execa(requireProgram('convert'), ['-loop', '0', ...frames, ...compression, path]);
	}
}
