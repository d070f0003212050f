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
			responses.push(...(await sendWithRetries(() => sendProbe(probe, access, contract))));
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			const { code } = error;
			if (index === 0) {
				throw new Error(
					`The address didn't respond (${code}). Check --base-url (https:// or http://), and whether this machine reaches it and trusts its certificate (NODE_EXTRA_CA_CERTS adds authorities). Otherwise, try again later.`,
				);
			}
			unchecked.push({ probe: probe.name, reason: `no response (${code})` });
			continue;
		}
		const { status, kind } = responses.at(-1)!;
		if (status === TOO_MANY_REQUESTS) {
			const reason = 'the instance throttled the request (429)';
			unchecked.push(...probes.slice(index).map(({ name }) => ({ probe: name, reason })));
			break;
		}
		if (index === 0 && (status >= 300 || kind === 'a web page')) {
			throw new Error(
				`The first search returned ${status} with ${kind}. Check --base-url, --header-name, --sort-field, and the token in ${TOKEN_VARIABLE}. Redirects aren't followed, so that the token isn't sent elsewhere.`,
			);
		}
	}
	return { responses, unchecked };
}

/** Sends a probe, and sends it again after a 429 that requests a wait of up to a minute. */
async function sendWithRetries(send: () => Promise<ProbeResponse>): Promise<ProbeResponse[]> {
	const responses = [await send()];
	while (responses.length <= MAX_RETRIES) {
		const { status, headers } = responses.at(-1)!;
		const pause = getRetryAfterMilliseconds(headers) ?? DEFAULT_PAUSE;
		if (status !== TOO_MANY_REQUESTS || pause > MAX_PAUSE) break;
		await sleep(pause);
		responses.push(await send());
	}
	return responses;
}
