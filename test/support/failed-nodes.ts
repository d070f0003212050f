import type { N8nExecution, N8nWorkflow } from '../../local/n8n-api.ts';

const MAY_BE_IDLE = /(?:\.stickyNote|trigger)$/i;

/** Names nodes that failed or didn't run, with reasons. Triggers and the given nodes may be idle. */
export function findFailedNodes(
	{ nodes }: Pick<N8nWorkflow, 'nodes'>,
	{ runData }: Pick<N8nExecution, 'runData'>,
	idleNodes: string[] = [],
): string[] {
	return nodes.flatMap(({ name, type }) => {
		const runs = runData[name] ?? [];
		const failed = runs.find((run) => run.error || run.executionStatus !== 'success');
		if (failed) return [`${name} failed: ${failed.error?.message ?? failed.executionStatus}`];
		const mayBeIdle = MAY_BE_IDLE.test(type) || idleNodes.includes(name);
		return runs.length > 0 || mayBeIdle ? [] : [`${name} didn't run`];
	});
}
