import { z } from 'zod';
import type { SimulatedResponse } from '../response.ts';
import type { OperationId } from '../../contract/types.ts';
import type { RequestRecord } from '../journal.ts';

/** A request before the faults change it. */
export interface IncomingRequest {
	record: RequestRecord;
	text: string;
	/** The received token, for the fault that echoes it. Never saved. */
	receivedToken: string;
}

/** Executes a request, with another body if there is one. */
export type Handle = (body?: unknown) => Promise<SimulatedResponse>;

/** The settings of a rule, with defaults. */
export type Settings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export interface Fault<Shape extends z.ZodRawShape = z.ZodRawShape> {
	incoming: IncomingRequest;
	settings: Settings<Shape>;
	/** The state of the rule: accepted requests without a response, when it accepted the last ones, and the queue. */
	state: { active: number; acceptedAt: number[]; waiting: Array<() => void> };
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
	effect: (fault: Fault<Shape>) => SimulatedResponse | Promise<SimulatedResponse>;
}

export type AnyFaultKind = FaultKind<z.ZodRawShape>;

export const kind = <Shape extends z.ZodRawShape = Record<never, never>>(
	entry: Omit<FaultKind<Shape>, 'settings'> & { settings?: Shape },
) =>
	// Settings are validated against the entry before its effect is called.
	({ settings: {}, ...entry }) as unknown as AnyFaultKind;

export const positiveCount = z.number().int().positive();
export const wholeNumber = z.number().int().min(0);
