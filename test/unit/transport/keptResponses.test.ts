import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { failure, NEVER, requestOf } from './platform.ts';
import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { Access } from '../../../nodes/DataPlatform/transport/credentials.ts';
import type { Idempotency } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import { createKeptResponses } from '../../../nodes/DataPlatform/transport/keptResponses.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';

const ACCESS = {
	baseUrl: 'https://host.example',
	token: 'a-token',
	hasSeveralTokens: false,
} as Access;
const TOOL = { type: 'package.dataPlatformTool' };
const LOST: ApiErrorDetails = { networkCode: 'ECONNRESET', mayHaveRun: true };
const CONFLICT: ApiErrorDetails = { httpCode: 409 };

/** What differs from the first request of the first item in the first try. */
interface Sending {
	runIndex?: number;
	item?: number;
	idempotency?: Idempotency;
	request?: Partial<SerializedRequest>;
	access?: Partial<Access>;
	parameters?: INode['parameters'];
	input?: Partial<INodeExecutionData>;
	fails?: ApiErrorDetails | Error;
	/** How many other requests the item has sent before. */
	number?: number;
}

/** A node in an execution. n8n saves its context. */
function execution(settings: Partial<INode> = {}) {
	let saved: IDataObject = {};
	function create(runIndex: number, { parameters = { text: '={{ $now }}' }, input }: Sending = {}) {
		const items = Array.from({ length: 9 }, (_, id) => ({ json: { id }, ...input }));
		const context = {
			getNode: () => ({ type: 'package.dataPlatform', parameters, ...settings }) as INode,
			getContext: () => saved,
			getInputData: () => items,
		};
		return createKeptResponses(context as unknown as IExecuteFunctions, runIndex);
	}
	/** Returns the request that was sent, `kept` if there was a response, or the error. */
	async function send(sending: Sending = {}) {
		const { runIndex = 0, item = 0, idempotency = 'repeatable', fails, number = 0 } = sending;
		let sent: SerializedRequest | undefined;
		const access = { ...ACCESS, ...sending.access };
		const kept = create(runIndex, sending).withKeptResponses(access, item, async (request) => {
			if (request.path === '/other') return 'other';
			sent = request;
			if (fails instanceof Error) throw fails;
			return fails ? await Promise.reject(failure(fails)) : 'response';
		});
		const other = requestOf(idempotency, { path: '/other' });
		for (let index = 0; index < number; index++) await kept(other, NEVER);
		const request = requestOf(idempotency, sending.request);
		const result = await kept(request, NEVER).catch((error: Error) => error);
		saved = JSON.parse(JSON.stringify(saved)) as IDataObject;
		return { sent, result };
	}
	const sends = async (sending?: Sending) => (await send(sending)).sent !== undefined;
	const endRun = (runIndex: number, hasFailed: boolean) => create(runIndex).endRun(hasFailed);
	return { context: () => saved, create, send, sends, endRun };
}

test('a later try does not send what has succeeded, although the request has changed', async () => {
	const { create, send, sends } = execution();
	expect(create(0).mayHaveResponses).toBe(false);
	expect(await sends()).toBe(true);
	expect(create(0).mayHaveResponses).toBe(true);
	const { sent, result } = await send({ request: { text: '{"now":1}', path: '/new' } });
	expect([sent, result]).toEqual([undefined, 'response']);
});

test('an item with a BigInt, which n8n saves as text, is the same in a later try', async () => {
	const { sends } = execution();
	await sends({ input: { json: { id: 12345678901234567890n as never } } });
	const input = { json: { id: '12345678901234567890' } };
	expect(await sends({ input, request: { text: '{"now":1}' } })).toBe(false);
});

const STORED = { mimeType: 'text/plain', data: 'filesystem-v2', id: '1' };
const IN_MEMORY = { mimeType: 'text/plain', data: 'YQ==' };
const FILES = { binary: { data: STORED, other: IN_MEMORY } };

const OTHER_INSTANCE = { access: { baseUrl: 'https://other.example' } };
const OTHER_FILE = { ...IN_MEMORY, data: 'Yg==' };
const OTHER_OPTIONS = { text: '={{ $now }}', requestOptions: { a: 1 } };

