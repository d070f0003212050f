import { jsonOf, outputOf, rehearse, streamsIn } from './rehearsal.ts';

/** Milliseconds that five requests take at two a second, less one of the four pauses for what varies. */
const LEAST_SPAN = 1500;

rehearse('run-streams-from-csv.json', async (run, example) => {
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
	expect(outputOf(handedIn, 'Write outcome')).toEqual([
		{ streamId: '4720', name: 'Visits', outcome: started },
		{
			streamId: 'no-stream',
			name: 'Returns',
			outcome: expect.stringContaining('There is no stream "no-stream"'),
		},
	]);
});
