import { writeFile } from 'node:fs/promises';
import axios from 'axios';
import getPort from 'get-port';
import { type Field, startContestant } from './contestants.ts';
import type { Scenario } from './scenarios.ts';
import { onGround } from './service.ts';

/**
 * Profiles n8n while our node does the work of a scenario.
 *
 * @param file where the profile goes, for Chromium's developer tools or VS Code
 */
export async function profile(scenario: Scenario, file: string, field: Field): Promise<Share[]> {
	const port = await getPort();
	const environment = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
	return await onGround(scenario, field, async ({ match, behave }) => {
		const contestant = await startContestant(scenario.rivals[0], { ...match, environment });
		try {
			await behave(scenario.faults);
			await contestant.run();
			const recorded = await profileWhile(port, () => contestant.run());
			await writeFile(file, JSON.stringify(recorded));
			return sharesOf(recorded);
		} finally {
			await contestant.stop();
		}
	});
}

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string; lineNumber: number };
	children?: number[];
}

/** What V8's profiler records: a tree of calls, and which of them ran at each sample. */
interface CpuProfile {
	nodes: ProfileNode[];
	samples: number[];
	timeDeltas: number[];
}

/**
 * Records the CPU profile of a process that was started with `--inspect`, while the work is done.
 *
 * @param port where its inspector listens on this machine
 */
async function profileWhile(port: number, work: () => Promise<unknown>): Promise<CpuProfile> {
	const { data } = await axios.get(`http://127.0.0.1:${port}/json/list`, { proxy: false });
	const socket = new WebSocket(data[0].webSocketDebuggerUrl);
	await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
	let count = 0;
	const ask = async (method: string): Promise<{ profile: CpuProfile }> => {
		const id = ++count;
		socket.send(JSON.stringify({ id, method }));
		return await new Promise((resolve) => {
			socket.addEventListener('message', function listen({ data: text }) {
				const answer = JSON.parse(text);
				if (answer.id !== id) return;
				socket.removeEventListener('message', listen);
				resolve(answer.result);
			});
		});
	};
	try {
		await ask('Profiler.enable');
		await ask('Profiler.start');
		await work();
		return (await ask('Profiler.stop')).profile;
	} finally {
		socket.close();
	}
}

export interface Share {
	who: string;
	/** Of the CPU time, 0 to 1. */
	share: number;
}

const OWNERS: Array<[RegExp, string]> = [
	[/node_modules\/n8n-nodes-data-platform\//, 'this package'],
	[/node_modules\/n8n-nodes-base\//, 'n8n: other nodes'],
	[/node_modules\/(n8n|n8n-core|n8n-workflow|@n8n\/[^/]+)\//, 'n8n'],
	[/node_modules\/(axios|follow-redirects|form-data|https?-proxy-agent|agent-base)\//, 'axios'],
	[/node_modules\/(@langchain|luxon|lodash|esprima|recast|ast-types)/, 'n8n'],
	[/node_modules\//, 'other libraries of n8n'],
];
const IDLE = new Set(['(idle)', '(root)']);

/**
 * Whose code used the CPU: each sample counts for the package whose code ran, and inside Node's own code for
 * the package that called it.
 */
function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Share[] {
	const owners = ownersOf(nodes);
	const times = new Map<string, number>();
	// What passes before the first sample is the profiler's own start.
	for (let index = 1; index < samples.length; index++) {
		const owner = owners.get(samples[index])!;
		if (owner !== undefined) times.set(owner, (times.get(owner) ?? 0) + timeDeltas[index]);
	}
	const total = [...times.values()].reduce((sum, time) => sum + time, 0);
	return [...times]
		.map(([who, time]) => ({ who, share: time / total }))
		.sort((a, b) => b.share - a.share);
}

function ownersOf(nodes: ProfileNode[]): Map<number, string> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const owners = new Map<number, string>();
	const visit = (node: ProfileNode, caller: string): void => {
		const { functionName, url } = node.callFrame;
		if (IDLE.has(functionName) && node !== nodes[0]) return;
		const own =
			functionName === '(garbage collector)'
				? 'garbage collection'
				: OWNERS.find(([pattern]) => pattern.test(url))?.[1];
		const owner = own ?? caller;
		if (node !== nodes[0]) owners.set(node.id, owner);
		for (const id of node.children ?? []) visit(byId.get(id)!, owner);
	};
	visit(nodes[0], 'Node');
	return owners;
}
