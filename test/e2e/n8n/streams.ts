import type { N8nExecution } from '../../../local/n8n-api.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import type { connect } from '../connect.ts';
import { dataPlatform, type FullNode, manualTrigger, node, row } from '../../support/workflows.ts';

type Connection = ReturnType<typeof connect>;

/** The name of the node that runs the connectors. */
export const RUN = 'Run Connectors';

/** What the error of a run that ended early says of its items. */
export interface ReportDetails {
	done?: Array<{ itemIndex: number; streamId: string; executionId: number }>;
	failed: Array<{ itemIndex: number; message: string; kind?: string }>;
	/** Item indices, such as `3, 5-8`. */
	notSent?: string;
}

/** A workflow with one node of the platform behind so many items, each with a `number` from `first` on. */
export function manyItems(
	{ credential }: Connection,
	{ first, count }: { first: number; count: number },
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
) {
	const numbers = node('Numbers', 'code', 2, {
		jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { number: ${first} + index } }));`,
	});
	const platform = { ...dataPlatform(RUN, credential, parameters), ...settings };
	return row(`Items from ${first}`, manualTrigger(), numbers, platform as FullNode);
}

/** The parameters that run one connector for each item. */
export const runConnector = {
	resource: 'connector',
	operation: 'run',
	streamId: '={{ $json.number }}',
};

/** Settings of a node that n8n tries as often as it can. */
export const retryOnFail = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };

/** What the last error of an execution says of its items. */
export function reportDetailsOf({ error }: N8nExecution): ReportDetails {
	return (error as unknown as { context: { data: ReportDetails } }).context.data;
}

/** The item indices in `3, 5-8`. */
export function indicesIn(ranges = ''): number[] {
	return ranges
		.split(', ')
		.filter(Boolean)
		.flatMap((range) => {
			const [from, to = from] = range.split('-').map(Number);
			return Array.from({ length: to - from + 1 }, (_, index) => from + index);
		});
}

/** The requests that reached the platform for streams of a range. */
export async function requestsFor(
	{ requests }: Connection,
	{ first, count }: { first: number; count: number },
): Promise<RequestRecord[]> {
	return (await requests()).filter(({ parameters: { streamId } }) => {
		const number = Number(streamId);
		return number >= first && number < first + count;
	});
}

/** Presses Retry of a failed execution, and waits for the end of the execution that follows from it. */
export async function retryExecution(
	{ api }: Connection,
	{ id }: N8nExecution,
): Promise<N8nExecution> {
	return await api.executionEnd(await api.retry(id));
}
