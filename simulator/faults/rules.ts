import { z } from 'zod';
import type { OperationId } from '../../contract/types.ts';
import type { SimulatedResponse } from '../response.ts';
import type { Effect, Fault, Handle, IncomingRequest } from './failures.ts';
import { failures, positiveCount, settings } from './failures.ts';
import { bigIds, invalidResponses } from './invalid-responses.ts';

/** All kinds of faults, by name. To add one, add an entry to one of the tables. */
export const faultKinds: Record<string, Effect> = Object.assign(
	{ ...failures, 'big-ids': bigIds },
	...Object.values(invalidResponses),
);

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

const rule = settings
	.extend({
		fault: z.enum(Object.keys(faultKinds) as [string, ...string[]]),
		operation: oneOrMore(z.string() as unknown as z.ZodType<OperationId>).optional(),
		when: when.default({}),
		times: positiveCount.optional(),
		seed: z.number().int().default(1),
	})
	.strict();

/** A rule in a script: the kind of fault, its conditions, and its settings. */
export type FaultRule = Record<string, unknown> &
	Pick<z.input<typeof rule>, 'fault' | 'operation' | 'when' | 'times' | 'seed'>;

/** A rule with its counters. */
const activeRule = rule.transform((given) => ({
	given,
	matched: 0,
	fired: 0,
	attempts: new Map<string, number>(),
	random: seededRandom(given.seed),
	state: { active: 0, acceptedAt: [], waiting: [] } as Fault['state'],
}));

type ActiveRule = z.output<typeof activeRule>;

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = Math.imul(state ^ (state >>> 15), 1 | state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
}

function includes(allowed: z.infer<typeof numbers> | undefined, number: number): boolean {
	if (allowed === undefined) return true;
	if (typeof allowed !== 'string') return [allowed].flat().includes(number);
	const [from, to] = allowed.split('-');
	return number >= Number(from) && number <= Number(to || Infinity);
}

/** Counts the request if the rule is about it, and returns whether the fault applies to it. */
function fires(rule: ActiveRule, { record, text }: IncomingRequest): boolean {
	const { attempts, given } = rule;
	const { fault, operation, when, times = Infinity } = given;
	const isOfOther = Object.entries(invalidResponses).some(
		([only, kinds]) => fault in kinds && only !== record.operation,
	);
	const ids = Object.values(record.parameters);
	const isAboutIt =
		!isOfOther &&
		(!operation || [operation].flat().includes(record.operation!)) &&
		(!when.id || [when.id].flat().some((id) => ids.includes(id))) &&
		(!when.containing || text.includes(when.containing));
	if (!isAboutIt) return false;
	rule.matched++;
	const same = `${record.method} ${record.path}\n${text}`;
	const attempt = (attempts.get(same) ?? 0) + 1;
	// Counting keeps the texts of all requests, so it's done only if needed.
	if (when.attempt) attempts.set(same, attempt);
	const met =
		includes(when.attempt, attempt) &&
		includes(when.request, rule.matched) &&
		(!when.every || rule.matched % when.every === 0) &&
		(when.probability === undefined || rule.random() < when.probability);
	if (!met || rule.fired >= times) return false;
	rule.fired++;
	return true;
}

/** The active fault rules. */
export function createFaults(wait: Fault['wait'], initial: FaultRule[] = []) {
	let rules = z.array(activeRule).parse(initial);

	const list = () => rules.map(({ given, matched, fired }) => ({ ...given, matched, fired }));

	return {
		list,

		/** Replaces all rules by an array of `FaultRule`. A ZodError has the position and the invalid member. */
		set(script: unknown) {
			rules = z.array(activeRule).parse(script);
			return list();
		},

		/** Applies every rule that fires to a request. The first rule is the outermost. */
		async apply(incoming: IncomingRequest, handle: Handle): Promise<SimulatedResponse> {
			const firing = rules.filter((rule) => fires(rule, incoming));
			incoming.record.faults = firing.map(({ given }) => given.fault);
			const around =
				(inner: Handle, { given, state }: ActiveRule): Handle =>
				async (body) => {
					const next: Handle = (changed) => inner(changed ?? body);
					return faultKinds[given.fault]({ settings: given, state, wait, incoming, handle: next });
				};
			return await firing.reduceRight(around, handle)();
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
