import type { Access } from './access.ts';
import { Obstacle } from './access.ts';
import type { Contract } from './contract.ts';
import type { Difference } from './differences.ts';
import { differencesOf } from './differences.ts';
import { obstacleIn } from './obstacles.ts';
import type { Probe } from './probes.ts';
import { comparisonsOf } from './comparisons.ts';
import type { Revelation } from './revelations.ts';
import { revelationsOf } from './revelations.ts';
import { brokenPairRules } from './rules.ts';
import type { Exchange } from './send.ts';
import { NoAnswer, send } from './send.ts';

/** A probe to which no answer came that could be judged. */
export interface Unchecked {
	probe: string;
	reason: string;
}

export interface CheckResult {
	/** The last answer of each probe, in order. */
	exchanges: Exchange[];
	differences: Difference[];
	/** What the spec leaves open and the instance shows. */
	learnt: Revelation[];
	unchecked: Unchecked[];
}

/**
 * Sends the probes one after another and compares what comes with the contract.
 *
 * @throws Obstacle when the first probe shows that nothing can be checked
 */
export async function checkInstance(
	probes: Probe[],
	access: Access,
	contract: Contract,
): Promise<CheckResult> {
	const { attempts, exchanges, unchecked } = await sendAll(probes, access);
	const single = exchanges.map((exchange) => ({
		exchange,
		differences: differencesOf(exchange, contract),
	}));
	const sound = single
		.filter(({ exchange, differences }) => exchange.answer.status < 300 && differences.length === 0)
		.map(({ exchange }) => exchange);
	const byOperation = Map.groupBy(attempts, ({ probe }) => probe.operation);
	return {
		exchanges,
		differences: [...single.flatMap(({ differences }) => differences), ...brokenPairRules(sound)],
		learnt: [
			...[...byOperation].flatMap(([operation, ofOperation]) =>
				revelationsOf(operation, ofOperation, contract),
			),
			...comparisonsOf(sound),
		],
		unchecked,
	};
}

async function sendAll(probes: Probe[], access: Access) {
	const attempts: Exchange[] = [];
	const exchanges: Exchange[] = [];
	const unchecked: Unchecked[] = [];
	for (const [index, probe] of probes.entries()) {
		try {
			const sent = await send(probe, access);
			const last = sent.at(-1)!;
			if (index === 0) throwObstacle(last);
			attempts.push(...sent);
			if (last.answer.status === 429) {
				const reason = 'the instance asks for fewer requests (429)';
				unchecked.push(...probes.slice(index).map(({ name }) => ({ probe: name, reason })));
				break;
			}
			exchanges.push(last);
		} catch (error) {
			if (!(error instanceof NoAnswer)) throw error;
			if (index === 0) throw new Obstacle(obstacleIn(error)!);
			unchecked.push({ probe: probe.name, reason: error.message });
		}
	}
	return { attempts, exchanges, unchecked };
}

function throwObstacle({ answer }: Exchange): void {
	const words = obstacleIn(answer);
	if (words !== undefined) throw new Obstacle(words);
}