test.each<[what: string, isSent: boolean, later: Sending]>([
	['another item', true, { item: 1 }],
	['another instance', true, OTHER_INSTANCE],
	['a renewed token', false, { access: { token: 'another-token' } }],
	['other saved parameters', true, { parameters: { text: 'other' } }],
	['other Request Options', false, { parameters: OTHER_OPTIONS }],
	['another JSON of the item', true, { input: { ...FILES, json: { id: 1 } } }],
	['another file', true, { input: { binary: { ...FILES.binary, data: { ...STORED, id: '2' } } } }],
	['another file in memory', true, { input: { binary: { data: STORED, other: OTHER_FILE } } }],
	['another name of the file', true, { input: { binary: { file: STORED, other: IN_MEMORY } } }],
	['the same files', false, {}],
	['another pairing', false, { input: { ...FILES, pairedItem: { item: 7 } } }],
	['another request of the same item', true, { number: 1 }],
])('with %s, a changed request is sent: %p', async (_, isSent, later) => {
	const { sends } = execution();
	await sends({ input: FILES });
	expect(await sends({ input: FILES, request: { text: '{"now":1}' }, ...later })).toBe(isSent);
});

test('a search is not kept', async () => {
	const { context, sends } = execution();
	for (const fails of [undefined, LOST]) {
		expect(await sends({ idempotency: 'safe', fails })).toBe(true);
		expect(context()).toEqual({});
	}
});

test('an equal request is not sent again, although what it was made from has changed', async () => {
	const { sends } = execution();
	await sends();
	expect(await sends({ parameters: { text: 'other', output: 'raw' } })).toBe(false);
});

test('later requests of an item are never confused', async () => {
	const { sends } = execution();
	await sends({ number: 1, request: { text: '1' } });
	expect(await sends({ number: 1, request: { text: '2' } })).toBe(true);
	expect(await sends({ number: 1, request: { text: '2' } })).toBe(false);
	expect(await sends({ number: 2, request: { text: '2' } })).toBe(true);
});

test('if the items have different credentials, a response belongs to its token', async () => {
	const { context, sends } = execution();
	await sends({ access: { hasSeveralTokens: true } });
	expect(await sends({ access: { hasSeveralTokens: true } })).toBe(false);
	expect(JSON.stringify(context())).not.toContain(ACCESS.token);
	expect(await sends({ access: { hasSeveralTokens: true, token: 'another-token' } })).toBe(true);
});

test('a response is used if the token of the other items can no longer be read, or can be now', async () => {
	for (const first of [true, false]) {
		const { sends } = execution();
		await sends({ access: { hasSeveralTokens: first } });
		expect(await sends({ access: { hasSeveralTokens: !first } })).toBe(false);
	}
});

test('an item that is no JSON is identified by its request', async () => {
	const { sends } = execution();
	const json: IDataObject = {};
	json.self = json;
	await sends({ input: { json } });
	expect(await sends({ input: { json } })).toBe(false);
	expect(await sends({ input: { json }, request: { text: '{"now":1}' } })).toBe(true);
});

test('a new iteration of a loop drops what the one before has kept', async () => {
	const { context, create, sends } = execution();
	await sends();
	create(1);
	expect(context()).toEqual({});
});

describe('tools', () => {
	test.each<[what: string, settings: Partial<INode>, tries: number]>([
		['once', { maxTries: 4 }, 1],
		['three times', { retryOnFail: true }, 3],
		['at least twice', { retryOnFail: true, maxTries: 1 }, 2],
		['three times for 0, as n8n does', { retryOnFail: true, maxTries: 0 }, 3],
		['at most five times', { retryOnFail: true, maxTries: 9 }, 5],
	])('if n8n tries one %s, responses last for its tries', async (_, settings, tries) => {
		const { context, sends, endRun } = execution({ ...TOOL, ...settings });
		for (let runIndex = 0; runIndex < tries; runIndex++) {
			expect(await sends({ runIndex })).toBe(runIndex === 0);
			endRun(runIndex, true);
		}
		expect(context()).toEqual({});
	});

	test.each([
		['fails', 'idempotent', () => LOST],
		['may not be sent again', 'repeatable', () => LOST],
		['fails in another way each time', 'idempotent', (try_: number) => [LOST, CONFLICT][try_ % 2]],
		['succeeds at last, but another item fails', 'idempotent', (try_: number) => [LOST][try_]],
	] as const)(
		'a call that %s is forgotten after its last try',
		async (what, idempotency, failOf) => {
			const { context, create, send, endRun } = execution({ ...TOOL, retryOnFail: true });
			const request = { maySendTwice: what !== 'may not be sent again' };
			for (const runIndex of [0, 1, 2]) {
				expect(create(runIndex).mayHaveResponses).toBe(runIndex > 0);
				await send({ runIndex, idempotency, request, fails: failOf(runIndex) });
				endRun(runIndex, true);
			}
			expect(context()).toEqual({});
			const { sent } = await send({ runIndex: 3, idempotency, request });
			expect(sent).toMatchObject({ earlierTryMayHaveRun: false });
		},
	);

	test('parallel calls have separate responses, and the end of one keeps those of the other', async () => {
		const { sends, endRun } = execution({ ...TOOL, retryOnFail: true });
		await sends({ runIndex: 0 });
		expect(await sends({ runIndex: 1, request: { text: 'other' } })).toBe(true);
		endRun(1, false);
		expect(await sends({ runIndex: 0 })).toBe(false);
		expect(await sends({ runIndex: 2, request: { text: 'other' } })).toBe(true);
	});
});

