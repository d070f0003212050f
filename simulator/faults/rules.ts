import { z } from 'zod';
import type { OperationId } from '../../contract/types.ts';
import type { SimulatedResponse } from '../response.ts';
import { failures } from './failures.ts';
import { type Fault, type FaultKind, type Handle, type IncomingRequest } from './fault.ts';
import { positiveCount } from './fault.ts';
import { invalidResponses } from './invalid-responses.ts';

/** All kinds of faults. To add one, add an entry to one of the tables. */
export const faultKinds: Record<string, FaultKind> = { ...failures, ...invalidResponses };

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
	operation: oneOrMore(z.string() as unknown as z.ZodType<OperationId>).optional(),
	when: when.default({}),
	times: positiveCount.optional(),
	seed: z.number().int().default(1),
});

/** A rule in a script: the kind of fault, its conditions, and its settings. */
export type FaultRule = z.input<typeof common> & Record<string, unknown>;

/** A rule with all defaults, the fault's settings in `settings`, and its counters. */
const rule = common
	.passthrough()
	.transform(({ fault, operation, when, times, seed, ...rest }, context) => {
		const settings = z.object(faultKinds[fault].settings).strict().safeParse(rest);
		settings.error?.issues.forEach((issue) => context.addIssue(issue));
		return {
			...{ fault, operation, when, times, seed },
			settings: settings.data ?? {},
			matched: 0,
			fired: 0,
			attempts: new Map<string, number>(),
			random: seededRandom(seed),
			state: { active: 0, acceptedAt: [], waiting: [] } as Fault['state'],
		};
	});

type ActiveRule = z.output<typeof rule>;

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

/** Counts how often the same request has arrived. */
function countAttempts({ attempts }: ActiveRule, { record, text }: IncomingRequest): number {
	const same = `${record.method} ${record.path}\n${text}`;
	const attempt = (attempts.get(same) ?? 0) + 1;
	attempts.set(same, attempt);
	return attempt;
}

/** Counts the request if the rule is about it, and returns whether the fault applies to it. */
function fires(rule: ActiveRule, incoming: IncomingRequest): boolean {
	const { record, text } = incoming;
	const { fault, operation, when, times = Infinity } = rule;
	const { only = record.operation } = faultKinds[fault];
	const ids = Object.values(record.parameters);
	const isAboutIt =
		only === record.operation &&
		(!operation || [operation].flat().includes(record.operation!)) &&
		(!when.id || [when.id].flat().some((id) => ids.includes(id))) &&
		(!when.containing || text.includes(when.containing));
	if (!isAboutIt) return false;
	rule.matched++;
	const met =
		// Counting keeps the texts of all requests, so it's done only if needed.
		(when.attempt === undefined || includes(when.attempt, countAttempts(rule, incoming))) &&
		includes(when.request, rule.matched) &&
		(!when.every || rule.matched % when.every === 0) &&
		(when.probability === undefined || rule.random() < when.probability);
	if (!met || rule.fired >= times) return false;
	rule.fired++;
	return true;
}

/** The active fault rules. `wait` rejects when the simulator stops. */
export function createFaults(wait: Fault['wait'], initial: FaultRule[] = []) {
	let rules = z.array(rule).parse(initial);

	const list = () =>
		rules.map(({ settings, attempts: _, state: __, ...rule }) => ({ ...rule, ...settings }));

	return {
		/** Replaces all rules by an array of `FaultRule`. A ZodError has the position and the invalid member. */
		set(script: unknown) {
			rules = z.array(rule).parse(script);
			return list();
		},

		list,

		/** Applies every rule that fires to a request. The first rule is the outermost. */
		async apply(incoming: IncomingRequest, handle: Handle): Promise<SimulatedResponse> {
			const firing = rules.filter((rule) => fires(rule, incoming));
			incoming.record.faults = firing.map(({ fault }) => fault);

			const around =
				(inner: Handle, { fault, settings, state }: ActiveRule): Handle =>
				async (body) => {
					const next: Handle = (changed) => inner(changed ?? body);
					return faultKinds[fault].effect({ settings, state, wait, incoming, handle: next });
				};
			return await firing.reduceRight(around, handle)();
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
