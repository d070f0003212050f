import type { Client } from './client';
import { ApiFailure } from './failures';
import type { WireRequest } from './request';
import type { Effect } from './idempotency';
import { faultOf, isLate, maySendAgain, waitBefore } from './retryRules';
import type { RunController } from './abort';
import type { RateLimiter, Slot } from './rateLimiter';
import { PausedTooLong } from './rateLimiter';

/** How long and how often one request is tried. */
export interface RetryBounds {
	/** Repetitions after faults, at least 0; 0 also means that a "not now" is not sent again. */
	maxRetries: number;
	/** Seconds from the first try, or from the first wait for the platform, on. */
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
	rateLimiter: RateLimiter;
	controller: RunController;
	bounds: RetryBounds;
}

/**
 * Sends one request within the rate limit, again where its effect allows that, until it succeeds or its
 * retries or its budget are used up.
 * @returns the parsed JSON of the answer
 * @throws ApiFailure of the last try; Aborted when it was not sent at all
 */
export async function sendWithRetries(
	sender: Sender,
	request: WireRequest,
	effect: Effect,
): Promise<unknown> {
	const { maxRetries, retryBudget, trustsNotNow } = sender.bounds;
	let deadline: number | undefined;
	let failure: ApiFailure | undefined;
	let retries = 0;
	for (let attempts = 1; ; attempts++) {
		const slot = await slotFor(sender, deadline, failure);
		deadline = slot.deadline ?? performance.now() + retryBudget * 1000;
		const outcome = await attempt(sender, request, slot, attempts);
		if ('answer' in outcome) return outcome.answer;

		failure = tried(outcome.failure, attempts);
		const fault = faultOf(failure, trustsNotNow);
		if (fault.counts) retries++;
		if (!maySendAgain(fault, effect) || maxRetries === 0 || retries > maxRetries) throw failure;
		if (performance.now() + outcome.wait > deadline) {
			throw beyondBudget(sender.bounds, outcome.wait, failure);
		}
		if (!fault.slowsDown) await pause(sender, outcome.wait, failure);
	}
}

type Attempt = { answer: unknown } | { failure: ApiFailure; wait: number };

async function attempt(
	{ client, rateLimiter, controller, bounds }: Sender,
	request: WireRequest,
	slot: Slot,
	attempts: number,
): Promise<Attempt> {
	const sent = client.send(request, { timeout: bounds.timeout, signal: controller.signal });
	return await sent
		.then(
			(answer) => {
				rateLimiter.onSuccess(slot);
				return { answer };
			},
			(reason: unknown) => {
				if (!(reason instanceof ApiFailure)) throw reason;
				const wait = waitBefore(reason, attempts, rateLimiter.throttledFor);
				if (faultOf(reason).slowsDown) rateLimiter.onThrottled(slot, wait);
				else if (isLate(reason)) rateLimiter.onTimeout(slot);
				else if (reason.facts.httpCode !== undefined) rateLimiter.onOtherResponse();
				return { failure: reason, wait };
			},
		)
		.finally(() => rateLimiter.release(slot));
}

/** Its slot; when the run ends meanwhile, or it takes too long, the last failure stands. */
async function slotFor(
	{ rateLimiter, controller, bounds }: Sender,
	deadline: number | undefined,
	failure: ApiFailure | undefined,
): Promise<Slot> {
	const patience = bounds.retryBudget * 1000;
	return await rateLimiter.acquire(controller, deadline, patience).catch((reason: unknown) => {
		if (reason instanceof PausedTooLong) throw beyondBudget(bounds, reason.milliseconds, failure);
		throw failure ?? reason;
	});
}

async function pause({ controller }: Sender, wait: number, failure: ApiFailure): Promise<void> {
	await controller.wait(wait).catch(() => {
		throw failure;
	});
}

function tried(failure: ApiFailure, attempts: number): ApiFailure {
	if (attempts === 1) return failure;
	return new ApiFailure(failure.message, failure.howToGoOn, { ...failure.facts, attempts });
}

function beyondBudget({ retryBudget }: RetryBounds, wait: number, failure?: ApiFailure) {
	const whole = inSeconds(retryBudget);
	const budget =
		wait > retryBudget * 1000
			? `longer than the Retry Budget of ${whole}`
			: `more than is left of the Retry Budget of ${whole}`;
	const asked = inSeconds(Math.ceil(wait / 1000));
	if (!failure) {
		return new ApiFailure(
			`Not sent: the platform asks to wait ${asked}, ${budget}`,
			'Run it again later, or raise the Retry Budget under Request Options.',
		);
	}
	return new ApiFailure(
		`${failure.message}; to send it again takes a wait of ${asked}, ${budget}`,
		`${failure.howToGoOn} To keep trying for longer, raise the Retry Budget under Request Options.`,
		failure.facts,
	);
}

function inSeconds(seconds: number): string {
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
