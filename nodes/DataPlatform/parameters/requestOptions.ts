import type { INodeProperties } from 'n8n-workflow';
import { compact } from './compact';
import { InvalidParameterError } from './validators';
import type { Effect } from '../transport/idempotency';
import { EFFECTS } from '../transport/idempotency';
import type { RateLimits } from '../transport/rateLimiter';
import type { RetryBounds } from '../transport/retry';
import type { ParameterReader } from './reader';

/** What holds for all requests of a run together. */
export type RunOptions = Omit<RateLimits, 'startConcurrency'>;

/** What holds for each request of one item. */
export interface RequestOptions extends RetryBounds {
	/** Whether to put the request into the output instead of sending it. */
	showRequest: boolean;
}

/** Where an operation starts from when the panel leaves an option unset (design.md part 2). */
export type RequestDefaults = Pick<RequestOptions, 'timeout'> &
	Partial<Pick<RunOptions, 'maxConcurrency'>>;

/** Requests under way at a time at most, unless the user says otherwise (maintainers/benchmarks.md says why). */
const MOST_AT_A_TIME = 100;

const MOST_RETRIES = 20;

/** What Node's timers can wait: with a millisecond more they do not wait at all. */
const LONGEST_TIMEOUT = Math.floor((2 ** 31 - 1) / 1000);

/** So that a request that ran into its Timeout is sent again. */
const defaultBudget = (timeout: number) => 2 * timeout;

const afterNotNow: INodeProperties = {
	displayName: 'After 429 or 503',
	name: 'afterNotNow',
	type: 'options',
	default: 'uncertain',
	builderHint: { propertyHint: 'Left out: sendAgain' },
	description:
		'What an answer of 429, or of 503 with Retry-After, counts as. By their meaning in HTTP the run was not started; the API documents no statuses: ask those who run your instance, or leave it out.',
	options: [
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'What happens without this option',
		},
		{
			name: 'Treat as May Have Started',
			value: 'uncertain',
			description:
				'The item fails, and the run is not sent again, as always after a 503 without Retry-After',
		},
	],
};

/** The shared "Request Options" collection, with the defaults of one operation. */
export function requestOptionsField({
	requestDefaults: { maxConcurrency = MOST_AT_A_TIME, timeout },
	effect,
}: {
	requestDefaults: RequestDefaults;
	effect: Effect;
}): INodeProperties {
	return compact({
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add request option',
		default: {},
		options: [
			...(EFFECTS[effect].isRepeatable ? [] : [afterNotNow]),
			{
				displayName: 'Max Concurrency',
				name: 'maxConcurrency',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: maxConcurrency,
				description:
					'At most so many requests under way; the node finds out how many the platform takes',
			},
			{
				displayName: 'Max Requests per Second',
				name: 'maxRequestsPerSecond',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'How many requests may go out in a second; 0 for no bound',
			},
			{
				displayName: 'Max Retries',
				name: 'maxRetries',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MOST_RETRIES },
				default: 3,
				description: EFFECTS[effect].isRepeatable
					? 'How often a request is sent again after a fault that may pass; 0 for never. Waits that the platform asks for do not count.'
					: 'How often a run is sent again where it was not started: no connection was made, or 429 came, or 503 with Retry-After; 0 for never. Waits that the platform asks for do not count.',
			},
			{
				displayName: 'Retry Budget (Seconds)',
				name: 'retryBudget',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: defaultBudget(timeout),
				description:
					'How long to keep trying a request, at least twice the Timeout when not set. When the platform asks to wait longer, the item ends at once and says so.',
			},
			{
				displayName: 'Show Request Only (Not Sent)',
				name: 'showRequest',
				type: 'boolean',
				default: true,
				builderHint: { propertyHint: 'Left out: off' },
				description:
					'Whether to put the request that would be sent into the output, and send nothing',
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
				default: timeout,
				description: 'Seconds after which a request that is not completely answered is given up',
			},
		],
	});
}

/** Stands above all fields while nothing is sent, for the option itself is out of sight. */
export const showRequestNotice: INodeProperties = {
	displayName:
		'Items for which <b>Show Request Only</b> is on under Request Options are not sent: the output shows their requests.',
	name: 'showRequestNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/requestOptions.showRequest': [true] } },
};

/**
 * What the Request Options of one item say about the whole run.
 * @throws InvalidParameterError for a value out of range
 */
export function readRunOptions(read: ParameterReader, defaults: RequestDefaults): RunOptions {
	const options = read.collection('requestOptions');
	return {
		maxConcurrency:
			options.integer('maxConcurrency', { min: 1 }) ?? defaults.maxConcurrency ?? MOST_AT_A_TIME,
		maxRequestsPerSecond: options.number('maxRequestsPerSecond', { min: 0 }) ?? 0,
	};
}

/**
 * The Request Options of one item.
 * @param ofRun what the first item that can be read says about the whole run
 * @throws InvalidParameterError for a value out of range, or one of the whole run that is another here
 */
export function readRequestOptions(
	read: ParameterReader,
	defaults: RequestDefaults,
	ofRun: RunOptions,
): RequestOptions {
	const options = read.collection('requestOptions');
	const here = readRunOptions(read, defaults);
	for (const name of Object.keys(here) as Array<keyof RunOptions>) {
		if (here[name] === ofRun[name]) continue;
		throw new InvalidParameterError(
			options.displayName(name),
			`must be the same for all items, but is ${here[name]}, and ${ofRun[name]} for an earlier item`,
			'It holds for the whole run: give one value, or an expression that gives the same for every item.',
		);
	}
	const timeout = options.number('timeout', { min: 1, max: LONGEST_TIMEOUT });
	return {
		maxRetries: options.integer('maxRetries', { min: 0, max: MOST_RETRIES }) ?? 3,
		retryBudget:
			options.number('retryBudget', { min: 0 }) ??
			defaultBudget(Math.max(timeout ?? 0, defaults.timeout)),
		showRequest: options.boolean('showRequest'),
		timeout: timeout ?? defaults.timeout,
		trustsNotNow: options.text('afterNotNow') !== 'uncertain',
	};
}
