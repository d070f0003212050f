// npm run docs:links: asks every web address that the pages link to whether it is still there. It needs the
// internet, so that it is no step of npm test; ci.yml runs it every week.
import { readFileSync } from 'node:fs';
import axios from 'axios';
import { execa } from 'execa';

const LINK = /\]\((https?:\/\/[^)\s]+)\)/g;
const TIMEOUT = 30_000;

/** What speaks against an address, in words. */
async function complaintAbout(address: string): Promise<string | undefined> {
	try {
		const { status } = await axios.get(address, { timeout: TIMEOUT, validateStatus: null });
		return status < 400 ? undefined : `answers ${status}`;
	} catch (error) {
		return `does not answer: ${(error as Error).message}`;
	}
}

const [, , ...named] = process.argv;
const pages =
	named.length > 0 ? named : (await execa('git', ['ls-files', '*.md'])).stdout.split('\n');
const links = pages.flatMap((page) =>
	Array.from(readFileSync(page, 'utf8').matchAll(LINK), ([, address]) => ({ page, address })),
);
const complaints = await Promise.all(links.map(({ address }) => complaintAbout(address)));
links.forEach(({ page, address }, index) => {
	if (complaints[index]) console.error(`${page}: ${address} ${complaints[index]}`);
});
const dead = complaints.filter(Boolean).length;
console.log(`${links.length} links, ${dead} of them dead.`);
process.exitCode = dead > 0 ? 1 : 0;
