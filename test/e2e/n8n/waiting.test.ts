import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from '../connect.ts';
import { withServer } from '../with-server.ts';
import { itemsOfNode } from '../../../local/n8n-api.ts';

const { api, credential, credentialData } = connect();

const recipe = readFileSync('docs/how-to/wait-for-a-run.json', 'utf8');

/** An instance that has an address which tells how a run goes on. */
function instanceOf(states: string[], asked: Array<string | undefined>): RequestListener {
	const token = credentialData.headerName.toLowerCase();
	return (request, response) => {
		asked.push(`${request.method} ${request.url} ${request.headers[token]}`);
		const isRun = request.method === 'POST';
		response
			.writeHead(isRun ? 201 : 200, { 'content-type': 'application/json' })
			.end(JSON.stringify(isRun ? { executionId: 9 } : { state: states.shift() }));
	};
}

test('the recipe waits until the run has ended', async () => {
	const asked: string[] = [];
	await withServer(instanceOf(['GOES ON', 'GOES ON', 'ENDED'], asked), async (baseUrl) => {
		const instance = await api.createCredential('Instance', credential.type, {
			...credentialData,
			baseUrl,
		});
		const reference = { [instance.type]: { id: instance.id, name: instance.name } };
		const workflow = JSON.parse(
			recipe
				.replace('https://YOUR-INSTANCE/YOUR-ADDRESS', `${baseUrl}/runs`)
				.replace('YOUR-LAST-STATE', 'ENDED')
				.replace('YOUR_FIELD', 'state')
				.replace('"amount": 60', '"amount": 1'),
		);
		for (const node of workflow.nodes) {
			if (['Run Connector', 'Get State'].includes(node.name)) node.credentials = reference;
		}
		const execution = await api.runWorkflow(await api.importWorkflow(workflow), 'Start');

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(itemsOfNode(execution, 'Outcome').map(({ json }) => json)).toEqual([{ state: 'ENDED' }]);
		const { token } = credentialData;
		const ask = `GET /runs/9 ${token}`;
		expect(asked).toEqual([`POST /api/data/v1/streams/4711/executions ${token}`, ask, ask, ask]);
	});
});
