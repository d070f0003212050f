// Fills in who publishes the package: npm run publisher -- --name "…" --email … --repository https://…
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { execa } from 'execa';

interface Publisher {
	name: string;
	email: string;
	repository: string;
}

const publisher = new Command('npm run publisher --')
	.description(
		'Writes author, repository and home page into package.json, and the new address wherever the old one stands.',
	)
	.requiredOption('--name <name>', 'author in package.json')
	.requiredOption('--email <address>', 'their e-mail address')
	.requiredOption('--repository <url>', 'https address of the repository, without .git')
	.parse()
	.opts<Publisher>();

const packageJson = JSON.parse(await readFile('package.json', 'utf8'));
const oldAddress = packageJson.homepage.replace(/#.*$/, '');
const newAddress = publisher.repository.replace(/(\.git)?\/*$/, '');

const { stdout } = await execa('git', ['grep', '--name-only', '--fixed-strings', oldAddress], {
	reject: false,
});
for (const file of stdout.split('\n').filter(Boolean)) {
	const text = await readFile(file, 'utf8');
	await writeFile(file, text.replaceAll(oldAddress, newAddress));
	console.log(`${file}: ${oldAddress} → ${newAddress}`);
}

const written = JSON.parse(await readFile('package.json', 'utf8'));
written.author = { name: publisher.name, email: publisher.email };
await writeFile('package.json', `${JSON.stringify(written, null, 2)}\n`);
console.log(`package.json: author ${publisher.name} <${publisher.email}>`);
