import { z } from 'zod';
import type { RequestRecord } from '../journal.ts';
import type { SimulatedResponse } from '../response.ts';

export const positiveCount = z.number().int().positive();
const wholeNumber = z.number().int().min(0);

/** The settings of all faults. maintainers/simulator.md describes which fault has which, and its defaults. */
export const settings = z
	.object({
		status: z.number().int().min(200).max(599),
		format: z.enum(['json', 'text', 'html', 'empty']),
		message: z.string(),
		body: z.unknown(),
		headers: z.record(z.string()),
		handled: z.boolean(),
		seconds: wholeNumber,
		location: z.string(),
		code: wholeNumber,
		ms: wholeNumber,
		capacity: positiveCount,
		queue: wholeNumber,
		retryAfter: wholeNumber,
		changes: z.array(z.object({ after: wholeNumber, capacity: positiveCount })),
		limit: positiveCount,
		totalHits: z.number().int(),
		missing: positiveCount,
		records: positiveCount,
		errors: z.array(z.unknown()),
		fields: z.array(z.string()),
		output: z.unknown(),
	})
	.partial();

/** A request before the faults change it. */
export interface IncomingRequest {
	record: RequestRecord;
	text: string;
	/** The received token, for the fault that echoes it. Never saved. */
	receivedToken: string;
}

/** Executes a request, with another body if there is one. */
export type Handle = (body?: unknown) => Promise<SimulatedResponse>;

export interface Fault {
	incoming: IncomingRequest;
	settings: z.infer<typeof settings>;
	/** The state of the rule: accepted requests without a response, when it accepted the last ones, and the queue. */
	state: { active: number; acceptedAt: number[]; waiting: Array<() => void> };
	handle: Handle;
	/** Rejects when the simulator stops. */
	wait: (ms: number) => Promise<unknown>;
}

export type Effect = (fault: Fault) => SimulatedResponse | Promise<SimulatedResponse>;
