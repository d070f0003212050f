import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { testOperations } from '../../support/operations.ts';
import { dataPlatform, items, manualTrigger, row } from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const { api, credential, credentialData, folder, withFaults } = connect();
const { token, headerName } = credentialData;

/** The names of the files in n8n's folder that contain a text. Files may disappear meanwhile. */
async function filesWith(text: string): Promise<string[]> {
	const found = [];
	for (const file of await readdir(folder, { recursive: true })) {
		const content = await readFile(join(folder, file)).catch(() => Buffer.alloc(0));
		if (content.includes(text)) found.push(file);
	}
	return found;
}

const FAULTS: FaultRule[] = [
	{ fault: 'redirect', location: `http://a.invalid/?token=${token}` },
	{ fault: 'echo-token' },
	{ fault: 'echo-token', status: 500 },
	{ fault: 'html-200', message: token },
	{ fault: 'wrong-shape', body: { status: token, code: 200, executionId: 1, message: token } },
	{ fault: 'reset-after' },
];

test('the token is not in the database, the logs, or the executions', async () => {
	const executions: unknown[] = [];
	const entries = FAULTS.map((_, index) => ({ id: String(50_000 + index) }));
	const rules = FAULTS.map((fault, index) => ({ ...fault, when: { request: index + 1 } }));
	const requestOptions = { maxRetries: 0, maxConcurrency: 1 };
	for (const [name, { parameters }] of Object.entries(testOperations)) {
		const platform = dataPlatform('Platform', credential, { ...parameters, requestOptions });
		const continued = { ...platform, onError: 'continueRegularOutput' as const };
		const nodes = [manualTrigger(), ...items('Ids', entries), continued];
		const id = await api.importWorkflow(row(`Token ${name}`, ...nodes));
		executions.push(await withFaults(rules, () => api.runWorkflow(id, 'Start')));
	}

	const shown = JSON.stringify(executions);
	// A search that finds nothing means something, because it finds this.
	const echo = 'The token [token] is not welcome';
	expect(shown).toContain(echo);
	expect((await filesWith(echo)).join()).toContain('database.sqlite');
	expect((await filesWith('Running node')).join()).toContain('n8n.log');
	expect(shown).not.toContain(token);
	expect(await filesWith(token)).toEqual([]);
	expect(await filesWith(headerName.toLowerCase())).toEqual([]);
});
