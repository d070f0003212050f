import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { fastify } from 'fastify';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

test('links that do not lead anywhere are named, with the page', async () => {
	const folder = await temporaryFolder();
	const server = fastify();
	server.get('/there', async () => 'yes');
	server.get('/moved', async (_request, reply) => reply.redirect('/there'));
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	const page = join(folder, 'page.md');
	const nowhere = 'http://127.0.0.1:1/';
	await writeFile(
		page,
		`[a](${url}/there) [b](${url}/moved) [c](${url}/gone) [d](${nowhere}) [e](other.md)`,
	);
	const check = () =>
		execa('node', ['tools/links.ts', page], {
			reject: false,
			env: { NO_PROXY: '127.0.0.1' },
		});

	try {
		const { stderr, stdout, exitCode } = await check();
		expect(stderr.split('\n').filter((line) => line.startsWith(page))).toEqual([
			`${page}: ${url}/gone answers 404`,
			expect.stringContaining(`${page}: ${nowhere} does not answer: `),
		]);
		expect([stdout, exitCode]).toEqual(['4 links, 2 of them dead.', 1]);

		await writeFile(page, `[a](${url}/there)`);
		expect((await check()).exitCode).toBe(0);
	} finally {
		await server.close();
	}
});
