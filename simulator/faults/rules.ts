import { z } from 'zod';
import type { OperationId } from '../../contract/types.ts';
import { simulatedOperations } from '../operations.ts';
import { connections } from './connections.ts';
import { errorResponses } from './error-responses.ts';
import type { AnyFaultKind } from './fault.ts';
import { positiveCount } from './fault.ts';
import { invalidResponses } from './invalid-responses.ts';

/** All kinds of faults. To add one, add an entry to one of the tables. */
export const faultKinds: Record<string, AnyFaultKind> = {
	...errorResponses,
	...connections,
	...invalidResponses,
};

const operations = Object.keys(simulatedOperations) as [OperationId, ...OperationId[]];

const oneOrMore = <T extends z.ZodTypeAny>(type: T) => z.union([type, z.array(type)]);
const numbers = z.union([
	oneOrMore(positiveCount),
	z.string().regex(/^\d+-\d*$/, 'must be like "2-5", or "3-" for all from the third on'),
]);

/** The requests a rule applies to. All conditions must match; without any, it applies to every request. */
const when = z
	.object({
		request: numbers,
		attempt: numbers,
		every: positiveCount,
		probability: z.number().min(0).max(1),
		id: oneOrMore(z.string()),
		containing: z.string(),
	})
	.partial()
	.strict();

const common = z.object({
	fault: z.enum(Object.keys(faultKinds) as [string, ...string[]]),
	operation: oneOrMore(z.enum(operations)).optional(),
	when: when.default({}),
	times: positiveCount.optional(),
	seed: z.number().int().default(1),
});

export type Numbers = z.infer<typeof numbers>;
/** A rule in a script: the kind of fault, its conditions, and its settings. */
export type FaultRule = z.input<typeof common> & Record<string, unknown>;
/** A rule with all defaults, and the fault's settings in `settings`. */
export type ParsedRule = z.output<typeof common> & { settings: Record<string, unknown> };

const rule = common
	.passthrough()
	.transform(({ fault, operation, when, times, seed, ...rest }, context) => {
		const settings = z.object(faultKinds[fault].settings).strict().safeParse(rest);
		settings.error?.issues.forEach((issue) => context.addIssue(issue));
		return { fault, operation, when, times, seed, settings: settings.data ?? {} };
	});

/** @throws ZodError with the rule's position and the invalid member */
export function parseRules(script: unknown): ParsedRule[] {
	return z.array(rule).parse(script);
}
