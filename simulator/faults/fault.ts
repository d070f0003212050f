import { z } from 'zod';
import type { SearchRequest } from '../../nodes/DataPlatform/api/contract.ts';
import type { Answer } from '../answer.ts';
import { errorAnswer, errorBody } from '../answer.ts';
import type { OperationId } from '../contract.ts';
import type { SearchPage } from '../functions.ts';
import type { Exchange, Handle } from './script.ts';

/** What a rule remembers from request to request. */
export interface Memory {
	/** How many requests it let through that are not answered yet. */
	active: number;
	/** When it let the last requests through, in epoch milliseconds. */
	times: number[];
}

export interface Fault<Settings> {
	exchange: Exchange;
	settings: Settings;
	memory: Memory;
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

// The effects are called with settings that were checked against the same entry's shape.
export type AnyFaultKind = FaultKind<z.ZodRawShape>;
export const kind = <Shape extends z.ZodRawShape>(entry: FaultKind<Shape>) =>
	entry as unknown as AnyFaultKind;

export const text = (fallback: string) => z.string().default(fallback);
export const milliseconds = z.number().int().min(0).describe('milliseconds');
export const seconds = (fallback: number) =>
	z.number().int().min(0).default(fallback).describe('seconds');
export const status = (fallback: number) => z.number().int().min(200).max(599).default(fallback);
export const headers = z.record(z.string()).default({}).describe('further headers');
export const names = z.array(z.string()).optional().describe('names of fields, all without it');
export const handled = z
	.boolean()
	.default(false)
	.describe('whether the request is carried out, and only its answer is lost');

/** An answer in the place of the real one. */
export async function instead(
	{ settings, handle }: Pick<Fault<{ handled: boolean }>, 'settings' | 'handle'>,
	answer: Answer,
): Promise<Answer> {
	if (settings.handled) await handle();
	return { ...answer, breaksContract: true };
}

export const MESSAGE = 'The simulator was told to fail';
const PAGE = (message: string) =>
	`<!DOCTYPE html><html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>`;

/** Error bodies by the setting `format`. */
export const FORMATS = {
	json: (code: number, message: string): Answer => ({
		status: code,
		body: errorBody(code, message),
	}),
	text: (code: number, message: string): Answer => ({
		status: code,
		headers: { 'content-type': 'text/plain; charset=utf-8' },
		text: message,
	}),
	html: (code: number, message: string): Answer => ({
		status: code,
		headers: { 'content-type': 'text/html; charset=utf-8' },
		text: PAGE(message),
	}),
	empty: (code: number): Answer => ({ status: code, text: '' }),
};

export const tooMany = (code: number, retryAfter: number, message: string) =>
	errorAnswer(code, message, { 'retry-after': String(retryAfter) });

/** Changes the JSON of a successful answer. */
export async function lie(
	{ handle }: Pick<Fault<object>, 'handle'>,
	change: (body: never) => unknown,
	breaksContract = false,
): Promise<Answer> {
	const answer = await handle();
	if (answer.status >= 300) return answer;
	return { ...answer, body: change(answer.body as never), breaksContract };
}

/** Asks for another page than the client did. */
export function otherPage(
	{ exchange, handle }: Pick<Fault<object>, 'exchange' | 'handle'>,
	change: (request: SearchRequest) => Partial<SearchRequest>,
): Promise<Answer> {
	const request = exchange.record.body as SearchRequest;
	return handle({ ...request, ...change(request) });
}

/** How many pages the rule has met before this one: what changes a list is time, not an offset. */
export function pagesBefore({ memory }: Pick<Fault<object>, 'memory'>): number {
	memory.times.push(Date.now());
	return memory.times.length - 1;
}

export type Page = SearchPage;
export type Output = { output: Record<string, unknown> };
