import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import {
	CREDENTIAL_TEST,
	RECORDS_FOLDER,
	type RunRecord,
} from '../../harness/compatibility-records.ts';
import { documentedOperations } from '../../harness/unit/contract.ts';
import { operations } from '../../nodes/DataPlatform/operations/index.ts';
import { withParts } from './markdown.ts';

type Tested = RunRecord['tested'][number];

/** With which releases of n8n what was tested, from what the tests in real n8n have taken down. */
export function compatibilityPage(): string {
	const records: RunRecord[] = readdirSync(RECORDS_FOLDER).map((file) =>
		JSON.parse(readFileSync(join(RECORDS_FOLDER, file), 'utf8')),
	);
	return withParts('docs/compatibility.md', { table: table(records) });
}

/** The columns: how each reads, and what is tested, as the records name it. */
function columns(): Array<[heading: string, tested: Tested]> {
	const ofOperations = operations.map(({ resource, option }): [string, Tested] => [
		`${resource.name}: ${option.name}`,
		documentedOperations().find(({ summary }) => summary === option.action)!.operationId,
	]);
	return [['Credential test', CREDENTIAL_TEST], ...ofOperations];
}

function table(records: RunRecord[]): string {
	const byRelease = Object.groupBy(records, ({ n8n, node }) => `${n8n}, Node ${parseInt(node)}`);
	const rows = Object.entries(byRelease)
		.sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
		.map(([release, own = []]) => [release, ...columns().map(([, tested]) => waysOf(own, tested))]);
	return markdownTable([['n8n', ...columns().map(([heading]) => heading)], ...rows]);
}

function waysOf(records: RunRecord[], tested: Tested): string {
	const ways = records.filter((record) => record.tested.includes(tested)).map(({ way }) => way);
	return ways.sort().join(', ');
}
