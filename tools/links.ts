// npm run docs:links: asks every web address that the pages link to whether it is still there. It needs the
// internet, so that it is no step of npm test; ci.yml runs it every week.
import { readFile } from 'node:fs/promises';
import axios from 'axios';
import { Command } from 'commander';
import { execa } from 'execa';

const LINK = /\]\((https?:\/\/[^)\s]+)\)/g;
const TIMEOUT = 30_000;

async function pagesOfThisRepository(): Promise<string[]> {
	return (await execa('git', ['ls-files', '*.md'])).stdout.split('\n');
}

async function linksIn(page: string): Promise<Array<{ page: string; address: string }>> {
	const found = (await readFile(page, 'utf8')).matchAll(LINK);
	return [...found].map(([, address]) => ({ page, address }));
}

/** What speaks against an address, in words. */
async function complaintAbout(address: string): Promise<string | undefined> {
	try {
		const { status } = await axios.get(address, { timeout: TIMEOUT, validateStatus: null });
		return status < 400 ? undefined : `answers ${status}`;
	} catch (error) {
		return `does not answer: ${(error as Error).message}`;
	}
}

const program = new Command('npm run docs:links --')
	.description('Checks that every web address which the pages link to is still there.')
	.argument('[pages...]', 'the pages; all of this repository without them')
	.parse();

const pages = program.args.length > 0 ? program.args : await pagesOfThisRepository();
const links = (await Promise.all(pages.map(linksIn))).flat();
const checked = await Promise.all(
	links.map(async (link) => ({ ...link, complaint: await complaintAbout(link.address) })),
);
const dead = checked.filter(({ complaint }) => complaint !== undefined);
for (const { page, address, complaint } of dead) console.error(`${page}: ${address} ${complaint}`);
console.log(`${links.length} links, ${dead.length} of them dead.`);
process.exitCode = dead.length > 0 ? 1 : 0;
