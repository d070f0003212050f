import type { RequestListener } from 'node:http';
import { CREDENTIAL_TEST } from '../../harness/compatibility-records.ts';
import { connect } from './connect.ts';
import { recordRun } from './record.ts';
import { withServer } from './with-server.ts';

const connection = connect();
const { api, credential, credentialData } = connection;

function testWith(changes: Record<string, string>) {
	return api.testCredential(credential, { ...credentialData, ...changes });
}

test('a working credential passes', async () => {
	expect(await testWith({})).toMatchObject({ status: 'OK' });
	await recordRun(connection, 'by hand', [CREDENTIAL_TEST]);
});

test('a base URL with a slash at its end passes too', async () => {
	expect(await testWith({ baseUrl: `${credentialData.baseUrl}/` })).toMatchObject({ status: 'OK' });
});

test('a wrong token is refused as such, and is not repeated', async () => {
	const { status, message } = await testWith({ token: 'not-the-right-one' });
	expect({ status, message }).toEqual({
		status: 'Error',
		message: expect.stringMatching(/token/i),
	});
	expect(message).not.toContain('not-the-right-one');
});

test('a header that the service does not look at is told as a refused token', async () => {
	expect(await testWith({ headerName: 'X-Other-Token' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/token/i),
	});
});

test('an address where nothing answers is told as such', async () => {
	const closedUrl = await withServer(
		() => {},
		async (url) => url,
	);
	expect(await testWith({ baseUrl: closedUrl })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/nothing answers/i),
	});
});

test('a web page at the address is told apart from the API', async () => {
	const page: RequestListener = (_, response) => {
		response.setHeader('Content-Type', 'text/html').end('<!doctype html><p>Welcome</p>');
	};
	await withServer(page, async (url) => {
		expect(await testWith({ baseUrl: url })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/not this API/i),
		});
	});
});
