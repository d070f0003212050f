import { connect } from '../connect.ts';
import { importFile, jsonOf, outputOf, type Rehearsal, streamsIn } from './rehearsal.ts';

const { withFaults } = connect();

/** Milliseconds that five requests take at two a second, less one of the four pauses for what varies. */
const LEAST_SPAN = 1500;

/** Examples that run connectors, by file name. */
export const connectorExamples: Record<string, Rehearsal> = {
	async 'nightly-connector-runs.json'() {
		const example = await importFile('nightly-connector-runs.json');
		const run = await example.run();
		expect(streamsIn(run)).toEqual([
			['4711', 201],
			['4712', 201],
			['4713', 404],
		]);
		expect(jsonOf(run.items)).toEqual([
			{
				subject: '2 of 3 connectors started',
				text: 'Stream 4713 not started: The platform answered 404: Stream 4713 does not exist',
			},
		]);

		const lucky = await example.runFrom('Every Night');
		expect(outputOf(lucky, 'Report')).toEqual([
			{ subject: '3 of 3 connectors started', text: 'Every connector was started.' },
		]);

		const inDoubt = await withFaults([{ fault: 'reset-after' }], () =>
			example.runFrom('Every Night'),
		);
		expect(outputOf(inDoubt, 'Report')).toEqual([
			{
				subject: '0 of 3 connectors started',
				text: expect.stringMatching(/^(Stream 471\d may have started: .*\n?){3}$/),
			},
		]);
		return [run];
	},

	async 'run-streams-from-csv.json'() {
		const example = await importFile('run-streams-from-csv.json');
		const run = await example.run();
		expect(streamsIn(run)).toEqual(
			['4711', '4712', '4713', '4714', '4715'].map((stream) => [stream, 201]),
		);
		const times = run.requests.map(({ at }) => at);
		expect(times.at(-1)! - times[0]).toBeGreaterThanOrEqual(LEAST_SPAN);
		const started = expect.stringMatching(/^started as execution \d+$/);
		expect(jsonOf(run.items)).toEqual([
			{ streamId: '4711', name: 'Orders', outcome: started },
			{ streamId: '4712', name: 'Customers', outcome: started },
			{ streamId: '4713', name: 'Stock', outcome: started },
			{ streamId: '4714', name: 'Prices', outcome: started },
			{ streamId: '4715', name: 'Suppliers', outcome: started },
		]);

		const handedIn = await example.handIn('streamId,name\n4720,Visits\nno-stream,Returns\n');
		expect(streamsIn(handedIn)).toEqual([
			['4720', 201],
			['no-stream', 404],
		]);
		expect(outputOf(handedIn, 'Outcome')).toEqual([
			{ streamId: '4720', name: 'Visits', outcome: started },
			{
				streamId: 'no-stream',
				name: 'Returns',
				outcome: expect.stringContaining('There is no stream "no-stream"'),
			},
		]);
		return [run];
	},
};
