import type { FailureKind } from './apiError';

/** What a failure means, and how the node reacts to it. */
export interface Failure {
	kind: FailureKind;
	/** Whether to send the request again, unless it may have run and must not run twice. */
	mayRetry?: boolean;
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether all requests wait for a while. */
	throttles?: boolean;
	/** Whether the platform may be down. */
	isOutage?: boolean;
	/** Whether the response took too long. Fewer parallel requests may help. */
	isTimeout?: boolean;
	/** What happened. Only for network errors: for an HTTP status, the message describes the response. */
	message?: string;
	/** What the user can do. */
	advice: string;
}

/** An exception in the node's own code. It isn't a failure of the platform. */
export const INTERNAL: Failure = {
	kind: 'internal',
	advice:
		'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.',
};

/** Meanings that statuses and network errors share. */
export const DOWN = {
	kind: 'unavailable',
	mayRetry: true,
	mayHaveRun: true,
	isOutage: true,
} as const;
export const UNEXPECTED = { kind: 'unexpectedResponse', mayHaveRun: true } as const;

export const RAISE_TIMEOUT = "Try again later, or raise 'Timeout'.";
