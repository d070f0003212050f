import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from './shortenForAssistants';
import type { Idempotency } from '../transport/idempotency';
import { IDEMPOTENCY } from '../transport/idempotency';
import type { RateLimits } from '../transport/rateLimiter';
import type { RetryBounds } from '../transport/retry';
import type { ParameterReader } from './reader';

/** The Request Options of one item. */
export interface RequestOptions extends RetryBounds, Omit<RateLimits, 'startConcurrency'> {
	/** Whether to output the request instead of sending it. */
	showRequest: boolean;
}

/** An operation's defaults, used for options that aren't set. */
export type RequestDefaults = Pick<RequestOptions, 'timeout'> &
	Partial<Pick<RequestOptions, 'maxConcurrency'>>;

const DEFAULT_MAX_CONCURRENCY = 100;

const DEFAULT_MAX_RETRIES = 3;

const MAX_RETRIES = 20;

/** The most seconds: Node's timers fire at once beyond 2^31 - 1 ms. */
const MAX_TIMEOUT = Math.floor((2 ** 31 - 1) / 1000);

/** Long enough to repeat a request that timed out. */
const getDefaultRetryBudget = (timeout: number) => 2 * timeout;

const after429Or503: INodeProperties = {
	displayName: 'After 429 or 503',
	name: 'after429Or503',
	type: 'options',
	default: 'sendAgain',
	description:
		"What to do after a 429, or a 503 with Retry-After. These normally mean that the run didn't start.",
	options: [
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'Waits, then sends the run again',
		},
		{
			name: 'Treat Outcome as Unknown',
			value: 'unknownOutcome',
			description: 'Fails the item, because the run may have started',
		},
	],
};

const describeRetries = (isRepeatable: boolean) =>
	isRepeatable
		? "Maximum number of retries per request, after temporary failures. Retries after a 429, or a 503 with Retry-After, don't count, but 0 turns them off too."
		: "Maximum number of retries per run, if the node can't connect. Retries after a 429, or a 503 with Retry-After, don't count, but 0 turns them off too.";

/** Creates the collection "Request Options", with the defaults of one operation. */
export function createRequestOptionsProperty({
	requestDefaults: { maxConcurrency = DEFAULT_MAX_CONCURRENCY, timeout },
	idempotency,
}: {
	requestDefaults: RequestDefaults;
	idempotency: Idempotency;
}): INodeProperties {
	const { isRepeatable } = IDEMPOTENCY[idempotency];
	return shortenForAssistants({
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add request option',
		default: {},
		options: [
			...(isRepeatable ? [] : [after429Or503]),
			{
				displayName: 'Max Concurrency',
				name: 'maxConcurrency',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: maxConcurrency,
				description:
					'Upper limit on parallel requests. The node adapts the number to the platform.',
			},
			{
				displayName: 'Max Requests per Second',
				name: 'maxRequestsPerSecond',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'Upper limit on requests per second, or 0 for none',
			},
			{
				displayName: 'Max Retries',
				name: 'maxRetries',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MAX_RETRIES },
				default: DEFAULT_MAX_RETRIES,
				builderHint: { propertyHint: `0 to ${MAX_RETRIES}, 0: never` },
				description: describeRetries(isRepeatable),
			},
			{
				displayName: 'Retry Budget (Seconds)',
				name: 'retryBudget',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: getDefaultRetryBudget(timeout),
				builderHint: { propertyHint: 'seconds to keep trying' },
				description:
					"How long to retry a request. Without this option, the budget is at least twice the Timeout. If the platform asks for a longer wait, the node doesn't retry.",
			},
			{
				displayName: 'Show Request Only',
				name: 'showRequest',
				type: 'boolean',
				default: false,
				description: 'Whether to output the request instead of sending it',
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_TIMEOUT },
				default: timeout,
				builderHint: { propertyHint: 'seconds' },
				description: 'How long to wait for the complete response to a request',
			},
		],
	});
}

/** Shown above all fields, because the option itself is out of sight. */
export const showRequestNotice: INodeProperties = {
	displayName:
		'If <b>Request Options</b> > <b>Show Request Only</b> is on for an item, the output shows its request, and nothing is sent for it',
	name: 'showRequestNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/requestOptions.showRequest': [true] } },
};

/** @throws InvalidParameterError */
export function readRequestOptions(
	read: ParameterReader,
	{ maxConcurrency = DEFAULT_MAX_CONCURRENCY, timeout: defaultTimeout }: RequestDefaults,
): RequestOptions {
	const options = read.collection('requestOptions');
	const timeout = options.number('timeout') ?? defaultTimeout;
	return {
		maxConcurrency: options.integer('maxConcurrency') ?? maxConcurrency,
		maxRequestsPerSecond: options.number('maxRequestsPerSecond') || Infinity,
		maxRetries: options.integer('maxRetries') ?? DEFAULT_MAX_RETRIES,
		retryBudget:
			options.number('retryBudget') ?? getDefaultRetryBudget(Math.max(timeout, defaultTimeout)),
		showRequest: options.boolean('showRequest'),
		timeout,
		trustsThrottling: options.text('after429Or503') !== 'unknownOutcome',
	};
}
