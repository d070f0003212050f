// Plain JavaScript, because the machine's own Node runs it before anything is installed:
//   node local/entry.mjs [--with-n8n] <script.ts> [arguments…]
// Installs the project's tools, and n8n if requested, unless they're up to date. Then runs the script with
// the Node release from package-lock.json.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installN8n } from './n8n-install.mjs';
import { installLocked, isInstalled, shell } from './npm.mjs';

const OLDEST_NODE = 20;
const OLDEST_NPM = 10;
const PARENT_CHECK_INTERVAL = 250;
const INTERRUPTED = 130;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const pinnedNode = resolve('node_modules/node/bin', shell ? 'node.exe' : 'node');

function fail(message) {
	console.error(message);
	process.exit(1);
}

function requireNodeAndNpm() {
	if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
		fail(
			`This runs on Node ${process.versions.node}, and needs Node ${OLDEST_NODE} or newer: install it from https://nodejs.org and run the same command again.`,
		);
	}
	const { stdout } = spawnSync('npm', ['--version'], { shell, encoding: 'utf8' });
	if (!(Number.parseInt(stdout) >= OLDEST_NPM)) {
		fail(
			`This needs npm ${OLDEST_NPM} or newer, and found ${stdout?.trim() || 'none'}: install it with Node from https://nodejs.org (on Debian: the package "npm"), or run "npm install --global npm@${OLDEST_NPM}". Then run the same command again.`,
		);
	}
}

function runsPinnedNode() {
	return spawnSync(pinnedNode, ['--version']).status === 0;
}

async function installTools() {
	if (runsPinnedNode() && isInstalled('.')) return;
	console.log('Installing the project’s tools: about a minute, 1 GB on disk');
	// The only install script that's needed downloads Node.
	await installLocked('.', ['node'], cancelSignal);
	if (!runsPinnedNode()) {
		throw new Error(
			`The package "node" was installed, but ${pinnedNode} doesn't run on this machine.`,
		);
	}
}

// Aborted with the name of the signal that ends this process, or with the error of an installation.
// npm's shell between npm and this process ends at SIGTERM without passing it on, so the parent is checked.
const cancellation = new AbortController();
const cancelSignal = cancellation.signal;
const cancel = (reason) => cancellation.abort(reason);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, cancel);
const parent = process.ppid;
const checkParent = () => process.ppid === parent || cancel('SIGTERM');
setInterval(checkParent, PARENT_CHECK_INTERVAL).unref();

const withN8n = process.argv[2] === '--with-n8n';
const scriptAndArguments = process.argv.slice(withN8n ? 3 : 2);
const asksForHelp = scriptAndArguments.some((argument) => ['--help', '-h'].includes(argument));

requireNodeAndNpm();
// In parallel. The first failure cancels the other and is reported when both have ended.
await Promise.all([
	installTools().catch(cancel),
	withN8n && !asksForHelp && installN8n(cancelSignal).catch(cancel),
]);
if (cancelSignal.aborted) {
	if (cancelSignal.reason instanceof Error) fail(cancelSignal.reason.message);
	process.exit(INTERRUPTED);
}
process.env.PATH = dirname(pinnedNode) + delimiter + process.env.PATH;
const child = spawn(pinnedNode, scriptAndArguments, { stdio: 'inherit' });
cancelSignal.addEventListener('abort', () => child.kill(cancelSignal.reason));
// Every one, because some programs need two.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const [exitCode, endingSignal] = await once(child, 'exit');
process.exit(exitCode ?? 128 + constants.signals[endingSignal]);
