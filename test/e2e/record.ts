import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { RECORDS_FOLDER, type RunRecord } from '../support/compatibility-records.ts';

/**
 * Takes down, for the table of compatibility, that something worked in this n8n. To be called when
 * it has been checked.
 *
 * @param way how it was started, such as `by a schedule`
 * @param tested `CREDENTIAL_TEST`, or operations of the contract by their operationId
 */
export async function recordRun(
	n8n: { n8nUrl: string; session: string },
	way: string,
	tested: RunRecord['tested'],
): Promise<void> {
	const { data } = await axios.get(`${n8n.n8nUrl}/rest/settings`, {
		headers: { Cookie: n8n.session },
		proxy: false,
	});
	const { versionCli, nodeJsVersion } = data.data;
	mkdirSync(RECORDS_FOLDER, { recursive: true });
	const file = join(RECORDS_FOLDER, `${versionCli} ${way}.json`);
	const earlier: RunRecord | undefined = existsSync(file)
		? JSON.parse(readFileSync(file, 'utf8'))
		: undefined;
	const record: RunRecord = {
		n8n: versionCli,
		node: nodeJsVersion,
		way,
		tested: [...new Set([...(earlier?.tested ?? []), ...tested])],
	};
	writeFileSync(file, JSON.stringify(record));
}
