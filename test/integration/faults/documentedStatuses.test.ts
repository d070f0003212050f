// The table of statuses in docs/how-to/troubleshoot.md, compared with what the node does. It runs in n8n's engine
// over real connections, on a simulated clock.
import { readFileSync } from 'node:fs';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { runItems } from '../../simulation/platform.ts';
import { useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

const page = readFileSync('docs/how-to/troubleshoot.md', 'utf8');
const [, table] = /<!-- statuses -->(.*?)<!-- \/statuses -->/s.exec(page)!;
const statusesIn = (text = '') => Array.from(text.matchAll(/\b\d{3}\b/g), ([status]) => +status);

const rows = Array.from(table.matchAll(/^\| (\d.*?) +\| `(\w+)`/gm), ([, statuses, kind]) => ({
	statuses,
	kind,
}));

/** The statuses of the sentence about what's sent again. */
const repeated = statusesIn(/sends a request again after (.*?),? \[/.exec(page)?.[1]);

function faultOf(status: number, kind: string): FaultRule {
	if (status === 200) return { fault: 'html-200' };
	if (status < 400) return { fault: 'redirect', status };
	if (kind === 'throttled') return { fault: 'retry-after', status, seconds: 60 };
	return { fault: 'status', status };
}

const cases = rows.flatMap(({ statuses, kind }) =>
	statusesIn(statuses).map((status) => ({ status, kind })),
);

test('the page has a table of statuses, and a sentence about what is sent again', () => {
	expect(cases.length).toBeGreaterThan(20);
	expect(repeated.length).toBeGreaterThan(5);
});

test.each(cases)('$status is $kind', async ({ status, kind }) => {
	const { outputs, requests } = await runItems({
		...{ operation: 'Search', items: 1, faults: [faultOf(status, kind)] },
		requestOptions: { maxRetries: 1 },
	});

	expect(outputs).toMatchObject([{ details: { kind, httpCode: status } }]);
	expect(requests.length > 1).toBe(kind === 'throttled' || repeated.includes(status));
});

test.each(cases)('$status to a run', async ({ status, kind }) => {
	const { outputs, requests } = await runItems({
		...{ operation: 'Run', items: 1, faults: [faultOf(status, kind)] },
		requestOptions: { maxRetries: 1 },
	});

	const isKnown = kind === 'rejected' || kind === 'throttled';
	expect(outputs).toMatchObject([{ details: { kind: isKnown ? kind : 'unknownOutcome' } }]);
	expect(requests.length > 1).toBe(kind === 'throttled');
});
