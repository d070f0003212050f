import type { IContextObject, INode } from 'n8n-workflow';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { Access } from '../../../nodes/DataPlatform/transport/credentials.ts';
import { createResponseCache } from '../../../nodes/DataPlatform/transport/responseCache.ts';
import { NEVER, requestOf } from './platform.ts';

const ACCESS = { baseUrl: 'https://host.example', token: 'a-token', isPerItem: false } as Access;
const REQUEST = { ...requestOf(), path: '/runs', text: '{"stream":1}' };
const UNKNOWN = new ApiError('It may have started', 'Look.', { kind: 'unknownOutcome' });
const TOOL = { type: 'package.dataPlatformTool' };

/** What differs from a request of the first item in the first run. */
interface Sending {
	runIndex?: number;
	item?: number;
	request?: Partial<typeof REQUEST>;
	access?: Partial<Access>;
	fails?: ApiError;
}

/** A node in an execution. n8n saves its context, and each of its runs has its own cache. */
function execution(settings: Partial<INode> = {}) {
	const context: IContextObject = {};
	const node = { type: 'package.dataPlatform', ...settings } as INode;
	const createCache = (runIndex: number) => createResponseCache(context, node, runIndex);
	/** Whether a run sends a request. */
	const sends = async ({ runIndex = 0, item = 0, request, access, fails }: Sending = {}) => {
		let isSent = false;
		const credential = { ...ACCESS, ...access };
		const send = createCache(runIndex).withCache(credential, item, async () => {
			isSent = true;
			return fails ? await Promise.reject(fails) : 'response';
		});
		const response = send({ ...REQUEST, ...request }, NEVER);
		if (fails) await expect(response).rejects.toBe(fails);
		else expect(await response).toBe('response');
		return isSent;
	};
	const endRun = (runIndex: number, hasFailed: boolean) => createCache(runIndex).endRun(hasFailed);
	return { context, createCache, sends, endRun };
}

test('a later try only sends what an earlier one has not sent for the same item and instance', async () => {
	const { createCache, sends } = execution();
	expect(createCache(0).isEmpty).toBe(true);
	expect(await sends()).toBe(true);

	expect(createCache(0).isEmpty).toBe(false);
	expect(await sends()).toBe(false);
	expect(await sends({ item: 1 })).toBe(true);
	expect(await sends({ access: { baseUrl: 'https://other.example' } })).toBe(true);
	expect(await sends({ request: { text: '{}' } })).toBe(true);
	expect(await sends({ request: { method: 'PUT' } })).toBe(true);
	expect(await sends({ request: { path: '/other' } })).toBe(true);
});

test('a new iteration of a loop drops the responses of the one before', async () => {
	const { context, createCache, sends } = execution();
	await sends();
	createCache(1);
	expect(context).toEqual({});
});

test('an item keeps its response if an equal request of another item has an unknown outcome', async () => {
	const { sends } = execution();
	await sends();
	await sends({ item: 1, fails: UNKNOWN });
	expect(await sends()).toBe(false);
});

test.each<[what: string, settings: Partial<INode>, tries: number]>([
	['once', { maxTries: 4 }, 1],
	['three times', { retryOnFail: true }, 3],
	['at least twice', { retryOnFail: true, maxTries: 1 }, 2],
	['at most five times', { retryOnFail: true, maxTries: 9 }, 5],
])('the responses of a tool that n8n tries %s last for its tries', async (_, settings, tries) => {
	const { context, sends, endRun } = execution({ ...TOOL, ...settings });
	for (let runIndex = 0; runIndex < tries; runIndex++) {
		expect(await sends({ runIndex })).toBe(runIndex === 0);
		endRun(runIndex, true);
	}
	expect(context).toEqual({});
});

test('parallel calls of a tool have separate responses, and the end of one keeps those of the other', async () => {
	const { sends, endRun } = execution({ ...TOOL, retryOnFail: true });
	await sends({ runIndex: 0 });
	expect(await sends({ runIndex: 1, item: 1 })).toBe(true);
	endRun(1, false);

	expect(await sends({ runIndex: 0 })).toBe(false);
	expect(await sends({ runIndex: 2, item: 1 })).toBe(true);
});

test('if each item may have its own credential, a response belongs to its token', async () => {
	const { context, sends } = execution();
	await sends({ access: { isPerItem: true } });

	expect(await sends({ access: { isPerItem: true } })).toBe(false);
	expect(await sends({ access: { isPerItem: true, token: 'another-token' } })).toBe(true);
	expect(JSON.stringify(context)).not.toContain(ACCESS.token);
});
