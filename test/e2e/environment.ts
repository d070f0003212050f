// Started by global-setup.cjs: runs n8n and the simulator until the channel to it is closed.
import { startEnvironment } from '../../local/environment.ts';
import { interruptionSignal, messageOf } from '../../local/interruption.ts';
import { CURRENT_N8N, OLDER_N8N } from '../../local/n8n-install.mjs';

const cancelSignal = interruptionSignal();

const FUNCTIONS = 60;

/** Per jest project, whose name is the first argument: its n8n. */
const RELEASES = { n8n: CURRENT_N8N, editor: CURRENT_N8N, 'n8n-1': OLDER_N8N };
const project = process.argv[2] as keyof typeof RELEASES;

try {
	const environment = await startEnvironment({
		cancelSignal,
		release: RELEASES[project],
		functions: FUNCTIONS,
		// So that a test can look for the token in all that n8n may write.
		n8nEnvironment: { N8N_LOG_LEVEL: 'debug' },
	});
	const { n8n, simulator, session, credential, credentialData } = environment;
	process.send?.({
		n8nUrl: n8n.url,
		folder: environment.folder,
		simulator: { url: simulator.url },
		session,
		credential,
		credentialData,
	});
	cancelSignal.addEventListener('abort', () => void environment.stop());
	if (cancelSignal.aborted) await environment.stop();
} catch (error) {
	if (!cancelSignal.aborted) console.error(messageOf(error));
	process.exit(1);
}
