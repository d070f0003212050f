import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { OperationId } from '../contract.ts';
import { simulatedOperations } from '../operations.ts';
import { faultKinds } from './kinds.ts';

/** The operations that a rule can name. */
export const OPERATIONS = Object.keys(simulatedOperations) as [OperationId, ...OperationId[]];

const oneOrMore = <T extends z.ZodTypeAny>(type: T) => z.union([type, z.array(type)]);
const count = z.number().int().positive();
const numbers = z.union([
	oneOrMore(count),
	z.string().regex(/^\d+-\d*$/, 'must be like "2-5", or "3-" for all from the third on'),
]);

/** Which requests a rule meets. All conditions must hold; without one it meets every request. */
const when = z
	.object({
		request: numbers.describe('the n-th request that meets `id` and `containing`'),
		attempt: numbers.describe(
			'the n-th time that the very same request (method, path, body) comes',
		),
		every: count.describe('every n-th request'),
		probability: z.number().min(0).max(1).describe('by chance, the same in every run (see `seed`)'),
		id: oneOrMore(z.string()).describe('a stream, job or application id in the path'),
		containing: z.string().describe('a text in the request body'),
	})
	.partial()
	.strict();

const common = z.object({
	fault: z.enum(Object.keys(faultKinds) as [string, ...string[]]),
	operation: oneOrMore(z.enum(OPERATIONS)).optional(),
	when: when.default({}),
	times: count.optional().describe('how often at most'),
	seed: z.number().int().default(1).describe('start of the chance that `probability` uses'),
});

export type Numbers = z.infer<typeof numbers>;
/** A rule as a user writes it: a fault's kind, when it happens, and the fault's own settings. */
export type FaultRule = z.input<typeof common> & Record<string, unknown>;
/** A rule with all defaults filled in and its fault's settings apart. */
export type ParsedRule = z.output<typeof common> & { settings: Record<string, unknown> };

const rule = common
	.passthrough()
	.transform(({ fault, operation, when, times, seed, ...rest }, context) => {
		const settings = z.object(faultKinds[fault].settings).strict().safeParse(rest);
		settings.error?.issues.forEach((issue) => context.addIssue(issue));
		return { fault, operation, when, times, seed, settings: settings.data ?? {} };
	});

/** The conditions of a rule and what each means, for the help. */
export const CONDITIONS = Object.entries(when.shape).map(([name, { description }]) => ({
	name,
	description,
}));

/** @throws ZodError that names the rule's position and the member that is wrong */
export function parseRules(script: unknown): ParsedRule[] {
	return z.array(rule).parse(script);
}

/** @throws Error when the file cannot be read, is no JSON or is no fault script */
export async function readScript(file: string): Promise<FaultRule[]> {
	const script: FaultRule[] = JSON.parse(await readFile(file, 'utf8'));
	parseRules(script);
	return script;
}
