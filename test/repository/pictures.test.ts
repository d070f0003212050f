import type { ITaskData } from 'n8n-workflow';
import { findFailedNodes } from '../support/failed-nodes.ts';

const node = (name: string, type: string) => ({ name, type, parameters: {} });

const workflow = {
	nodes: [
		node('Start by hand', 'n8n-nodes-base.manualTrigger'),
		node('Every Night', 'n8n-nodes-base.scheduleTrigger'),
		node('Note', 'n8n-nodes-base.stickyNote'),
		node('Agent', '@n8n/n8n-nodes-langchain.agent'),
		node('Search Functions', 'n8n-nodes-data-platform.dataPlatformTool'),
	],
};

const SUCCESS = { executionStatus: 'success' } as ITaskData;

const allRun = { 'Start by hand': [SUCCESS], Agent: [SUCCESS], 'Search Functions': [SUCCESS] };

const find = (runs: Record<string, Array<Partial<ITaskData>>>, idleNodes?: string[]) =>
	findFailedNodes(workflow, { runData: { ...allRun, ...runs } as typeof allRun }, idleNodes);

test.each<[string, Partial<ITaskData>, string]>([
	['an error status', { executionStatus: 'error' }, 'error'],
	['a message without a status', { error: { message: 'No' } as never }, 'No'],
	['a missing approval', { executionStatus: 'waiting' }, 'waiting'],
])('a node has failed with %s, even if its other runs succeeded', (_, run, reason) => {
	const runs = { 'Search Functions': [SUCCESS, run, SUCCESS] };

	expect(find(runs)).toEqual([`Search Functions failed: ${reason}`]);
	expect(find(runs, ['Search Functions'])).toHaveLength(1);
});

test("a node that didn't run is named, unless it may be idle", () => {
	expect(find({ 'Search Functions': [] })).toEqual(["Search Functions didn't run"]);
	expect(find({ 'Search Functions': [] }, ['Search Functions'])).toEqual([]);
});