describe('an update that failed', () => {
	const idempotency = 'idempotent';
	const since = expect.stringMatching(/409.*\. Not sent again: item 2 has replaced the job since$/);

	test('is sent again in a later try', async () => {
		const { sends } = execution();
		await sends({ idempotency, fails: CONFLICT });
		expect([await sends({ idempotency }), await sends({ idempotency })]).toEqual([true, false]);
	});

	test.each<[what: string, isSent: boolean, later: Sending]>([
		['a later item', false, { item: 2 }],
		['a later item of another job', true, { item: 2, request: { path: '/other-job' } }],
		['a later item that fails', true, { item: 2, fails: CONFLICT }],
		[
			'a later item with another token',
			false,
			{ item: 2, access: { token: 'another', hasSeveralTokens: true } },
		],
		['a later item at another instance', true, { item: 2, ...OTHER_INSTANCE }],
		['an earlier item', true, { item: 0 }],
	])('is sent again after %s was sent: %p', async (_, isSent, later) => {
		const { send } = execution();
		const text = '{"now":1}';
		await send({ item: 1, idempotency, fails: CONFLICT });
		await send({ idempotency, ...later });
		const { sent, result } = await send({ item: 1, idempotency, request: { text } });
		expect(sent !== undefined).toBe(isSent);
		if (!isSent) expect(result).toMatchObject({ message: since, details: CONFLICT });
	});

	test('is not sent for the first time after a later item has succeeded', async () => {
		const { send } = execution();
		await send({ item: 1, idempotency, fails: { kind: 'notSent' } });
		await send({ item: 2, idempotency });
		const { sent, result } = await send({ item: 1, idempotency });
		expect(sent).toBeUndefined();
		expect(result).toMatchObject({ message: 'Not sent: item 2 has replaced the job since' });
	});

	test('after an earlier try that may have run, each later one says so', async () => {
		const { send } = execution();
		await send({ idempotency, fails: LOST });
		const { sent } = await send({ idempotency, fails: CONFLICT });
		expect(sent).toMatchObject({ earlierTryMayHaveRun: true });
		for (const fails of [new Aborted(), { kind: 'notSent' } as const]) {
			await send({ item: 3, idempotency, fails: LOST });
			const { result } = await send({ item: 3, idempotency, fails });
			expect(result).toMatchObject({ details: LOST });
		}
	});
});

describe('an extraction in a session', () => {
	const inSession = { request: { maySendTwice: false } };

	test.each<[ApiErrorDetails, isSent: boolean]>([
		[LOST, false],
		[{ httpCode: 429 }, true],
		[{ httpCode: 400 }, true],
		[{ networkCode: 'ECONNREFUSED', sent: false }, true],
	])('that failed with %j is sent again by a later try: %p', async (fails, isSent) => {
		const { send } = execution();
		await send({ ...inSession, fails });
		const { sent, result } = await send({ request: { maySendTwice: false, text: '{"now":1}' } });
		expect(sent !== undefined).toBe(isSent);
		if (!isSent) expect(result).toMatchObject({ details: fails });
	});

	test('that may have run is found for its item in a later try, until the run ends', async () => {
		const { create, send, endRun } = execution();
		await send({ ...inSession, item: 2, fails: LOST });
		await send({ ...inSession, item: 3, fails: CONFLICT });
		const found = [1, 2, 3].map((item) => create(0).findUnknownFailure(item));
		expect(found).toMatchObject([undefined, { details: expect.objectContaining(LOST) }, undefined]);
		expect(create(1).findUnknownFailure(2)).toBeUndefined();
		expect(create(0, { input: { json: { id: 'other' } } }).findUnknownFailure(2)).toBeUndefined();
		endRun(0, false);
		expect(create(0).findUnknownFailure(2)).toBeUndefined();
	});

	test('is sent again if Max Retries is set', async () => {
		const { sends } = execution();
		await sends({ ...inSession, fails: LOST });
		expect(await sends({ request: { maySendTwice: true } })).toBe(true);
	});
});
