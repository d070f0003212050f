// What the night can act on, as an agent's tools have it: checks, Keep Only, and a list that says when it is incomplete.
import { dataPlatformTool } from '../../support/workflows.ts';
import { type Agents, startAgents } from './agent.ts';
import { fromAi } from './agent-tools.ts';
import { connect } from '../connect.ts';

const { credential, withFaults } = connect();

const TOOLS = [
	dataPlatformTool('Extract day', credential, {
		resource: 'ai',
		operation: 'extract',
		text: fromAi('text', 'The text to read'),
		outputStructure: {
			field: [
				{ name: 'day', type: 'date' },
				{ name: 'total', type: 'number' },
			],
		},
		options: {
			checks: {
				settings: {
					checksField: 'checks',
					ifFound: fromAi('ifFound', 'keep or fail'),
					addEvidence: true,
					askAgain: fromAi('times', 'How often to ask again', 'number'),
				},
			},
			convertTypes: true,
			dateOrder: fromAi('order', 'What stands first in dates'),
		},
	}),
	dataPlatformTool('Search functions', credential, {
		resource: 'function',
		operation: 'search',
		limit: 2,
		keepOnly: { brokenLinks: fromAi('broken', 'only or without') },
		options: {
			detailsField: 'search',
			whenIncomplete: fromAi('incomplete', 'hint or fail'),
		},
	}),
].map((tool) => ({ ...tool, onError: 'continueRegularOutput' as const }));

let agents: Agents;
let agent: string;

beforeAll(async () => {
	agents = await startAgents();
	agent = await agents.agentWith(TOOLS);
});

afterAll(async () => await agents.model.close());

const extractDay = (total: string, others: object = {}) => ({
	tool: 'Extract_day',
	arguments: {
		text: `Day: 03/04/26\nsimulate: value day "03/04/26"\nsimulate: value total ${total}`,
		...{ order: 'dayFirst', ifFound: 'keep', times: 0 },
		...others,
	},
});

test('each call has its checks: what is well, what is doubtful, what is asked again and what fails', async () => {
	const { answers, sent } = await agents.converse(
		agent,
		extractDay('"5.00 EUR"'),
		extractDay('777', { text: 'simulate: missing total\nDay: 1 May 2026', times: 1 }),
		extractDay('"5.00"', { order: 'certain', ifFound: 'fail' }),
	);
	const [good, doubtful, failed] = answers.map((answer) => JSON.parse(answer)[0]);

	expect(good).toMatchObject({
		...{ day: '2026-04-03', total: 5, checks: [] },
		evidence: [{ field: 'day' }, { field: 'total' }],
	});
	expect(doubtful.checks).toMatchObject([{ field: 'total', problem: 'missing' }]);
	expect(failed.error).toMatch(/Checks found issues: day ambiguous/);
	expect(sent).toHaveLength(1 + 2 + 1);
	expect(sent[2][1]).toMatchObject({ instructions: expect.stringContaining('Look again (1)') });
});

test('a list is kept short, tells whether it is complete, and fails where that is wanted', async () => {
	const search = (incomplete: string, broken: string) => ({
		tool: 'Search_functions',
		arguments: { incomplete, broken },
	});
	const { answers } = await agents.converse(
		agent,
		search('fail', 'only'),
		search('fail', 'without'),
	);
	const [broken, whole] = answers.map((answer) => JSON.parse(answer));
	for (const each of broken) expect(each.brokenLinks).toContain('ILLEGAL_REFERENCE');
	for (const each of whole) expect(each.brokenLinks).toBe('');
	const isComplete = { search: expect.objectContaining({ incomplete: false }) };
	expect([...broken, ...whole]).toEqual(Array(4).fill(expect.objectContaining(isComplete)));

	const degraded = await withFaults(
		[{ fault: 'degraded' }],
		async () => await agents.converse(agent, search('hint', 'only'), search('fail', 'only')),
	);
	const [hinted, failed] = degraded.answers.map((answer) => JSON.parse(answer));
	const isDegraded = { search: expect.objectContaining({ degraded: true, incomplete: true }) };
	expect(hinted).toEqual(Array(2).fill(expect.objectContaining(isDegraded)));
	expect(failed).toEqual([
		expect.objectContaining({ error: expect.stringMatching(/may be incomplete/) }),
	]);
});
