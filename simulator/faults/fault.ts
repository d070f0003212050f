import { z } from 'zod';
import type { SimulatedResponse } from '../response.ts';
import { errorResponse } from '../response.ts';
import type { OperationId } from '../../contract/types.ts';
import type { RequestRecord } from '../journal.ts';

/** A request before the faults change it. */
export interface IncomingRequest {
	record: RequestRecord;
	/** The unchanged body. */
	text: string;
	/** The received token, for the fault that echoes it. Never saved. */
	receivedToken: string;
}

/** Executes a request, with another body if there is one. */
export type Handle = (body?: unknown) => Promise<SimulatedResponse>;

/** The state of a rule between requests. */
export interface RuleState {
	/** The number of accepted requests without a response. */
	active: number;
	/** When it accepted the last requests, in epoch milliseconds. */
	acceptedAt: number[];
	/** Continue the queued requests, in order. */
	waiting: Array<() => void>;
}

export interface Fault<Settings> {
	incoming: IncomingRequest;
	settings: Settings;
	state: RuleState;
	handle: Handle;
	wait: (ms: number) => Promise<unknown>;
}

export interface FaultKind<Shape extends z.ZodRawShape> {
	/** What happens, for the table in maintainers/simulator.md. */
	description: string;
	/** Settings of a rule. The table shows their descriptions and defaults. */
	settings: Shape;
	/** The only operation it applies to. Undefined for all. */
	only?: OperationId;
	effect: (
		fault: Fault<z.output<z.ZodObject<Shape>>>,
	) => SimulatedResponse | Promise<SimulatedResponse>;
}

export type AnyFaultKind = FaultKind<z.ZodRawShape>;
/** Creates an entry of a table. */
export const kind = <Shape extends z.ZodRawShape = Record<never, never>>(
	entry: Omit<FaultKind<Shape>, 'settings'> & { settings?: Shape },
) =>
	// Settings are validated against the entry before its effect is called.
	({ settings: {}, ...entry }) as unknown as AnyFaultKind;

export const positiveCount = z.number().int().positive();

export const seconds = (fallback: number) =>
	z.number().int().min(0).default(fallback).describe('seconds');

export const tooMany = (code: number, retryAfter: number, message: string) =>
	errorResponse(code, message, { 'retry-after': String(retryAfter) });
