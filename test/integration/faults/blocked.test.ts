import type { Constructable } from '@n8n/di';
import { Container } from '@n8n/di';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

/** A service from the packages of n8n-core. */
function serviceOf<Service>(packageName: string, name: string): Service {
	const path = require.resolve(packageName, { paths: [require.resolve('n8n-core')] });
	const { [name]: service } = jest.requireActual<Record<string, Constructable<Service>>>(path);
	return Container.get(service);
}

interface Outbound {
	requests(options?: object): { request(options: IHttpRequestOptions): Promise<unknown> };
}

const protection = serviceOf<{ enabled: boolean }>('@n8n/config', 'SsrfProtectionConfig');
const addresses = serviceOf<{ validateUrl(): Promise<object> }>(
	'@n8n/backend-network',
	'SsrfProtectionService',
);
const outbound = serviceOf<Outbound>('@n8n/backend-network', 'OutboundHttp');

afterEach(() => {
	protection.enabled = false;
	jest.restoreAllMocks();
});

/** Starts two runs, with Retry On Fail. */
async function run(baseUrl?: string) {
	const ended = await runNode({
		parameters: testOperations.Run.parameters,
		input: [{ json: { id: '100' } }, { json: { id: '101' } }],
		settings: { onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 1 },
		credentials: platform.credentials(baseUrl === undefined ? {} : { baseUrl }),
	});
	return jsonOf(ended);
}

const BLOCKED = {
	error: expect.stringMatching(/^n8n blocked the request: The request was blocked /),
	details: { description: expect.stringMatching(/ask your n8n administrator to allow the host/) },
};

test('if n8n blocks an internal address, nothing was sent and no outcome is unknown', async () => {
	protection.enabled = true;
	const items = await run();

	expect(items).toMatchObject([BLOCKED, BLOCKED]);
	for (const { details } of items) expect(details).toMatchObject({ kind: 'invalid', sent: false });
	expect(platform.requests()).toEqual([]);
});

test('both runs start when the address is allowed', async () => {
	protection.enabled = true;
	expect(await run()).toMatchObject([BLOCKED, BLOCKED]);
	protection.enabled = false;
	expect(await run()).toMatchObject([{ streamId: '100' }, { streamId: '101' }]);
});

test('n8n blocks the address when it connects', async () => {
	protection.enabled = true;
	const { port } = new URL(String(platform.credentials().baseUrl));
	// Only the check before the connection allows the address.
	jest.spyOn(addresses, 'validateUrl').mockResolvedValue({ ok: true });
	expect(await run(`http://localhost:${port}`)).toMatchObject([BLOCKED, BLOCKED]);
	expect(await run()).toMatchObject([BLOCKED, BLOCKED]);
	expect(platform.requests()).toEqual([]);
});

test("n8n blocks a domain that the credential doesn't allow", async () => {
	const requests = outbound.requests.bind(outbound);
	jest.spyOn(outbound, 'requests').mockImplementation((options) => {
		const client = requests(options);
		const allowedDomains = 'your-instance.example.com';
		return {
			...client,
			request: async (each) => await client.request({ ...each, allowedDomains }),
		};
	});
	const [item] = await run();

	expect(item).toMatchObject({
		error: expect.stringMatching(
			/^n8n blocked the request: Domain not allowed: This credential is restricted/,
		),
		details: { description: expect.stringMatching(/Allowed HTTP Request Domains/) },
	});
	expect(item.details).toMatchObject({ kind: 'invalid', sent: false });
	expect(platform.requests()).toEqual([]);
});
