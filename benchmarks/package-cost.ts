import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { median } from './results.ts';

/** What the package costs before it does anything. */
export interface PackageCost {
	tarballKilobytes: number;
	files: number;
	/** Milliseconds in which a process that has n8n-workflow already loads the node and the credential. */
	loadMilliseconds: number;
	/** Milliseconds to make both, as n8n does after loading. */
	makeMilliseconds: number;
}

const TRIES = 11;

const LOADER = `
	require('n8n-workflow');
	const { n8n } = require('./package.json');
	const started = performance.now();
	const loaded = [...n8n.nodes, ...n8n.credentials].map((file) => require('./' + file));
	const made = performance.now();
	for (const exported of loaded) for (const Type of Object.values(exported)) new Type();
	console.log(JSON.stringify([made - started, performance.now() - made]));
`;

/** Loads the built package in fresh processes, and looks at the tarball. */
export async function packageCost(tarball: string): Promise<PackageCost> {
	const run = promisify(execFile);
	const times: Array<[number, number]> = [];
	for (let index = 0; index < TRIES; index++) {
		const { stdout } = await run(process.execPath, ['-e', LOADER]);
		times.push(JSON.parse(stdout));
	}
	const { stdout: list } = await run('tar', ['-tzf', tarball]);
	return {
		tarballKilobytes: (await stat(tarball)).size / 1024,
		files: list.trim().split('\n').length,
		loadMilliseconds: median(times.map(([load]) => load)),
		makeMilliseconds: median(times.map(([, make]) => make)),
	};
}
