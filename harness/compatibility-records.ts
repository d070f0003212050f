import type { OperationId } from '../simulator/contract.ts';

/** What the tests in real n8n leave behind for the table of compatibility, one file for each way. */
export const RECORDS_FOLDER = 'test-results/compatibility';

/** What is tested, in the order of the table's columns. */
export const TESTED = [
	'Credential test',
	'AI: Extract',
	'Connector: Run',
	'Function: Search',
	'Job: Update',
] as const;

export type Tested = (typeof TESTED)[number];

/** Which column a request to the service stands for. */
export const TESTED_BY: Record<OperationId, Tested> = {
	extractData: 'AI: Extract',
	runConnector: 'Connector: Run',
	searchFunctions: 'Function: Search',
	updateJob: 'Job: Update',
};

/** Something that worked. */
export interface RunRecord {
	/** The release, such as `2.41.1`. */
	n8n: string;
	/** The release of Node that ran it. */
	node: string;
	/** How it was started, such as `by a schedule`. */
	way: string;
	tested: Tested[];
}
