import { setTimeout as sleep } from 'node:timers/promises';
import { isAxiosError } from 'axios';
import type { Access } from '../../nodes/DataPlatform/api/credentials.ts';
import { retryAfterMilliseconds } from '../../nodes/DataPlatform/api/retryAfter.ts';
import type { AnswerContract } from './contract.ts';
import type { Difference } from './differences.ts';
import { differencesOf } from './differences.ts';
import { noReply, throwObstacle } from './obstacles.ts';
import { comparisonsOf, deniedRecords } from './pages.ts';
import type { Probe } from './probes.ts';
import type { Revelation } from './revelations.ts';
import { revelationsOf } from './revelations.ts';
import type { Exchange, Reply } from './send.ts';
import { sendProbe, TOO_MANY_REQUESTS } from './send.ts';

const MOST_TIMES_AGAIN = 2;
const LONGEST_PAUSE = 60_000;
const USUAL_PAUSE = 1000;

/** A probe to which no answer came that could be judged. */
export interface Unchecked {
	probe: string;
	reason: string;
}

export interface CheckResult {
	/** How many answers were compared with the contract. */
	answers: number;
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
	contract: AnswerContract,
): Promise<CheckResult> {
	const { exchanges, unchecked } = await sendAll(probes, access, contract);
	const judged = exchanges
		.filter(({ reply }) => reply.status !== TOO_MANY_REQUESTS)
		.map((exchange) => ({ ...exchange, differences: differencesOf(exchange, contract) }));
	const sound = judged.filter(
		({ reply, differences }) => reply.status < 300 && differences.length === 0,
	);
	const byOperation = Map.groupBy(exchanges, ({ probe }) => probe.operation);
	return {
		answers: judged.length,
		differences: [...judged.flatMap(({ differences }) => differences), ...deniedRecords(sound)],
		learnt: [
			...[...byOperation].flatMap(([operation, own]) => revelationsOf(operation, own, contract)),
			...comparisonsOf(sound),
		],
		unchecked,
	};
}

async function sendAll(probes: Probe[], access: Access, contract: AnswerContract) {
	const exchanges: Exchange[] = [];
	const unchecked: Unchecked[] = [];
	for (const [index, probe] of probes.entries()) {
		try {
			let reply = await sendProbe(probe, access, contract);
			exchanges.push({ probe, reply });
			for (let again = 0; again < MOST_TIMES_AGAIN && asksToWait(reply); again++) {
				await sleep(pauseOf(reply));
				reply = await sendProbe(probe, access, contract);
				exchanges.push({ probe, reply });
			}
			if (index === 0) throwObstacle(reply);
			if (reply.status === TOO_MANY_REQUESTS) {
				const reason = 'the instance asks for fewer requests (429)';
				unchecked.push(...probes.slice(index).map(({ name }) => ({ probe: name, reason })));
				break;
			}
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			if (index === 0) throw noReply(String(error.code));
			unchecked.push({ probe: probe.name, reason: `no answer came (${error.code})` });
		}
	}
	return { exchanges, unchecked };
}

const pauseOf = ({ headers }: Reply) => retryAfterMilliseconds(headers) ?? USUAL_PAUSE;

/** Whether to send again, after the wait that the instance asks for, up to a minute. */
const asksToWait = (reply: Reply) =>
	reply.status === TOO_MANY_REQUESTS && pauseOf(reply) <= LONGEST_PAUSE;
