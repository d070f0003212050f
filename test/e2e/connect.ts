import { N8nApi, type N8nCredential } from '../../local/n8n-api.ts';
import type { N8nInstallation } from '../../local/n8n-install.mjs';
import { simulatorClient } from '../../simulator/client.ts';

interface EnvironmentDescription {
	n8nUrl: string;
	/** Holds everything that n8n writes. */
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
	const { requests, requestsDuring, withFaults } = simulatorClient(description.simulator.url);
	return { api, ...description, requests, requestsDuring, withFaults };
}
