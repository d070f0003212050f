// Pictures of the docs show what today's node shows. If one is outdated, run `npm run docs -- --pictures <name>`, and
// look at it.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
	canvasRecord,
	creatorRecord,
	NODE_CREATOR,
	panelRecord,
	PANELS,
	type PanelScene,
	recordFile,
	WITHOUT_PICTURE,
} from '../../../tools/docs/pictureRecords.ts';
import { hintsOf, outputOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

/** The record that was saved when the picture was taken. */
const saved = (name: string) => JSON.parse(readFileSync(recordFile(name), 'utf8'));

/** As it is after it was saved. */
const asSaved = (record: object) => JSON.parse(JSON.stringify(record));

test.each(Object.entries<PanelScene>(PANELS))(
	'%s shows what the node returns, with its hints',
	async (name, scene) => {
		const { parameters, response } = scene;
		platform.faults(response ? [{ fault: 'wrong-shape', body: response }] : []);
		const run = await runNode({ parameters, credentials: platform.credentials() });

		const items = outputOf(run);
		expect(items.length).toBeGreaterThan(0);
		expect(saved(name)).toEqual(asSaved(panelRecord(scene, items, hintsOf(run))));
	},
);

test('node-creator shows the actions', () => {
	expect(saved(NODE_CREATOR)).toEqual(asSaved(creatorRecord()));
});

const examples = readdirSync('examples').filter(
	(file) => file.endsWith('.json') && !WITHOUT_PICTURE.includes(file),
);

test.each(examples)('the picture of %s shows its nodes', (file) => {
	const workflow = JSON.parse(readFileSync(`examples/${file}`, 'utf8'));
	const name = `example-${basename(file, '.json')}`;
	expect(saved(name)).toEqual(asSaved(canvasRecord(workflow)));
});

/** Pixels of the width on GitHub, and of a node's name in n8n. */
const [GITHUB_WIDTH, NAME_SIZE, SMALLEST_NAME] = [838, 16, 11];

test.each(globSync('docs/images/example-*.png'))('%s: names of nodes are readable', (file) => {
	// The width in a PNG file. Pictures are taken with two pixels per CSS pixel.
	const width = readFileSync(file).readUInt32BE(16) / 2;
	expect((NAME_SIZE * Math.min(width, GITHUB_WIDTH)) / width).toBeGreaterThanOrEqual(SMALLEST_NAME);
});

test('each record belongs to a picture', () => {
	const records = globSync('docs/images/*.json').map((file) => file.replace('.json', ''));
	const pictures = (name: string) => ['png', 'gif'].map((type) => `${name}-dark.${type}`);
	expect(records.filter((name) => !pictures(name).some(existsSync))).toEqual([]);
});
