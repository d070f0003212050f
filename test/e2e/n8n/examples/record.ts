import type { ExampleRun } from '../../../../local/examples.ts';
import { recordRun } from '../../record.ts';

/** Takes down what examples did that were started by hand and checked. */
export async function recordExamples(
	n8n: { n8nUrl: string; session: string },
	runs: ExampleRun[],
): Promise<void> {
	const requests = runs.flatMap((run) => run.requests);
	const tested = requests.map(({ operation }) => operation!);
	if (tested.length > 0) await recordRun(n8n, 'by hand', tested);
}
