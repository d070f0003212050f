// npm run docs: generates pages, schemas, and types. With --check, it reports which ones are outdated.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { contractFiles } from './contract.ts';
import { operationFiles } from './operations.ts';
import { SCENES, takePictures } from './pictures.ts';
import { runProgram } from '../../local/interruption.ts';

async function makeFiles(isCheck: boolean): Promise<number> {
	let outdated = 0;
	for (const { file, make } of [...contractFiles, ...operationFiles]) {
		const options = { ...(await resolveConfig(file)), filepath: file };
		const text = await format(await make(), options);
		if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
		if (isCheck) {
			console.error(`${file} is outdated. Run "npm run docs" and commit its changes.`);
			outdated++;
			continue;
		}
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
		console.log(`wrote ${file}`);
	}
	return outdated > 0 ? 1 : 0;
}

const scenes = Object.keys(SCENES);
const { check, pictures } = new Command('npm run docs --')
	.description('Generates pages, schemas, and types.')
	.option('--check', "don't write files, and fail if one is outdated", false)
	.addOption(
		new Option(
			'--pictures [scenes...]',
			'take pictures in n8n’s editor instead: all, or these scenes',
		).choices(scenes),
	)
	.parse()
	.opts<{ check: boolean; pictures?: true | string[] }>();
await runProgram((cancelSignal) =>
	pictures ? takePictures(pictures === true ? scenes : pictures, cancelSignal) : makeFiles(check),
);
