import { connect } from '../../connect.ts';
import { jsonOf, outputOf, rehearse, streamsIn } from './rehearsal.ts';

const { withFaults } = connect();

rehearse('nightly-connector-runs.json', async (run, example) => {
	expect(streamsIn(run)).toEqual([
		['4711', 201],
		['4712', 201],
		['4713', 404],
	]);
	expect(jsonOf(run.items)).toEqual([
		{
			subject: '2 of 3 connectors started',
			text: 'Stream 4713 not started: The platform returned 404: Stream 4713 does not exist',
		},
	]);

	const lucky = await example.runFrom('Start every night');
	expect(outputOf(lucky, 'Write report')).toEqual([
		{ subject: '3 of 3 connectors started', text: 'All connectors started.' },
	]);

	const outage = await withFaults([{ fault: 'reset-after' }], () =>
		example.runFrom('Start every night'),
	);
	expect(outputOf(outage, 'Write report')).toEqual([
		{
			subject: '0 of 3 connectors started',
			text: expect.stringMatching(/^(Stream 471\d might have started: .*\n?){3}$/),
		},
	]);
});
