import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { median } from './results.ts';

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

/** Measures how long the built package takes to load in new processes, and the size of the tarball. */
export async function packageCost(tarball: string) {
	const times: Array<[number, number]> = [];
	for (let index = 0; index < TRIES; index++) {
		times.push(JSON.parse((await execa(process.execPath, ['-e', LOADER])).stdout));
	}
	const { stdout: list } = await execa('tar', ['-tzf', tarball]);
	return {
		tarballKilobytes: (await stat(tarball)).size / 1024,
		files: list.split('\n').length,
		/** To load the node and the credential when n8n-workflow is already loaded. */
		loadMilliseconds: median(times.map(([load]) => load)),
		/** To create both, as n8n does after loading. */
		makeMilliseconds: median(times.map(([, make]) => make)),
	};
}

/** The cost of installing and loading the package. */
export type PackageCost = Awaited<ReturnType<typeof packageCost>>;
