import type { OperationId } from '../../contract/types.ts';

/** Records of the tests in n8n for the compatibility table, one file per way to start an execution. */
export const RECORDS_FOLDER = 'test-results/compatibility';

export const CREDENTIAL_TEST = 'credentialTest';

/** A successful test. */
export interface RunRecord {
	n8n: string;
	node: string;
	/** How the execution was started, such as `by a schedule`. */
	way: string;
	/** CREDENTIAL_TEST, or operationIds of the contract. */
	tested: Array<OperationId | typeof CREDENTIAL_TEST>;
}
