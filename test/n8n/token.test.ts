import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { connect } from './connect.ts';
import { withServer } from './with-server.ts';
import { dataPlatform, inARow, manualTrigger, workflow } from './workflows.ts';

const { api, credential, credentialData, folder, withFaults } = connect();

/** Every file below a folder. */
function filesIn(folderName: string): string[] {
	return readdirSync(folderName).flatMap((name) => {
		const path = join(folderName, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats?.isDirectory()) return name === 'node_modules' ? [] : filesIn(path);
		return stats?.isFile() ? [path] : [];
	});
}

test('the token is nowhere: not in the database, the logs, what came out, nor at another host', async () => {
	const heard: string[] = [];
	await withServer(
		(request, response) => {
			heard.push(JSON.stringify(request.headers));
			response.end('{}');
		},
		async (evilHost) => {
			const faults: FaultRule[] = [
				{ fault: 'echo-token', operation: 'searchFunctions' },
				{ fault: 'redirect', location: `${evilHost}/steal`, operation: 'runConnector' },
				{ fault: 'status', status: 401, operation: 'updateJob' },
				{ fault: 'reset', operation: 'extractData' },
			];
			await withFaults(faults, async () => {
				for (const onError of ['continueRegularOutput', undefined] as const) {
					for (const parameters of Object.values(FAILING)) {
						const failing = { ...dataPlatform('Failing', credential, parameters), onError };
						const trigger = manualTrigger();
						const id = await api.importWorkflow(
							workflow('token', [trigger, failing], inARow(trigger, failing)),
						);
						const execution = await api.runWorkflow(id, 'Start');
						expect(JSON.stringify(execution)).not.toContain(credentialData.token);
					}
				}
			});
		},
	);

	expect(heard).toEqual([]);
	const files = filesIn(folder);
	expect(files.some((file) => file.endsWith('.sqlite'))).toBe(true);
	expect(files.some((file) => readFileSync(file).includes('"Failing"'))).toBe(true);
	expect(files.filter((file) => readFileSync(file).includes(credentialData.token))).toEqual([]);
});

const ONCE = { requestOptions: { maxRetries: 0 } };

const FAILING = {
	search: { resource: 'function', operation: 'search', ...ONCE },
	run: { resource: 'connector', operation: 'run', streamId: '1', ...ONCE },
	update: {
		resource: 'job',
		operation: 'update',
		applicationId: 'a',
		jobId: 'j',
		jobName: 'n',
		...ONCE,
	},
	extract: {
		resource: 'ai',
		operation: 'extract',
		text: 'x',
		outputStructure: { field: [{ name: 'a' }] },
		...ONCE,
	},
};
