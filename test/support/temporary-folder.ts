import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new AsyncDisposableStack();

afterAll(() => folders.disposeAsync());

/** Creates a folder that is removed after the tests of the file. */
export async function temporaryFolder(): Promise<string> {
	return folders.use(await mkdtempDisposable(join(tmpdir(), 'data-platform-test-'))).path;
}
