import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connect } from '../connect.ts';

const { installation } = connect();

test('n8n is installed with all that its own nodes need', async () => {
	const { stdout } = await promisify(execFile)(installation.nodeBinary, [
		'test/e2e/n8n/load-nodes.cjs',
		installation.folder,
	]);
	const { loaded, failures } = JSON.parse(stdout);

	expect(failures).toEqual({});
	expect(loaded).toBeGreaterThan(800);
});
