import type { IContextObject, INode } from 'n8n-workflow';
import { ApiError, StillUnknown } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { Access } from '../../../nodes/DataPlatform/transport/credentials.ts';
import { createResponseCache } from '../../../nodes/DataPlatform/transport/responseCache.ts';
import { NEVER, requestOf } from './platform.ts';

const ACCESS = { baseUrl: 'https://host.example', token: 'a-token', isPerItem: false } as Access;
const REQUEST = { ...requestOf(), path: '/runs', text: '{"stream":1}' };
const UNKNOWN = new ApiError('It may have started', 'Look.', {
	kind: 'unknownOutcome',
	httpCode: 500,
});
const TOOL = { type: 'package.dataPlatformTool' };

interface Sending {
	item?: number;
	request?: typeof REQUEST;
	access?: Partial<Access>;
	fails?: ApiError;
}

/** A node in an execution. n8n saves its context, and each of its runs has its own cache. */
function execution(settings: Partial<INode> = {}) {
	const context: IContextObject = {};
	const node = { type: 'package.dataPlatform', ...settings } as INode;
	const runOf = (runIndex = 0) => createResponseCache(context, node, runIndex);
	/** Whether a run sends a request. Throws what it throws. */
	const sends = async (cache: ReturnType<typeof createResponseCache>, options: Sending = {}) => {
		const { item = 0, request = REQUEST, access = {}, fails } = options;
		let isSent = false;
		const credential = { ...ACCESS, ...access };
		const send = cache.withCache(credential, item, async () => {
			isSent = true;
			return fails ? await Promise.reject(fails) : 'response';
		});
		const response = send(request, NEVER);
		if (fails) await expect(response).rejects.toBe(fails);
		else expect(await response).toBe('response');
		return isSent;
	};
	return { context, runOf, sends };
}

test('a later try only sends what an earlier one has not sent for the same item and instance', async () => {
	const { runOf, sends } = execution();
	expect(runOf().isEmpty).toBe(true);
	expect(await sends(runOf())).toBe(true);

	expect(runOf().isEmpty).toBe(false);
	expect(await sends(runOf())).toBe(false);
	expect(await sends(runOf(), { item: 1 })).toBe(true);
	expect(await sends(runOf(), { access: { baseUrl: 'https://other.example' } })).toBe(true);
	expect(await sends(runOf(), { request: { ...REQUEST, text: '{}' } })).toBe(true);
	expect(await sends(runOf(), { request: { ...REQUEST, method: 'PUT' } })).toBe(true);
});

test('another iteration of a loop, or a later execution of the node, sends again', async () => {
	const { context, runOf, sends } = execution();
	await sends(runOf(0));
	expect(await sends(runOf(1))).toBe(true);
	runOf(1).endRun(false);
	expect(context).toEqual({});
});

test('a failed run keeps its responses', async () => {
	const { runOf, sends } = execution();
	await sends(runOf());
	runOf().endRun(true);
	expect(await sends(runOf())).toBe(false);
});

test("a request with an unknown outcome isn't sent again by any item or iteration", async () => {
	const { runOf, sends } = execution();
	await sends(runOf(), { item: 3, fails: UNKNOWN });
	runOf().endRun(false);

	const errorOf = async (runIndex: number, item: number) =>
		await sends(runOf(runIndex), { item }).catch((error: unknown) => error);
	const same = await errorOf(0, 3);
	expect(same).toBeInstanceOf(StillUnknown);
	expect(same).toMatchObject({ message: UNKNOWN.message, details: UNKNOWN.details });
	// The others were never sent.
	const unsent = { message: `Not sent again: ${UNKNOWN.message}`, details: { kind: 'notSent' } };
	expect(await errorOf(0, 0)).toMatchObject(unsent);
	expect(await errorOf(1, 3)).toMatchObject(unsent);
});

test('an item keeps its response if an equal request of another item has an unknown outcome', async () => {
	const { runOf, sends } = execution();
	await sends(runOf(), { item: 0 });
	await sends(runOf(), { item: 1, fails: UNKNOWN });
	expect(await sends(runOf(), { item: 0 })).toBe(false);
});

test("other failures aren't kept", async () => {
	const { context, runOf, sends } = execution();
	await sends(runOf(), { fails: new ApiError('No', '', { kind: 'rejected' }) });
	expect(context).toEqual({});
});

test.each<[what: string, settings: Partial<INode>, tries: number]>([
	['once', { maxTries: 4 }, 1],
	['three times', { retryOnFail: true }, 3],
	['at least twice', { retryOnFail: true, maxTries: 1 }, 2],
	['at most five times', { retryOnFail: true, maxTries: 9 }, 5],
])('the responses of a tool that n8n tries %s last for its tries', async (_, settings, tries) => {
	const { context, runOf, sends } = execution({ ...TOOL, ...settings });
	for (let runIndex = 0; runIndex < tries; runIndex++) {
		expect(await sends(runOf(runIndex))).toBe(runIndex === 0);
		runOf(runIndex).endRun(true);
	}
	expect(context).toEqual({});
});

test('parallel calls of a tool have separate responses, and the end of one keeps those of the other', async () => {
	const { runOf, sends } = execution(TOOL);
	const [one, other] = [runOf(0), runOf(1)];
	await sends(one);
	expect(await sends(other, { item: 1 })).toBe(true);
	other.endRun(false);

	expect(await sends(one)).toBe(false);
	expect(await sends(runOf(2))).toBe(true);
});

describe('a renewed token', () => {
	const renewed = { token: 'another-token' };

	test('sends nothing again, and an unknown outcome stays unknown', async () => {
		const { runOf, sends } = execution();
		await sends(runOf());
		const other = { ...REQUEST, path: '/b' };
		await sends(runOf(), { request: other, fails: UNKNOWN });

		expect(await sends(runOf(), { access: renewed })).toBe(false);
		const again = sends(runOf(), { request: other, access: renewed });
		await expect(again).rejects.toBeInstanceOf(StillUnknown);
	});

	test('sends the request again if each item may have its own credential', async () => {
		const { context, runOf, sends } = execution();
		await sends(runOf(), { access: { isPerItem: true } });

		expect(await sends(runOf(), { access: { isPerItem: true } })).toBe(false);
		expect(await sends(runOf(), { access: { ...renewed, isPerItem: true } })).toBe(true);
		expect(JSON.stringify(context)).not.toContain(ACCESS.token);
	});
});
