import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../actions/operation';
import { collection, notice, number, showFor, toggle } from './declare';
import { shortenForAssistants } from './shortenForAssistants';
import { IDEMPOTENCY } from '../transport/idempotency';
import type { ParameterReader } from './reader';

/** The Request Options of one item. */
export interface RequestOptions {
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** Infinity means no limit. */
	maxRequestsPerSecond: number;
	/** The most retries after failures; undefined if the user hasn't added the option. */
	maxRetries?: number;
	/** Whether to output the request instead of sending it. */
	showRequest: boolean;
	/** Seconds within which the whole response to one try must arrive. */
	timeout: number;
}

/** An operation's defaults, used for options that aren't set. */
export type RequestDefaults = Pick<RequestOptions, 'timeout'> &
	Partial<Pick<RequestOptions, 'maxConcurrency'>>;

const DEFAULT_MAX_CONCURRENCY = 100;

const DEFAULT_MAX_RETRIES = 3;

const MAX_RETRIES = 20;

/** The longest timeout, in seconds. Beyond 2^31 - 1 ms, Node's timers fire at once. */
const MAX_TIMEOUT = Math.floor((2 ** 31 - 1) / 1000);

/** Creates the parameter Request Options with the defaults of one operation. */
export function createRequestOptionsProperty(
	operation: Pick<Operation, 'idempotency' | 'requestDefaults'>,
): INodeProperties {
	const { maxConcurrency = DEFAULT_MAX_CONCURRENCY, timeout } = operation.requestDefaults;
	const { isRepeatable } = IDEMPOTENCY[operation.idempotency];
	const options = [
		number(
			'Max Concurrency',
			'maxConcurrency',
			'Upper limit on parallel requests. The node adapts the number to the platform.',
			{ typeOptions: { minValue: 1 }, default: maxConcurrency },
		),
		number(
			'Max Requests per Second',
			'maxRequestsPerSecond',
			'Upper limit on requests per second, or 0 for no limit',
			{ typeOptions: { minValue: 0 } },
		),
		number(
			'Max Retries',
			'maxRetries',
			`Maximum number of retries per ${isRepeatable ? 'request, after temporary failures' : "run, if the node can't connect"}. Retries after a 429, or a 503 with Retry-After, don't count, but 0 turns them off too.`,
			{
				typeOptions: { minValue: 0, maxValue: MAX_RETRIES },
				default: DEFAULT_MAX_RETRIES,
				builderHint: { propertyHint: `0 to ${MAX_RETRIES}, 0: never` },
			},
		),
		toggle(
			'Show Request Only',
			'showRequest',
			'Whether to output the request instead of sending it',
		),
		number(
			'Timeout (Seconds)',
			'timeout',
			'How long to wait for the complete response to a request',
			{
				typeOptions: { minValue: 1, maxValue: MAX_TIMEOUT },
				default: timeout,
				builderHint: { propertyHint: 'seconds' },
			},
		),
	];
	return shortenForAssistants(
		collection('Request Options', 'requestOptions', '', {
			placeholder: 'Add request option',
			options,
		}),
	);
}

/** Shown above the operation's parameters, because the option itself is easily overlooked below them. */
export const showRequestNotice = notice(
	'If <b>Request Options</b> > <b>Show Request Only</b> is on for an item, the output shows its request, and nothing is sent for it',
	'showRequestNotice',
	'',
	showFor('/requestOptions.showRequest', true),
);

/** @throws InvalidParameterError */
export function readRequestOptions(
	read: ParameterReader,
	{ maxConcurrency = DEFAULT_MAX_CONCURRENCY, timeout: defaultTimeout }: RequestDefaults,
): RequestOptions {
	const options = read.collection('requestOptions');
	return {
		maxConcurrency: options.integer('maxConcurrency') ?? maxConcurrency,
		maxRequestsPerSecond: options.number('maxRequestsPerSecond') || Infinity,
		maxRetries: options.integer('maxRetries'),
		showRequest: options.boolean('showRequest'),
		timeout: options.number('timeout') ?? defaultTimeout,
	};
}
