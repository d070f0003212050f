import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import { findFailure } from '../../../nodes/DataPlatform/transport/failures.ts';
import { withParsing } from '../../../nodes/DataPlatform/transport/response.ts';
import { failure, NEVER, requestOf } from './platform.ts';

describe('the table of failures', () => {
	test.each([
		[400, 'rejected', /Correct/],
		[401, 'rejected', /Developer Token/],
		[404, 'rejected', /IDs/],
		[409, 'rejected', /Another run or change may be in progress/],
		[413, 'rejected', /less data/],
		[425, 'rejected', /later/],
		[418, 'rejected', /parameters/],
		[408, 'unavailable', /Timeout/],
		[500, 'unavailable', /administrator/],
		[503, 'unavailable', /administrator/],
		[429, 'throttled', /Max Requests per Second/],
		[302, 'unexpectedResponse', /new address/],
		[200, 'unexpectedResponse', /Base URL/],
	])('%d is %s, with advice', (httpCode, kind, advice) => {
		expect(findFailure({ httpCode })).toMatchObject({
			kind,
			advice: expect.stringMatching(advice),
		});
	});

	test('nothing that was not sent may have run', () => {
		for (const networkCode of [
			'ECONNREFUSED',
			'ENOTFOUND',
			'CERT_HAS_EXPIRED',
			'EPROTO',
			'UNKNOWN',
		]) {
			expect(findFailure({ networkCode, sent: false }).mayHaveRun).not.toBe(true);
		}
	});
});

describe('a run whose outcome is unknown', () => {
	const unknownOutcome = { message: 'It may have started', description: 'Look.' };
	const run = requestOf('nonIdempotent', { unknownOutcome });
	const errorOf = async (error: Error, request = run) =>
		await withParsing(async () => await Promise.reject(error))(request, NEVER).catch(
			(e: unknown) => e,
		);

	test.each([{ httpCode: 500 }, { httpCode: 200 }, { networkCode: 'ECONNRESET' }])(
		'%j',
		async (details) => {
			expect(await errorOf(failure(details))).toMatchObject({
				message: expect.stringMatching(/^It may have started: /),
				details: { ...details, kind: 'unknownOutcome' },
			});
		},
	);

	test('a response that cannot be parsed', async () => {
		const parse = () => {
			throw new TypeError('No');
		};
		const sent = withParsing(async () => ({}))({ ...run, parse }, NEVER);
		await expect(sent).rejects.toMatchObject({ message: 'It may have started: No' });
	});

	test.each([
		failure({ httpCode: 400 }),
		failure({ httpCode: 429 }),
		failure({ networkCode: 'ECONNREFUSED', sent: false }),
		failure({ kind: 'notSent' }),
		new Aborted(),
	])('not after %s', async (error) => {
		expect(await errorOf(error)).toBe(error);
	});

	test('not of a request that may be sent twice', async () => {
		const error = failure({ httpCode: 500 });
		expect(await errorOf(error, requestOf())).toBe(error);
	});
});
