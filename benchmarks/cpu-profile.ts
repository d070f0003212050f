import { writeFile } from 'node:fs/promises';
import CDP from 'chrome-remote-interface';
import getPort from 'get-port';
import { withFixture } from './fixture.ts';
import type { Scenario } from './scenarios.ts';
import { type Bench, startSubject } from './subject-process.ts';

/**
 * Profiles n8n while our node does the work of a scenario.
 *
 * @param file where the profile goes, for Chromium's developer tools or VS Code
 */
export async function profile(scenario: Scenario, file: string, bench: Bench): Promise<Share[]> {
	const port = await getPort();
	const environment = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
	return await withFixture(scenario, bench, async ({ workload, behave }) => {
		const subjectProcess = await startSubject(scenario.subjects[0], { ...workload, environment });
		try {
			await behave(scenario.faults);
			await subjectProcess.run();
			const recorded = await profileWhile(port, () => subjectProcess.run());
			await writeFile(file, JSON.stringify(recorded));
			return sharesOf(recorded);
		} finally {
			await subjectProcess.stop();
		}
	});
}

type CpuProfile = Awaited<ReturnType<typeof profileWhile>>;

/** Records the CPU profile of a process whose inspector listens at a port, while the work is done. */
async function profileWhile(port: number, work: () => Promise<unknown>) {
	const inspector = await CDP({ host: '127.0.0.1', port, local: true });
	try {
		await inspector.Profiler.enable();
		await inspector.Profiler.start();
		await work();
		return (await inspector.Profiler.stop()).profile;
	} finally {
		await inspector.close();
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
function sharesOf({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Share[] {
	const owners = ownersOf(nodes);
	const times = new Map<string, number>();
	// What passes before the first sample is the profiler's own start.
	for (let index = 1; index < samples.length; index++) {
		const owner = owners.get(samples[index]);
		if (owner !== undefined) times.set(owner, (times.get(owner) ?? 0) + timeDeltas[index]);
	}
	const total = [...times.values()].reduce((sum, time) => sum + time, 0);
	return [...times]
		.map(([who, time]) => ({ who, share: time / total }))
		.sort((a, b) => b.share - a.share);
}

function ownersOf(nodes: CpuProfile['nodes']): Map<number, string> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const owners = new Map<number, string>();
	const visit = (node: CpuProfile['nodes'][number], caller: string): void => {
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
