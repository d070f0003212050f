import type { OperationId } from '../../contract/types.ts';

/** What the tests in real n8n leave behind for the table of compatibility, one file for each way. */
export const RECORDS_FOLDER = 'test-results/compatibility';

export const CREDENTIAL_TEST = 'credentialTest';

/** Something that worked. */
export interface RunRecord {
	/** The release, such as `2.41.1`. */
	n8n: string;
	/** The release of Node that ran it. */
	node: string;
	/** How it was started, such as `by a schedule`. */
	way: string;
	/** CREDENTIAL_TEST, or operations of the contract by their operationId. */
	tested: Array<OperationId | typeof CREDENTIAL_TEST>;
}
