import type { SimulatedResponse } from '../response.ts';
import type { Handle, IncomingRequest, RuleState } from './fault.ts';
import type { FaultRule, Numbers, ParsedRule } from './rules.ts';
import { faultKinds, parseRules } from './rules.ts';

/** A rule with its counters. */
interface ActiveRule extends ParsedRule {
	matched: number;
	fired: number;
	attempts: Map<string, number>;
	random: () => number;
	state: RuleState;
}

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

function includes(numbers: Numbers | undefined, number: number): boolean {
	if (numbers === undefined) return true;
	if (typeof numbers !== 'string') return [numbers].flat().includes(number);
	const [from, to] = numbers.split('-');
	return number >= Number(from) && number <= (to ? Number(to) : Infinity);
}

/** Whether the rule is about the request, whatever its count. */
function isAbout(
	{ fault, operation, when }: ActiveRule,
	{ record, text }: IncomingRequest,
): boolean {
	const ids = Object.values(record.parameters);
	const { only = record.operation } = faultKinds[fault];
	return (
		only === record.operation &&
		(!operation || [operation].flat().includes(record.operation!)) &&
		(!when.id || [when.id].flat().some((id) => ids.includes(id))) &&
		(!when.containing || text.includes(when.containing))
	);
}

function attemptOf({ attempts }: ActiveRule, { record, text }: IncomingRequest): number {
	const same = `${record.method} ${record.path}\n${text}`;
	const attempt = (attempts.get(same) ?? 0) + 1;
	attempts.set(same, attempt);
	return attempt;
}

/** Counts the request, and returns whether the fault applies to it. */
function fires(rule: ActiveRule, incoming: IncomingRequest): boolean {
	if (!isAbout(rule, incoming)) return false;
	const { when, times = Infinity } = rule;
	rule.matched++;
	const met =
		includes(when.request, rule.matched) &&
		(!when.attempt || includes(when.attempt, attemptOf(rule, incoming))) &&
		(!when.every || rule.matched % when.every === 0) &&
		(when.probability === undefined || rule.random() < when.probability);
	if (!met || rule.fired >= times) return false;
	rule.fired++;
	return true;
}

/**
 * The active fault rules.
 *
 * @param wait resolves after a number of milliseconds, rejects when the simulator stops
 */
export function createFaults(wait: (ms: number) => Promise<unknown>, initial: FaultRule[] = []) {
	let rules: ActiveRule[] = [];

	const list = () =>
		rules.map(({ settings, attempts: _, state: __, ...rule }) => ({ ...rule, ...settings }));

	function set(script: unknown) {
		rules = parseRules(script).map((rule) => ({
			...rule,
			matched: 0,
			fired: 0,
			attempts: new Map(),
			random: seededRandom(rule.seed),
			state: { active: 0, acceptedAt: [], waiting: [] },
		}));
		return list();
	}

	set(initial);
	return {
		/**
		 * Replaces all rules and resets their counters.
		 *
		 * @param script an array of `FaultRule`
		 * @throws ZodError with the rule's position and the invalid member
		 */
		set,

		/** The rules, with how often each one matched and fired. */
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
