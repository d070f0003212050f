import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

afterAll(async () => {
	await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A folder that is removed when the tests of the file have ended. */
export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'data-platform-test-'));
	folders.push(folder);
	return folder;
}
