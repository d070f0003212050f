import { readFileSync } from 'node:fs';
import { itemsOfNode } from '../../../local/n8n-api.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { connect } from '../connect.ts';

const { api, credential, credentialData } = connect();

const recipe = readFileSync('docs/how-to/wait-for-a-run.json', 'utf8');

const states = ['GOES ON', 'GOES ON', 'ENDED'];
const asked: string[] = [];

/** An instance that has an address which tells how a run goes on. */
const instanceUrl = startTestServer(({ method, url, headers }, response) => {
	asked.push(`${method} ${url} ${headers[credentialData.headerName.toLowerCase()]}`);
	const isRun = method === 'POST';
	response
		.writeHead(isRun ? 201 : 200, { 'content-type': 'application/json' })
		.end(JSON.stringify(isRun ? { executionId: 9 } : { state: states.shift() }));
});

test('the recipe waits until the run has ended', async () => {
	const baseUrl = instanceUrl();
	const data = { ...credentialData, baseUrl };
	const { id, name, type } = await api.createCredential('Instance', credential.type, data);
	const workflow = JSON.parse(
		recipe
			.replace('https://YOUR-INSTANCE/YOUR-ADDRESS', `${baseUrl}/runs`)
			.replace('YOUR-LAST-STATE', 'ENDED')
			.replace('YOUR_FIELD', 'state')
			.replace('"amount": 60', '"amount": 1'),
	);
	for (const node of workflow.nodes) {
		const usesCredential = ['Run connector', 'Get state'].includes(node.name);
		if (usesCredential) node.credentials = { [type]: { id, name } };
	}
	const execution = await api.runWorkflow(await api.importWorkflow(workflow), 'Start by hand');

	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOfNode(execution, 'Return outcome').map(({ json }) => json)).toEqual([
		{ state: 'ENDED' },
	]);
	const { token } = credentialData;
	const ask = `GET /runs/9 ${token}`;
	expect(asked).toEqual([`POST /api/data/v1/streams/4711/executions ${token}`, ask, ask, ask]);
});
