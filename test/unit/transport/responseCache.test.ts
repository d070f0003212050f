import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { HttpRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import {
	type RequestOwner,
	ResponseCache,
	StillUnknown,
} from '../../../nodes/DataPlatform/transport/responseCache.ts';

const CLIENT: RequestOwner = {
	baseUrl: 'https://host.example',
	token: 'a-token',
	isPerItem: false,
};
const REQUEST: HttpRequest = { method: 'POST', path: '/runs', text: '{"stream":1}' };
const UNKNOWN = new ApiError('It may have started', 'Look.', {
	kind: 'unknownOutcome',
	httpCode: 500,
	networkCode: 'ECONNRESET',
	attempts: 3,
});

/** A node in an execution. n8n saves its context, and each of its runs has its own cache. */
function execution(settings: Partial<INode> = {}) {
	const context: IContextObject = {};
	const sent: string[] = [];
	const runOf = (runIndex = 0) => {
		const functions = {
			getContext: () => context,
			getNode: () => ({ type: 'package.dataPlatform', ...settings }),
		};
		return new ResponseCache(functions as unknown as IExecuteFunctions, runIndex);
	};
	/** Whether a run sends a request, because its response isn't cached. */
	const sends = async (
		cache: ResponseCache,
		itemIndex = 0,
		request = REQUEST,
		client: Partial<RequestOwner> = {},
	): Promise<boolean> => {
		const before = sent.length;
		const response = await cache.getOrSend(
			itemIndex,
			request,
			{ ...CLIENT, ...client },
			async () => {
				sent.push(request.text);
				return { number: sent.length };
			},
		);
		expect(response).toEqual({ number: expect.any(Number) });
		return sent.length > before;
	};
	/** A run sends a request with an unknown outcome. */
	const sendsUnknown = async (
		cache: ResponseCache,
		itemIndex: number,
		request = REQUEST,
		client: Partial<RequestOwner> = {},
	) => {
		const send = async () => await Promise.reject(UNKNOWN);
		const response = cache.getOrSend(itemIndex, request, { ...CLIENT, ...client }, send);
		await expect(response).rejects.toBe(UNKNOWN);
	};
	return { context, runOf, sends, sendsUnknown };
}

const TOOL = { type: 'package.dataPlatformTool' };

test("a retry doesn't send a request again that an earlier try has sent for the same item and instance", async () => {
	const { runOf, sends } = execution();
	expect(runOf().hasEarlierOutcomes).toBe(false);
	expect(await sends(runOf())).toBe(true);

	expect(runOf().hasEarlierOutcomes).toBe(true);
	expect(await sends(runOf())).toBe(false);
	expect(await sends(runOf(), 1)).toBe(true);
	expect(await sends(runOf(), 0, REQUEST, { baseUrl: 'https://other.example' })).toBe(true);
});

test.each([
	[{ ...REQUEST, method: 'PUT' as const }],
	[{ ...REQUEST, path: '/run' }],
	[{ ...REQUEST, text: '{}' }],
	[{ ...REQUEST, path: `/runs${REQUEST.text}`, text: '' }],
	[{ ...REQUEST, path: '/runs\n', text: REQUEST.text.slice(1) }],
])('%j is another request', async (other) => {
	const { runOf, sends } = execution();
	await sends(runOf());

	expect(await sends(runOf(), 0, other)).toBe(true);
});

test('another iteration of a loop gets its own responses', async () => {
	const { context, runOf, sends } = execution();
	await sends(runOf(0));
	await sends(runOf(0), 1);
	const second = runOf(1);

	expect(context).toEqual({});
	expect(second.hasEarlierOutcomes).toBe(false);
	expect(await sends(second)).toBe(true);
});

test('a successful run clears the cache', async () => {
	const { context, runOf, sends } = execution();
	const run = runOf();
	await sends(run);
	run.onRunSucceeded();

	expect(context).toEqual({});
});

test("a request with an unknown outcome isn't sent again by any item or iteration", async () => {
	const { context, runOf, sends, sendsUnknown } = execution();
	const run = runOf(0);
	await sendsUnknown(run, 3);

	const failureOf = async (next: ResponseCache, itemIndex: number) => {
		const failure = await sends(next, itemIndex).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(StillUnknown);
		const { message, description, details } = failure as ApiError;
		return { message, description, details };
	};
	const { message, description } = UNKNOWN;
	expect(await failureOf(run, 3)).toEqual({
		message,
		description,
		details: { httpCode: 500, networkCode: 'ECONNRESET', kind: 'unknownOutcome' },
	});
	run.onRunSucceeded();
	// Other items have the same request, but were never sent.
	const unsent = {
		message: `Not sent again: ${message}`,
		description,
		details: { kind: 'notSent' },
	};
	expect(await failureOf(runOf(0), 0)).toEqual(unsent);
	expect(await failureOf(runOf(1), 3)).toEqual(unsent);
	expect(JSON.stringify(context)).not.toContain('stream');
});

test.each<[what: string, settings: Partial<INode>, tries: number]>([
	['once', {}, 1],
	['once, whatever Max Tries says', { maxTries: 4 }, 1],
	['three times', { retryOnFail: true }, 3],
	['at least twice', { retryOnFail: true, maxTries: 1 }, 2],
	['at most five times', { retryOnFail: true, maxTries: 9 }, 5],
])(
	'the responses of a tool that n8n tries %s are cached for each try',
	async (_, settings, tries) => {
		const { context, runOf, sends } = execution({ ...TOOL, ...settings });
		for (let runIndex = 0; runIndex < tries; runIndex++) {
			const run = runOf(runIndex);
			expect(await sends(run)).toBe(runIndex === 0);
			run.onRunFailed();
		}

		expect(context).toEqual({});
	},
);

test('two calls of a tool count their tries separately', async () => {
	const { runOf, sends } = execution({ ...TOOL, retryOnFail: true, maxTries: 2 });
	const [one, other] = [runOf(0), runOf(1)];
	await sends(one, 0);
	await sends(other, 1);
	one.onRunFailed();
	expect(await sends(other, 1)).toBe(false);
	other.onRunFailed();

	expect(await sends(runOf(2), 1)).toBe(false);
	expect(await sends(runOf(3), 0)).toBe(false);
});

test('parallel calls of a tool have separate responses, and the end of one keeps those of the other', async () => {
	const { runOf, sends } = execution(TOOL);
	const [one, other] = [runOf(0), runOf(1)];
	await sends(one, 0);
	expect(await sends(other, 1)).toBe(true);
	other.onRunSucceeded();

	expect(await sends(one, 0)).toBe(false);
	expect(await sends(runOf(2), 0)).toBe(true);
});

describe('a renewed token', () => {
	const RENEWED = { token: 'another-token' };

	test('sends nothing again', async () => {
		const { runOf, sends } = execution();
		await sends(runOf());

		expect(await sends(runOf(), 0, REQUEST, RENEWED)).toBe(false);
	});

	test('an unknown outcome stays unknown', async () => {
		const { runOf, sends, sendsUnknown } = execution();
		await sendsUnknown(runOf(), 0);

		await expect(sends(runOf(), 0, REQUEST, RENEWED)).rejects.toBeInstanceOf(StillUnknown);
	});

	test('sends the request again if each item may have its own credential', async () => {
		const { runOf, sends, sendsUnknown } = execution();
		const run = runOf();
		await sends(run, 0, REQUEST, { isPerItem: true });
		await sendsUnknown(run, 1, { ...REQUEST, path: '/b' }, { isPerItem: true });

		expect(await sends(runOf(), 0, REQUEST, { isPerItem: true })).toBe(false);
		expect(await sends(runOf(), 0, REQUEST, { ...RENEWED, isPerItem: true })).toBe(true);
		const other = { ...REQUEST, path: '/b' };
		expect(await sends(runOf(), 1, other, { ...RENEWED, isPerItem: true })).toBe(true);
	});

	test("isn't saved", async () => {
		const { context, runOf, sends } = execution();
		await sends(runOf(), 0, REQUEST, { isPerItem: true });

		expect(JSON.stringify(context)).not.toContain(CLIENT.token);
	});
});
