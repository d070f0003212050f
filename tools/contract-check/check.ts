import { setTimeout as sleep } from 'node:timers/promises';
import { isAxiosError } from 'axios';
import type { ValidCredential } from '../../nodes/DataPlatform/transport/credentials.ts';
import { getRetryAfterMilliseconds } from '../../nodes/DataPlatform/transport/response.ts';
import type { ResponseContract } from './contract.ts';
import { missedRecords, differencesOf } from './differences.ts';
import type { Probe } from './probes.ts';
import { type ContractReport, reportOf } from './report.ts';
import { comparisonsOf, observationsOf } from './observations.ts';
import { type ProbeResponse, sendProbe, TOO_MANY_REQUESTS } from './send.ts';

const MAX_RETRIES = 2;
const MAX_PAUSE = 60_000;
const DEFAULT_PAUSE = 1000;

/** The environment variable with the token. As an argument, it would be visible in the list of processes. */
export const TOKEN_VARIABLE = 'DATA_PLATFORM_TOKEN';

/** First responses after which nothing can be checked, and what to do. */
const OBSTACLES: Array<[isMet: (response: ProbeResponse) => boolean, words: string]> = [
	[
		({ status }) => status === 401 || status === 403,
		`The instance rejected the token. Check ${TOKEN_VARIABLE} and the token header in --header-name.`,
	],
	[
		({ status }) => status >= 300 && status < 400,
		"The address redirects. Set --base-url to the final address. Redirects aren't followed, so that the token isn't sent elsewhere.",
	],
	[
		({ kind }) => kind === 'a web page',
		'The address returned a web page. Check --base-url, and whether there is a sign-in page or a proxy in front of the API.',
	],
	[
		({ status }) => status === 404 || status === 405,
		"The address doesn't have the path of the function search. Check --base-url.",
	],
	[
		({ status, kind }) => (status === 400 || status === 422) && kind === 'JSON',
		'The instance rejected the first search. Set --sort-field to a field that it can sort by.',
	],
];

/**
 * Sends the probes one after another and compares the responses with the contract.
 *
 * @throws Error when the first response shows that nothing can be checked
 */
export async function checkInstance(
	probes: Probe[],
	access: ValidCredential,
	contract: ResponseContract,
): Promise<ContractReport> {
	const { responses, unchecked } = await sendAll(probes, access, contract);
	const compared = responses
		.filter(({ status }) => status !== TOO_MANY_REQUESTS)
		.map((response) => ({ ...response, differences: differencesOf(response, contract) }));
	const valid = compared.filter(
		({ status, differences }) => status < 300 && differences.length === 0,
	);
	const byOperation = Map.groupBy(responses, ({ probe }) => probe.operation);
	const learned = [
		...[...byOperation].flatMap(([operation, own]) => observationsOf(operation, own, contract)),
		...comparisonsOf(valid),
	];
	const differences = [
		...compared.flatMap((response) => response.differences),
		...missedRecords(valid),
	];
	return reportOf({ responses: compared.length, differences, learned, unchecked }, access);
}

async function sendAll(probes: Probe[], access: ValidCredential, contract: ResponseContract) {
	const responses: ProbeResponse[] = [];
	const unchecked: ContractReport['unchecked'] = [];
	for (const [index, probe] of probes.entries()) {
		try {
			let response = await sendProbe(probe, access, contract);
			responses.push(response);
			for (let retry = 0; retry < MAX_RETRIES && shouldRetry(response); retry++) {
				await sleep(pauseOf(response));
				response = await sendProbe(probe, access, contract);
				responses.push(response);
			}
			const obstacle = index === 0 && OBSTACLES.find(([isMet]) => isMet(response));
			if (obstacle) throw new Error(`${obstacle[1]} (status ${response.status})`);
			if (response.status === TOO_MANY_REQUESTS) {
				const reason = 'the instance throttled the request (429)';
				unchecked.push(...probes.slice(index).map(({ name }) => ({ probe: name, reason })));
				break;
			}
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			const { code } = error;
			if (index === 0) {
				throw new Error(
					`The address didn't respond (${code}). Check --base-url (https:// or http://), and whether this machine reaches it and trusts its certificate (NODE_EXTRA_CA_CERTS adds authorities). Otherwise, try again later.`,
				);
			}
			unchecked.push({ probe: probe.name, reason: `no response (${code})` });
		}
	}
	return { responses, unchecked };
}

const pauseOf = ({ headers }: ProbeResponse) => getRetryAfterMilliseconds(headers) ?? DEFAULT_PAUSE;

/** Whether to send a probe again after the requested wait of up to a minute. */
const shouldRetry = (response: ProbeResponse) =>
	response.status === TOO_MANY_REQUESTS && pauseOf(response) <= MAX_PAUSE;
