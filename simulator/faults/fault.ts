import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { errorAnswer } from '../answer.ts';
import type { OperationId } from '../../contract/types.ts';
import type { RequestRecord } from '../journal.ts';

/** A request on its way through the faults. */
export interface IncomingRequest {
	record: RequestRecord;
	/** The body as it came. */
	text: string;
	/** The token as it came, for the fault that echoes it; never kept. */
	receivedToken: string;
}

/** Carries a request out, with another body if one is given. */
export type Handle = (body?: unknown) => Promise<Answer>;

/** What a rule remembers from request to request. */
export interface RuleState {
	/** How many requests it let through that are not answered yet. */
	active: number;
	/** When it let the last requests through, in epoch milliseconds. */
	times: number[];
	/** Lets the requests go on that wait, in their order. */
	line: Array<() => void>;
}

export interface Fault<Settings> {
	incoming: IncomingRequest;
	settings: Settings;
	memory: RuleState;
	handle: Handle;
	wait: (ms: number) => Promise<unknown>;
}

export interface FaultKind<Shape extends z.ZodRawShape> {
	/** What happens, in a line of the help. */
	description: string;
	/** What a rule can set; the descriptions stand in the help, with the default if there is one. */
	settings: Shape;
	/** The only operation that it can happen to; any without it. */
	only?: OperationId;
	effect: (fault: Fault<z.output<z.ZodObject<Shape>>>) => Answer | Promise<Answer>;
}

export type AnyFaultKind = FaultKind<z.ZodRawShape>;
/** Makes an entry of a table; one without settings leaves them out. */
export const kind = <Shape extends z.ZodRawShape = Record<never, never>>(
	entry: Omit<FaultKind<Shape>, 'settings'> & { settings?: Shape },
) =>
	// The effects are called with settings that were checked against the same entry's shape.
	({ settings: {}, ...entry }) as unknown as AnyFaultKind;

export const positiveCount = z.number().int().positive();

export const seconds = (fallback: number) =>
	z.number().int().min(0).default(fallback).describe('seconds');

export const tooMany = (code: number, retryAfter: number, message: string) =>
	errorAnswer(code, message, { 'retry-after': String(retryAfter) });
