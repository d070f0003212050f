import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

afterAll(async () => {
	await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Creates a folder that is removed after the tests of the file. */
export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'data-platform-test-'));
	folders.push(folder);
	return folder;
}
