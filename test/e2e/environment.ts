// Started by global-setup.cjs: runs n8n and the simulator until the channel to it is closed.
import { startCluster } from './queue/cluster.ts';
import { startEnvironment } from '../../local/environment.ts';
import { interruptionSignal, messageOf } from '../../local/interruption.ts';
import { CURRENT_N8N, OLDER_N8N } from '../../local/n8n-install.mjs';

const cancelSignal = interruptionSignal();

const FUNCTIONS = 60;

/** The jest project. */
const project = process.argv[2];

async function start() {
	if (project === 'queue') return await startCluster(cancelSignal);
	const environment = await startEnvironment({
		cancelSignal,
		release: project === 'n8n-1' ? OLDER_N8N : CURRENT_N8N,
		functions: FUNCTIONS,
		// So that a test can look for the token in all that n8n may write.
		n8nEnvironment: { N8N_LOG_LEVEL: 'debug' },
	});
	const { n8n, simulator, folder, session, credential, credentialData, stop } = environment;
	const addresses = { n8nUrl: n8n.url, simulatorUrl: simulator.url };
	return { ...addresses, folder, session, credential, credentialData, stop };
}

try {
	const { stop, ...description } = await start();
	process.send?.(description);
	cancelSignal.addEventListener('abort', () => void stop());
	if (cancelSignal.aborted) await stop();
} catch (error) {
	if (!cancelSignal.aborted) console.error(messageOf(error));
	process.exit(1);
}
