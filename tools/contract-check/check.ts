import { setTimeout as sleep } from 'node:timers/promises';
import { isAxiosError } from 'axios';
import type { Access } from '../../nodes/DataPlatform/transport/credentials.ts';
import { retryAfterMilliseconds } from '../../nodes/DataPlatform/transport/response.ts';
import type { AnswerContract } from './contract.ts';
import { deniedRecords, differencesOf } from './differences.ts';
import type { Probe } from './probes.ts';
import { type ContractReport, reportOf } from './report.ts';
import { comparisonsOf, revelationsOf } from './revelations.ts';
import { type Answer, sendProbe, TOO_MANY_REQUESTS } from './send.ts';

const MOST_TIMES_AGAIN = 2;
const LONGEST_PAUSE = 60_000;
const USUAL_PAUSE = 1000;

/** The environment variable that holds the token, which must not be seen in a list of processes. */
export const TOKEN_VARIABLE = 'DATA_PLATFORM_TOKEN';

/** What the answer to the first probe is when nothing can be checked, and how to go on. */
const OBSTACLES: Array<[isMet: (answer: Answer) => boolean, words: string]> = [
	[
		({ status }) => status === 401 || status === 403,
		`The instance refuses the token. Check ${TOKEN_VARIABLE}, and with --header-name the name of the token header.`,
	],
	[
		({ status }) => status >= 300 && status < 400,
		'The address answers with a redirect. Give the address that answers itself as --base-url; redirects are not followed, so that the token stays there.',
	],
	[
		({ kind }) => kind === 'a web page',
		'The address answers with a web page, not with the API. Check --base-url; a sign-in page or a proxy may stand before the API.',
	],
	[
		({ status }) => status === 404 || status === 405,
		'The address does not know the path of the function search. Check --base-url.',
	],
	[
		({ status, kind }) => (status === 400 || status === 422) && kind === 'JSON',
		'The instance refuses the first search. Which fields it sorts by is not documented: name one that it does with --sort-field.',
	],
];

/**
 * Sends the probes one after another and compares what comes with the contract.
 *
 * @throws Error when the first probe shows that nothing can be checked: why, and how to go on
 */
export async function checkInstance(
	probes: Probe[],
	access: Access,
	contract: AnswerContract,
): Promise<ContractReport> {
	const { answers, unchecked } = await sendAll(probes, access, contract);
	const judged = answers
		.filter(({ status }) => status !== TOO_MANY_REQUESTS)
		.map((answer) => ({ ...answer, differences: differencesOf(answer, contract) }));
	const sound = judged.filter(
		({ status, differences }) => status < 300 && differences.length === 0,
	);
	const byOperation = Map.groupBy(answers, ({ probe }) => probe.operation);
	const learned = [
		...[...byOperation].flatMap(([operation, own]) => revelationsOf(operation, own, contract)),
		...comparisonsOf(sound),
	];
	const differences = [...judged.flatMap((answer) => answer.differences), ...deniedRecords(sound)];
	return reportOf({ answers: judged.length, differences, learned, unchecked }, access);
}

async function sendAll(probes: Probe[], access: Access, contract: AnswerContract) {
	const answers: Answer[] = [];
	const unchecked: ContractReport['unchecked'] = [];
	for (const [index, probe] of probes.entries()) {
		try {
			let answer = await sendProbe(probe, access, contract);
			answers.push(answer);
			for (let again = 0; again < MOST_TIMES_AGAIN && asksToWait(answer); again++) {
				await sleep(pauseOf(answer));
				answer = await sendProbe(probe, access, contract);
				answers.push(answer);
			}
			const obstacle = index === 0 && OBSTACLES.find(([isMet]) => isMet(answer));
			if (obstacle) throw new Error(`${obstacle[1]} (status ${answer.status})`);
			if (answer.status === TOO_MANY_REQUESTS) {
				const reason = 'the instance asks for fewer requests (429)';
				unchecked.push(...probes.slice(index).map(({ name }) => ({ probe: name, reason })));
				break;
			}
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			const { code } = error;
			if (index === 0) {
				throw new Error(
					`No answer came from the address. Check --base-url (https:// or http://), whether this machine reaches it, and whether it trusts its certificate (NODE_EXTRA_CA_CERTS names further authorities); if all that is right, try again later. (${code})`,
				);
			}
			unchecked.push({ probe: probe.name, reason: `no answer came (${code})` });
		}
	}
	return { answers, unchecked };
}

const pauseOf = ({ headers }: Answer) => retryAfterMilliseconds(headers) ?? USUAL_PAUSE;

/** Whether to send again, after the wait that the instance asks for, up to a minute. */
const asksToWait = (answer: Answer) =>
	answer.status === TOO_MANY_REQUESTS && pauseOf(answer) <= LONGEST_PAUSE;
