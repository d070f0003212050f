import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import axios from 'axios';
import { CONTROL_PATH } from '../../../simulator/control.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('it prints its address, responds, and stops at a signal', async () => {
	const faults = join(await temporaryFolder(), 'faults.json');
	await writeFile(faults, JSON.stringify([{ fault: 'hang', when: { request: 2 } }]));
	const program = ['simulator/cli.ts', '--faults', faults, '--functions', '3'];
	const child = spawn(process.execPath, program);
	const lines: string[] = [];
	const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
	await once(output, 'line');
	const url = /^Data Platform simulator listens at (http:\/\/127\.0\.0\.1:\d+)$/.exec(lines[0])![1];
	const search = () =>
		axios.post(
			`${url}/api/query/v1/functions/search`,
			{ filters: [], sort: { field: 'id', ascending: true }, limit: 5 },
			{ headers: { 'X-SERVICE-Developer-Token': 'demo-token' }, proxy: false },
		);
	expect((await search()).data.totalHits).toBe(3);
	const hanging = expect(search()).rejects.toThrow();
	while ((await axios.get(`${url + CONTROL_PATH}/stats`)).data.inFlight === 0);
	child.kill();
	expect(await once(child, 'exit')).toEqual([0, null]);
	await hanging;
	expect(lines).toHaveLength(1);
});
