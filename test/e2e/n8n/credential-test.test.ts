import { connect } from '../connect.ts';
import { dataPlatform, manualTrigger, row } from '../../support/workflows.ts';
import { itemsOfNode } from '../../../local/n8n-api.ts';

const connection = connect();
const { api, credential, credentialData } = connection;

function testWith(changes: Record<string, string>) {
	return api.testCredential(credential, { ...credentialData, ...changes });
}

test('a working credential passes', async () => {
	expect(await testWith({})).toMatchObject({ status: 'OK' });
});

test('a token that an expression gives is sent, and tested', async () => {
	const token = `={{ ${JSON.stringify(credentialData.token)}.trim() }}`;
	expect(await testWith({ token })).toMatchObject({ status: 'OK' });

	const given = await api.createCredential('By expression', credential.type, {
		...credentialData,
		token,
	});
	const parameters = { resource: 'function', operation: 'search', limit: 1 };
	const search = row('By expression', manualTrigger(), dataPlatform('Search', given, parameters));
	const execution = await api.runWorkflow(await api.importWorkflow(search), 'Start');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOfNode(execution, 'Search')).toHaveLength(1);
});

// n8n 1.123 has messages of its own.
test('a wrong token is reported, and not quoted', async () => {
	const { status, message } = await testWith({ token: 'not-the-right-one' });
	expect({ status, message }).toEqual({
		status: 'Error',
		message: expect.stringMatching(/'Developer Token'|^Authorization failed/),
	});
	expect(message).not.toContain('not-the-right-one');
});

test('an address where nothing responds is reported', async () => {
	expect(await testWith({ baseUrl: 'http://127.0.0.1:1' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/ECONNREFUSED|refused the connection/),
	});
});
