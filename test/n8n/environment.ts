// Started by global-setup.cjs: runs n8n and the simulator until the channel to it is closed.
import { startEnvironment } from '../../local/environment.ts';
import { reportToConsole } from '../../local/report.ts';

const end = new AbortController();
process.once('disconnect', () => end.abort());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end.abort());

const FUNCTIONS = 60;

try {
	const environment = await startEnvironment({
		report: reportToConsole,
		cancelSignal: end.signal,
		functions: FUNCTIONS,
	});
	const { n8n, simulator, session, credential, credentialData } = environment;
	process.send?.({
		n8nUrl: n8n.url,
		simulator: { url: simulator.url },
		session,
		credential,
		credentialData,
	});
	end.signal.addEventListener('abort', () => void environment.stop());
	if (end.signal.aborted) await environment.stop();
} catch (error) {
	if (!end.signal.aborted) console.error((error as Error).message);
	process.exit(1);
}
