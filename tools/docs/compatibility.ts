import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	CREDENTIAL_TEST,
	RECORDS_FOLDER,
	type RunRecord,
} from '../../test/support/compatibility-records.ts';
import { documentedOperations } from '../../test/support/contract.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import type { OperationId } from '../../contract/types.ts';
import { table, withParts } from '../../test/support/markdown.ts';

export const COMPATIBILITY_PAGE = 'docs/reference/compatibility.md';

/** The table of n8n releases and tests, from the records of the tests in n8n. */
export function compatibilityPage(): string {
	const columns: Array<[heading: string, tested: RunRecord['tested'][number]]> = [
		['Credential test', CREDENTIAL_TEST],
		...operations.map(({ resource, option }): [string, OperationId] => [
			`${resource.name}: ${option.name}`,
			documentedOperations().find(({ summary }) => summary === option.action)!.operationId,
		]),
	];
	const records: RunRecord[] = readdirSync(RECORDS_FOLDER).map((file) =>
		JSON.parse(readFileSync(join(RECORDS_FOLDER, file), 'utf8')),
	);
	const byRelease = Object.groupBy(records, ({ n8n, node }) => `${n8n}, Node ${parseInt(node)}`);
	const rows = Object.entries(byRelease)
		.sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
		.map(([release, own = []]) => {
			const cells = columns.map(([, test]) => {
				const ways = own.filter(({ tested }) => tested.includes(test)).map(({ way }) => way);
				return ways.sort().join(', ');
			});
			return [release, ...cells];
		});
	const head = ['n8n', ...columns.map(([heading]) => heading)];
	return withParts(COMPATIBILITY_PAGE, { table: table([head, ...rows]) });
}
