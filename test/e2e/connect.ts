import axios from 'axios';
import type { Cluster } from './queue/cluster.ts';
import { N8nApi, type N8nCredential } from '../../local/n8n-api.ts';
import { simulatorClient } from '../../simulator/client.ts';

interface EnvironmentDescription extends Partial<Cluster> {
	n8nUrl: string;
	simulatorUrl: string;
	/** Holds everything that n8n writes. */
	folder: string;
	/** The cookie of the owner's session. */
	session: string;
	credential: N8nCredential;
	credentialData: Record<string, string>;
}

/** A function of the simulator. */
interface StoredFunction {
	id: number;
	name: string;
	owner: number;
	lastModified: number;
	locked: boolean;
	links: Array<{ valid: string; resource: { type: string; id: string } }>;
}

/** The request by which functions are searched. */
export const SEARCH_REQUEST = { method: 'POST', path: '/api/query/v1/functions/search' };

/** The n8n and the simulator that global-setup.cjs has started, with a client signed in as the owner. */
export function connect() {
	const description: EnvironmentDescription = JSON.parse(process.env.TEST_ENVIRONMENT ?? '');
	const { n8nUrl, simulatorUrl, session, credentialData } = description;
	const api = new N8nApi(n8nUrl);
	api.useSession(session);

	/** Searches functions without the node. */
	async function searchDirectly(search: object): Promise<StoredFunction[]> {
		const { baseUrl, token, headerName } = credentialData;
		const body = { filters: [], ...search };
		const options = { headers: { [headerName]: token }, proxy: false as const };
		return (await axios.post(baseUrl + SEARCH_REQUEST.path, body, options)).data.results;
	}

	const simulator = { url: simulatorUrl };
	return { api, ...description, simulator, ...simulatorClient(simulatorUrl), searchDirectly };
}
