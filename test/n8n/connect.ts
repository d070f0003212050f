import axios from 'axios';
import { N8nApi, type N8nCredential } from '../../local/n8n-api.ts';
import type { N8nInstallation } from '../../local/n8n-install.mjs';
import type { FaultRule } from '../../simulator/faults/rules.ts';

interface EnvironmentDescription {
	n8nUrl: string;
	/** Holds everything that n8n and the simulator write. */
	folder: string;
	installation: N8nInstallation;
	simulator: { url: string };
	session: string;
	credential: N8nCredential;
	credentialData: Record<string, string>;
}

/** The n8n and the simulator that global-setup.cjs has started, with a client signed in as the owner. */
export function connect() {
	const description: EnvironmentDescription = JSON.parse(process.env.TEST_ENVIRONMENT ?? '');
	const api = new N8nApi(description.n8nUrl);
	api.useSession(description.session);
	const faultsUrl = `${description.simulator.url}/_simulator/faults`;

	/** Does the work while the simulator follows a script of faults. */
	async function withFaults<Result>(
		faults: FaultRule[],
		work: () => Promise<Result>,
	): Promise<Result> {
		await axios.put(faultsUrl, faults, { proxy: false });
		try {
			return await work();
		} finally {
			await axios.delete(faultsUrl, { proxy: false });
		}
	}

	return { api, ...description, withFaults };
}
