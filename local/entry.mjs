// Plain JavaScript that the machine's own Node runs before anything is installed:
//   node local/entry.mjs <script.ts> [arguments…]
// installs the project's dependencies if they are missing or out of date, then runs the script
// with the Node release that package-lock.json pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const OLDEST_NPM = 10;
const PARENT_CHECK_INTERVAL = 250;
const onWindows = process.platform === 'win32';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const stampFile = join('node_modules', '.installed-from-lock');
const pinnedNode = resolve('node_modules/node/bin', onWindows ? 'node.exe' : 'node');

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
	const { status, stdout } = spawnSync('npm --version', { shell: true, encoding: 'utf8' });
	if (status !== 0) {
		fail(
			'npm was not found: it comes with Node from https://nodejs.org (on Debian: the package "npm"). Install it and run the same command again.',
		);
	}
	if (Number.parseInt(stdout) < OLDEST_NPM) {
		fail(
			`This needs npm ${OLDEST_NPM} or newer, and found npm ${stdout.trim()}: run "npm install --global npm@${OLDEST_NPM}" and then the same command again.`,
		);
	}
}

/**
 * Runs a command in the foreground and hands it each signal that arrives; resolves to its exit code.
 * The shell that npm puts between itself and this process dies of a SIGTERM without passing it on:
 * hence the look at the parent.
 */
function run(command, commandArguments, options) {
	return new Promise((settle, reject) => {
		const child = spawn(command, commandArguments, { stdio: 'inherit', ...options });
		const forwarders = ['SIGINT', 'SIGTERM'].map((signal) => [signal, () => child.kill(signal)]);
		for (const [signal, forward] of forwarders) process.on(signal, forward);
		const parent = process.ppid;
		const parentCheck = setInterval(() => {
			if (process.ppid === parent) return;
			clearInterval(parentCheck);
			child.kill('SIGTERM');
		}, PARENT_CHECK_INTERVAL);
		child.once('error', reject);
		child.once('exit', (code, signal) => {
			for (const [name, forward] of forwarders) process.off(name, forward);
			clearInterval(parentCheck);
			settle(code ?? 128 + constants.signals[signal]);
		});
	});
}

async function npm(command) {
	const started = Date.now();
	// npm draws its own progress on a terminal; elsewhere a minute of silence looks like a hang.
	const progress = setInterval(() => {
		const seconds = Math.round((Date.now() - started) / 1000);
		if (!process.stdout.isTTY) console.log(`  still at it after ${seconds} s`);
	}, 15_000);
	const exitCode = await run(`npm ${command}`, [], { shell: true });
	clearInterval(progress);
	if (exitCode > 128) process.exit(exitCode);
	if (exitCode !== 0) {
		fail(
			`"npm ${command}" failed with exit code ${exitCode}; what npm says about it stands above. Once that is put right, run the same command again: it starts the installation anew.`,
		);
	}
}

function runsPinnedNode() {
	return spawnSync(pinnedNode, ['--version']).status === 0;
}

async function installDependencies() {
	const lockHash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
	const installedHash = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
	if (installedHash === lockHash && runsPinnedNode()) return;

	console.log('Installing the project’s tools with npm: 1 to 2 minutes, about 1 GB on disk.');
	rmSync(stampFile, { force: true });
	// The only install script that is needed is the one that fetches Node; some of the others fail.
	// Warnings are not shown: dozens say that this Node is old, which is why another one is installed.
	await npm('ci --ignore-scripts --no-audit --no-fund --loglevel=error');
	await npm('rebuild node --ignore-scripts=false --loglevel=error');
	if (!runsPinnedNode()) {
		fail(
			`The package "node" was installed, but ${pinnedNode} does not run on this machine. Run "npm rebuild node" to see why.`,
		);
	}
	writeFileSync(stampFile, lockHash);
}

requireNodeAndNpm();
await installDependencies();
const searchPath = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
process.exit(
	await run(pinnedNode, process.argv.slice(2), {
		env: {
			...process.env,
			[searchPath]: dirname(pinnedNode) + delimiter + process.env[searchPath],
		},
	}),
);
