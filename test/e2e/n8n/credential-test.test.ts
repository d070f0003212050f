import { itemsOfNode } from '../../../local/n8n-api.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { dataPlatform, manualTrigger, row } from '../../support/workflows.ts';
import { connect, SEARCH_REQUEST } from '../connect.ts';

const { api, credential, credentialData, requestsDuring, withFaults } = connect();

/** Tests the credential with changed values, while the platform has the faults. */
const testWith = (changes: object, faults: FaultRule[] = []) =>
	withFaults(faults, () => api.testCredential(credential, { ...credentialData, ...changes }));

const emptyList = { results: null, totalHits: 0, hasMore: false, degraded: false };

test.each<[what: string, changes: object, faults: FaultRule[]]>([
	['a working credential', {}, []],
	['a Base URL with blanks and slashes', { baseUrl: `\u200b ${credentialData.baseUrl}/// ` }, []],
	['a platform whose empty list is null', {}, [{ fault: 'wrong-shape', body: emptyList }]],
])('%s passes with one search for one function', async (_, changes, faults) => {
	const { result, requests } = await requestsDuring(() => testWith(changes, faults));

	expect(result).toMatchObject({ status: 'OK' });
	const body = { filters: [], sort: { field: 'name', ascending: true }, limit: 1 };
	expect(requests).toMatchObject([{ ...SEARCH_REQUEST, body, status: 200 }]);
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

const status = (code: number): FaultRule => ({ fault: 'status', status: code });
const redirect: FaultRule = { fault: 'redirect', location: '/elsewhere' };

// n8n 1 has messages of its own for statuses.
test.each<[what: string, changes: object, faults: FaultRule[], message: RegExp]>([
	['a wrong token', { token: 'not-the-right-one' }, [], /'Developer Token'|^Authorization/],
	['the status 400', {}, [status(400)], /sorts functions by name|^Bad request/],
	['the status 403', {}, [status(403)], /permissions|^Forbidden -/],
	['the status 404', {}, [status(404)], /'Base URL'|not be found/],
	['the status 503', {}, [status(503)], /Service unavailable/i],
	['a redirect', {}, [redirect], /redirects to another|code 302/],
	['a login page', {}, [{ fault: 'html-200' }], /doesn't come from the API/],
	['other JSON', {}, [{ fault: 'wrong-shape', body: {} }], /doesn't come from the API/],
	['an address where nothing responds', { baseUrl: 'http://127.0.0.1:1' }, [], /refused/i],
	['an address without https', { baseUrl: 'h.example.com' }, [], /must be an address with/],
	['a line break in the token', { token: 'a\nb' }, [], /Developer Token'? is empty, or/],
	['a blank in the header', { headerName: 'X Y' }, [], /Token Header'? must be a header/],
])('%s fails with what to do', async (_, changes, faults, message) => {
	const { result, requests } = await requestsDuring(() => testWith(changes, faults));

	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(requests.filter(({ path }) => path !== SEARCH_REQUEST.path)).toEqual([]);
	expect(result.message).not.toContain({ ...credentialData, ...changes }.token);
});
