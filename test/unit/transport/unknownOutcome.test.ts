import { failure, NEVER, requestOf } from './platform.ts';
import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import { ApiError, type ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { Access } from '../../../nodes/DataPlatform/transport/credentials.ts';
import { createUnknownOutcomes } from '../../../nodes/DataPlatform/transport/unknownOutcome.ts';

const ACCESS = {
	baseUrl: 'https://host.example',
	token: 'a-token',
	hasSeveralTokens: false,
} as Access;
const LOST: ApiErrorDetails = { networkCode: 'ECONNRESET' };

const started = { message: 'It may have started', description: 'Look.' };
const run = (path = '/streams/1') => requestOf('nonIdempotent', { path, unknownOutcome: started });
const update = () =>
	requestOf('idempotent', { unknownOutcome: { message: 'It may have been replaced' } });

interface Sending {
	runIndex?: number;
	item?: number;
	access?: Partial<Access>;
	isOfTool?: boolean;
}

/** Sends a request, and returns its response, or its error as data. */
async function send(
	context: object,
	request: ReturnType<typeof requestOf>,
	fails?: ApiErrorDetails | Error,
	{ runIndex = 0, item = 0, access, isOfTool = false }: Sending = {},
) {
	const withUnknownOutcomes = createUnknownOutcomes(context, runIndex, isOfTool);
	const sent = withUnknownOutcomes({ ...ACCESS, ...access }, item, async () => {
		if (!fails) return 'done';
		return await Promise.reject(fails instanceof Error ? fails : failure(fails));
	});
	return await sent(request, NEVER).catch((thrown: ApiError) => thrown);
}

const startsWith = (start: string): unknown => expect.stringMatching(new RegExp(`^${start}`));

test.each<[ApiErrorDetails, isUnknown: boolean]>([
	[LOST, true],
	[{ httpCode: 500 }, true],
	[{ httpCode: 302 }, true],
	[{ kind: 'unexpectedResponse', httpCode: 200 }, true],
	[{ ...LOST, sent: false }, false],
	[{ httpCode: 404 }, false],
	[{ httpCode: 429 }, false],
	[{ kind: 'notSent' }, false],
])('after %j, the outcome of a run is unknown: %p', async (details, isUnknown) => {
	const context = {};
	const error = await send(context, run(), details);
	expect(Object.keys(context)).toHaveLength(isUnknown ? 1 : 0);
	if (!isUnknown) return expect(error).toMatchObject({ message: JSON.stringify(details) });
	expect(error).toMatchObject({
		message: startsWith('It may have started: '),
		details: { kind: 'unknownOutcome', mayHaveRun: true },
		cause: expect.any(ApiError),
	});
});

const EARLIER = 'It may have been replaced in an earlier try: ';

test.each<[ApiErrorDetails, start: string, mayHaveRun?: true]>([
	[LOST, 'It may have been replaced: ', true],
	[{ httpCode: 404, mayHaveRun: true }, EARLIER, true],
	[{ ...LOST, sent: false, mayHaveRun: true }, EARLIER, true],
	[{ httpCode: 404 }, '\\{', undefined],
	[{ ...LOST, sent: false }, '\\{', undefined],
])('the error of an update says after %j: %p', async (details, start, mayHaveRun) => {
	const context = {};
	const error = (await send(context, update(), details)) as ApiError;
	expect(error).toMatchObject({ message: startsWith(start) });
	expect(error.details).toMatchObject({ kind: failure(details).details.kind });
	expect(error.details.mayHaveRun).toBe(mayHaveRun);
	expect('sent' in error.details).toBe(mayHaveRun ? false : 'sent' in details);
	expect(context).toEqual({});
});

test.each([new TypeError('No'), new Aborted()])('%s is thrown as it is', async (error) => {
	const context = {};
	expect(await send(context, run(), error)).toBe(error);
	expect(context).toEqual({});
});

test('a run with an unknown outcome is not sent again in the execution', async () => {
	const context = {};
	await send(context, run(), LOST);
	const saved = JSON.parse(JSON.stringify(context)) as object;
	const earlier = { message: startsWith('It may have started'), details: LOST };
	const notSent = { kind: 'notSent' };
	const again = { message: startsWith('Not sent again: It may have started'), details: notSent };
	for (const [later, error] of [
		[{}, earlier],
		[{ item: 1 }, again],
		[{ runIndex: 1 }, again],
		[{ runIndex: 3, isOfTool: true }, earlier],
	] as const) {
		expect(await send(saved, run(), undefined, later)).toMatchObject(error);
	}
});

test('other runs are sent', async () => {
	const context = {};
	await send(context, run(), LOST);
	expect(await send(context, run('/streams/2'))).toBe('done');
	const access = { baseUrl: 'https://other.example' };
	expect(await send(context, run(), undefined, { access })).toBe('done');
});

test('a renewed token changes nothing, unless the items have different ones', async () => {
	for (const hasSeveralTokens of [false, true]) {
		const context = {};
		await send(context, run(), LOST, { access: { hasSeveralTokens } });
		const result = await send(context, run(), undefined, {
			access: { hasSeveralTokens, token: 'new' },
		});
		expect(result === 'done').toBe(hasSeveralTokens);
		expect(JSON.stringify(context)).not.toContain(ACCESS.token);
	}
});

test('a run stays known if a later iteration of a loop has items with different tokens', async () => {
	const context = {};
	await send(context, run(), LOST);
	const later = { runIndex: 4, access: { hasSeveralTokens: true } };
	expect(await send(context, run(), undefined, later)).toMatchObject({
		details: { kind: 'notSent' },
	});
	const ofAnother = { access: { hasSeveralTokens: true, token: 'another-token' } };
	expect(await send(context, run(), LOST, ofAnother)).toMatchObject({
		details: { mayHaveRun: true },
	});
	// Each token's run is still known.
	for (const access of [{ hasSeveralTokens: true }, ofAnother.access, {}]) {
		expect(await send(context, run(), undefined, { access })).toBeInstanceOf(Error);
	}
});

test('a run whose response the node failed to read is not sent again', async () => {
	const context = {};
	const error = new ApiError('Internal error: No', 'Report it.', { kind: 'internal' });
	const failed = {
		message: 'It may have started: Internal error: No',
		description: 'Look. Report it.',
		details: { kind: 'internal', mayHaveRun: true },
		cause: error,
	};
	expect(await send(context, run(), error)).toMatchObject(failed);
	const { message, description, details } = failed;
	expect(await send(context, run())).toMatchObject({ message, description, details });
});

test.each([{}, { sent: false }] as const)(
	'an update that ends with an internal error %j says whether it may have run',
	async (sent) => {
		const error = new ApiError('No', 'Report it.', { kind: 'internal', ...sent });
		const failed = await send({}, update(), error);
		if ('sent' in sent) return expect(failed).toBe(error);
		expect(failed).toMatchObject({
			message: 'It may have been replaced: No',
			description: 'Report it.',
			details: { kind: 'internal', mayHaveRun: true },
		});
	},
);

test('a run that an exception in code kept from being sent may be sent again', async () => {
	const context = {};
	const details = { kind: 'internal', sent: false } as const;
	await send(context, run(), new ApiError('Internal error: Invalid URL', '', details));
	expect(await send(context, run())).toBe('done');
});

test('after a redirect, the error also says how to correct the address', async () => {
	const error = new ApiError('Redirects', 'Check the address.', { kind: 'unexpectedResponse' });
	const description = 'Look. Check the address.';
	expect(await send({}, run(), error)).toMatchObject({ description });
});
