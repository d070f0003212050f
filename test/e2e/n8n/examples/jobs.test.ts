import { importExampleFile, jsonOf, rehearse, sentIn } from './rehearsal.ts';

const FILE = 'change-job-timeouts.json';

/** The two of the three jobs that have another timeout, in full. */
const CHANGED = [
	{
		change: '3600 s to 1800 s',
		definition: {
			jobId: 'nightly-load',
			jobName: 'Nightly load',
			executionTimeout: 1800,
			accounts: [101, 102],
			resources: { requests: { memory: '256M' }, limits: { memory: '512M' } },
		},
	},
	{
		change: '7200 s to 1800 s',
		definition: {
			jobId: 'weekly-export',
			jobName: 'Weekly export',
			executionTimeout: 1800,
			executionPayload: { remoteInstance: 'archive', metricsDatasetId: 'metrics-7' },
			accounts: [101],
		},
	},
];

const outcomes = (outcome: string) =>
	CHANGED.map((job) => ({ job: `reporting-app / ${job.definition.jobId}`, ...job, outcome }));

/** The settings of the example, with the switch on. */
const assignments = [
	{ id: 'newtimeout', name: 'newTimeout', type: 'number', value: 1800 },
	{ id: 'send', name: 'send', type: 'boolean', value: true },
];
const SEND = { parameters: { assignments: { assignments }, options: {} } };

rehearse(FILE, async (preview) => {
	expect(preview.requests).toEqual([]);
	expect(jsonOf(preview.items)).toEqual(outcomes('not sent'));

	const run = await (await importExampleFile(FILE, { nodes: { 'Choose settings': SEND } })).run();
	expect(sentIn(run)).toEqual(
		CHANGED.map(({ definition }) => ({
			method: 'PUT',
			path: `/v1/applications/reporting-app/jobs/${definition.jobId}`,
			body: definition,
			status: 200,
		})),
	);
	expect(jsonOf(run.items)).toEqual(outcomes('replaced'));
});
