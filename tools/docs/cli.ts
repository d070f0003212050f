// npm run docs: generates pages, schemas, and types. With --check, it reports which ones are outdated.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { runProgram } from '../../local/interruption.ts';
import { generated } from './generated.ts';
import { SCENES, takePictures } from './pictures.ts';

async function formatText(file: string, text: string): Promise<string> {
	const { inferredParser } = await getFileInfo(file);
	if (inferredParser === null) return text;
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

async function makeFiles(files: string[], isCheck = false): Promise<void> {
	for (const { file, make, needs } of generated) {
		if (files.length > 0 && !files.includes(file)) continue;
		// While tests in n8n run, their records are incomplete. The step "compatibility" names the page.
		const isTooEarly = isCheck && files.length === 0;
		if (needs !== undefined && (isTooEarly || !existsSync(needs))) {
			const reason = isTooEarly
				? 'its own step of "npm test" checks it'
				: `it needs ${needs} of a whole "npm test"`;
			console.log(`${file}: skipped, because ${reason}`);
			if (files.length > 0) process.exitCode = 1;
			continue;
		}
		const text = await formatText(file, await make());
		if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
		if (isCheck) {
			console.error(`${file} is outdated. Run "npm run docs" and commit its changes.`);
			process.exitCode = 1;
			continue;
		}
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
		console.log(`wrote ${file}`);
	}
}

const command = new Command('npm run docs --')
	.description('Generates pages, schemas, and types.')
	.addArgument(
		new Argument('[files...]', 'only these files').choices(generated.map(({ file }) => file)),
	)
	.option('--check', "don't write files, and fail if one is outdated")
	.addOption(
		new Option(
			'--pictures [scenes...]',
			'take pictures in n8n’s editor instead: all, or these scenes',
		)
			.choices(Object.keys(SCENES))
			.conflicts('check'),
	)
	.parse();
const { check, pictures } = command.opts();
const names: string[] = pictures === true ? Object.keys(SCENES) : (pictures ?? []);
const scenes = names.map((name) => SCENES[name]);
if (pictures) await runProgram((cancelSignal) => takePictures(scenes, cancelSignal));
else await makeFiles(command.args, check);
