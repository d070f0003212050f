// n8n can block addresses and domains. Then nothing was sent, and no outcome is unknown.
import { type Constructable, Container } from '@n8n/di';
import { CONTINUE, execute, RETRIED } from './execute.ts';
import { jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

/** A service from the packages of n8n-core. */
function serviceOf<Service>(packageName: string, name: string): Service {
	const path = require.resolve(packageName, { paths: [require.resolve('n8n-core')] });
	const { [name]: service } = jest.requireActual<Record<string, Constructable<Service>>>(path);
	return Container.get(service);
}

const protection = serviceOf<{ enabled: boolean }>('@n8n/config', 'SsrfProtectionConfig');
const addresses = serviceOf<{ validateUrl(): Promise<object> }>(
	'@n8n/backend-network',
	'SsrfProtectionService',
);

afterEach(() => {
	protection.enabled = false;
	jest.restoreAllMocks();
});

async function run(credential = {}) {
	const settings = { ...CONTINUE, ...RETRIED };
	return jsonOf(await execute(platform, 'Run', { ids: ['100', '101'], settings, credential }));
}

const BLOCKED = {
	error: expect.stringMatching(/^n8n blocked the request: /),
	details: { kind: 'invalid', sent: false, description: expect.stringMatching(/allow the host/) },
};

test('an internal address is blocked, and both runs start when it is allowed', async () => {
	protection.enabled = true;
	expect(await run()).toMatchObject([BLOCKED, BLOCKED]);
	expect(platform.requests()).toEqual([]);
	protection.enabled = false;
	expect(await run()).toMatchObject([{ streamId: '100' }, { streamId: '101' }]);
});

test('the address is blocked when n8n connects', async () => {
	protection.enabled = true;
	const { port } = new URL(String(platform.credentials().baseUrl));
	// Only the check before the connection allows the address.
	jest.spyOn(addresses, 'validateUrl').mockResolvedValue({ ok: true });
	expect(await run({ baseUrl: `http://localhost:${port}` })).toMatchObject([BLOCKED, BLOCKED]);
	expect(platform.requests()).toEqual([]);
});
