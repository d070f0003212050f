import type { IncomingHttpHeaders } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { connect } from '../connect.ts';
import { retryOnFail, RUN } from './streams.ts';
import { testOperations } from '../../support/operations.ts';
import { dataPlatform, type FullNode, items, manualTrigger, row } from '../../support/workflows.ts';
import { withServer } from '../with-server.ts';

const { api, credential, credentialData, folder, withFaults } = connect();
const { token, headerName } = credentialData;

/** Found in what n8n writes, so that a search that finds nothing means something. */
const ECHO = 'The token [token] is not welcome';

const formsOfToken = [token, encodeURIComponent(token), Buffer.from(token).toString('base64')];

async function filesIn(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

/** The files below a folder that hold a text; one that is gone meanwhile holds nothing. */
async function filesWith(text: string, directory: string): Promise<string[]> {
	const found = [];
	for (const file of await filesIn(directory)) {
		const content = await readFile(file).catch(() => Buffer.alloc(0));
		if (content.includes(text)) found.push(file);
	}
	return found;
}

test('the token is nowhere: not in the database, the logs, the executions, nor at another host', async () => {
	const arrived: IncomingHttpHeaders[] = [];
	const executions: unknown[] = [];

	await withServer(
		({ headers }, response) => {
			arrived.push(headers);
			response.end('{}');
		},
		async (evilUrl) => {
			const faults: FaultRule[] = [
				...[302, 307, 308].map((status) => ({ fault: 'redirect', location: evilUrl, status })),
				{ fault: 'redirect', location: `${evilUrl}/?token=${encodeURIComponent(token)}` },
				{ fault: 'echo-token' },
				{ fault: 'echo-token', status: 500 },
				{ fault: 'status', status: 400, format: 'text', message: `No ${formsOfToken.join(' ')}` },
				{ fault: 'html-200', message: token },
				{
					fault: 'wrong-shape',
					body: { status: token, code: 200, executionId: 1, message: token },
				},
				{ fault: 'reset' },
				{ fault: 'reset-after' },
				{ fault: 'truncated-json' },
			];
			for (const [name, { parameters }] of Object.entries(testOperations)) {
				for (const settings of [retryOnFail, { onError: 'continueRegularOutput' }]) {
					const entries = faults.map((_, index) => ({ id: String(50_000 + index) }));
					const platform = {
						...dataPlatform(RUN, credential, {
							...parameters,
							requestOptions: { maxRetries: 0, maxConcurrency: 1 },
						}),
						...settings,
					};
					const flow = row(
						`Token ${name}`,
						manualTrigger(),
						...items('Ids', entries),
						platform as FullNode,
					);
					const id = await api.importWorkflow(flow);
					const rules = faults.map((fault, index) => ({ ...fault, when: { request: index + 1 } }));
					await withFaults(rules, async () => {
						executions.push(await api.runWorkflow(id, 'Start'));
					});
				}
			}
		},
	);

	expect(arrived).toEqual([]);
	const shown = JSON.stringify(executions);
	expect(shown).toContain(ECHO);
	expect(await filesWith(ECHO, folder)).toEqual(
		expect.arrayContaining([expect.stringContaining('database.sqlite')]),
	);
	expect(await filesWith('Running node', folder)).toEqual(
		expect.arrayContaining([expect.stringContaining('n8n.log')]),
	);
	for (const form of formsOfToken) {
		expect(shown).not.toContain(form);
		expect(await filesWith(form, folder)).toEqual([]);
	}
	expect(await filesWith(headerName.toLowerCase(), folder)).toEqual([]);
});
