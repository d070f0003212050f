import type { Client } from './client';
import { ApiError, failureOf, mayRetry } from './failures';
import type { WireRequest } from './request';
import type { Effect } from './idempotency';
import { EFFECTS } from './idempotency';
import { waitBefore } from './retryAfter';
import type { RunController } from './abort';
import type { Pace, Permit } from './rateLimiter';
import { ClosedTooLong } from './rateLimiter';

/** How long and how often one request is tried. */
export interface RetryBounds {
	/** Repetitions after faults, at least 0; 0 also means that a "not now" is not sent again. */
	maxRetries: number;
	/** Wall-clock seconds from the first try, or from the first wait for the platform, on. */
	retryBudget: number;
	/**
	 * Whether a "not now" (429, or 503 with Retry-After) is taken for what HTTP means by it: the request was
	 * not carried out. The API documents no statuses (api-spec.md 7.3).
	 */
	trustsNotNow: boolean;
	/** Seconds within which the whole answer to one try must be there. */
	timeout: number;
}

/** What an item sends with. */
export interface Sender {
	client: Client;
	pace: Pace;
	controller: RunController;
	bounds: RetryBounds;
}

/**
 * Sends one request at the run's pace, again where its effect allows that, until it succeeds or its
 * retries or its budget are used up.
 * @returns the parsed JSON of the answer
 * @throws ApiError of the last try; Aborted when it was not sent at all
 */
export async function sendWithRetries(
	sender: Sender,
	request: WireRequest,
	effect: Effect,
): Promise<unknown> {
	const { maxRetries, retryBudget, trustsNotNow } = sender.bounds;
	let end: number | undefined;
	let failure: ApiError | undefined;
	let retries = 0;
	for (let attempts = 1; ; attempts++) {
		const permit = await permitFor(sender, end, failure);
		end = permit.end ?? Date.now() + retryBudget * 1000;
		const outcome = await attempt(sender, request, permit, attempts);
		if ('answer' in outcome) return outcome.answer;

		failure = tried(outcome.failure, attempts);
		const fault = failureOf(failure, trustsNotNow);
		if (fault.counts) retries++;
		const isRetried = mayRetry(fault, EFFECTS[effect].isRepeatable);
		if (!isRetried || maxRetries === 0 || retries > maxRetries) throw failure;
		if (Date.now() + outcome.wait > end) {
			throw beyondBudget(sender.bounds, outcome.wait, failure);
		}
		if (!fault.throttles) await pause(sender, outcome.wait, failure);
	}
}

type Attempt = { answer: unknown } | { failure: ApiError; wait: number };

async function attempt(
	{ client, pace, controller, bounds }: Sender,
	request: WireRequest,
	permit: Permit,
	attempts: number,
): Promise<Attempt> {
	const sent = client.send(request, { timeout: bounds.timeout, signal: controller.signal });
	return await sent
		.then(
			(answer) => {
				pace.accepted(permit);
				return { answer };
			},
			(reason: unknown) => {
				if (!(reason instanceof ApiError)) throw reason;
				const wait = waitBefore(reason, attempts, pace.closedFor);
				const { throttles, late } = failureOf(reason);
				if (throttles) pace.slowDown(permit, wait);
				else if (late) pace.late(permit);
				else if (reason.details.httpCode !== undefined) pace.reached();
				return { failure: reason, wait };
			},
		)
		.finally(() => pace.release());
}

/** Its permit to be sent; when the run ends meanwhile, or it takes too long, the last failure stands. */
async function permitFor(
	{ pace, controller, bounds }: Sender,
	end: number | undefined,
	failure: ApiError | undefined,
): Promise<Permit> {
	return await pace.acquire(controller, end, bounds.retryBudget * 1000).catch((reason: unknown) => {
		if (reason instanceof ClosedTooLong) throw beyondBudget(bounds, reason.milliseconds, failure);
		throw failure ?? reason;
	});
}

async function pause({ controller }: Sender, wait: number, failure: ApiError): Promise<void> {
	await controller.wait(wait).catch(() => {
		throw failure;
	});
}

function tried(failure: ApiError, attempts: number): ApiError {
	if (attempts === 1) return failure;
	return new ApiError(failure.message, failure.description, { ...failure.details, attempts });
}

function beyondBudget({ retryBudget }: RetryBounds, wait: number, failure?: ApiError) {
	const whole = inSeconds(retryBudget);
	const budget =
		wait > retryBudget * 1000
			? `longer than the Retry Budget of ${whole}`
			: `more than is left of the Retry Budget of ${whole}`;
	const asked = inSeconds(Math.ceil(wait / 1000));
	if (!failure) {
		return new ApiError(
			`Not sent: the platform asks to wait ${asked}, ${budget}`,
			'Run it again later, or raise the Retry Budget under Request Options.',
			{ kind: 'throttled', sent: false },
		);
	}
	return new ApiError(
		`${failure.message}; to send it again takes a wait of ${asked}, ${budget}`,
		`${failure.description} To keep trying for longer, raise the Retry Budget under Request Options.`,
		failure.details,
	);
}

function inSeconds(seconds: number): string {
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
