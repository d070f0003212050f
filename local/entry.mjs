// Plain JavaScript, because the machine's own Node runs it before anything is installed, in the project's folder:
//   node local/entry.mjs [--with-n8n] <script.ts> [arguments…]
// Installs the project's tools, and n8n if requested, unless they're there. Then runs the script with the Node
// release from package-lock.json.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { installN8n, installTools, PINNED_NODE, shell } from './n8n-install.mjs';

const node = process.versions.node;
const npm = spawnSync('npm', ['--version'], { shell, encoding: 'utf8' }).stdout?.trim() ?? '';
// Debian's npm 9 leaves packages of our lock files out.
if (Number.parseInt(node) < 20 || !(Number.parseInt(npm) >= 10)) {
	console.error(
		`This needs Node 20 and npm 10 or newer, and found Node ${node} and npm ${npm || '(none)'}. Install Node with npm from https://nodejs.org, and run the same command again.`,
	);
	process.exit(1);
}

const cancellation = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => cancellation.abort(signal));
}
// npm's shell between npm and this process ends at SIGTERM without passing it on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || cancellation.abort('SIGTERM'), 250).unref();

const withN8n = process.argv[2] === '--with-n8n';
const script = process.argv.slice(withN8n ? 3 : 2);
const asksForHelp = script.some((argument) => ['--help', '-h'].includes(argument));
try {
	await Promise.all([
		installTools(cancellation.signal),
		withN8n && !asksForHelp && installN8n(cancellation.signal),
	]);
} catch (error) {
	if (!cancellation.signal.aborted) console.error(error.message);
	// Ends the other installation.
	cancellation.abort();
	process.exit(1);
}

process.env.PATH = dirname(PINNED_NODE) + delimiter + process.env.PATH;
const child = spawn(PINNED_NODE, script, { stdio: 'inherit' });
// Every signal, because some programs need two.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
cancellation.signal.addEventListener('abort', () => child.kill('SIGTERM'));
const [exitCode, endingSignal] = await once(child, 'exit');
process.exit(exitCode ?? 128 + constants.signals[endingSignal]);
