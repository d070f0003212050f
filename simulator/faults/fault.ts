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

type Effect<Shape extends z.ZodRawShape> = (
	fault: Fault<Shape>,
) => SimulatedResponse | Promise<SimulatedResponse>;

/** A kind of fault. maintainers/simulator.md describes each, with its settings. */
export interface FaultKind {
	settings: z.ZodRawShape;
	effect: Effect<z.ZodRawShape>;
	/** The only operation it applies to. Undefined for all. */
	only?: OperationId;
}

/** Settings of a rule are validated before the effect is called. */
export const kind = <Shape extends z.ZodRawShape>(
	settings: Shape,
	effect: Effect<Shape>,
	only?: OperationId,
): FaultKind => ({ settings, effect: effect as Effect<z.ZodRawShape>, only });

export const positiveCount = z.number().int().positive();
export const wholeNumber = z.number().int().min(0);
