import { connect } from '../../connect.ts';
import {
	expectExtractions,
	importExampleFile,
	jsonOf,
	outputOf,
	rehearse,
	streamsIn,
} from './rehearsal.ts';

const { requestsDuring, withFaults } = connect();

rehearse('emails-to-table-rows.json', async (run, example) => {
	expectExtractions(run, 2);
	expect(jsonOf(run.items)).toMatchObject([
		{
			messageId: '<1@example.com>',
			received: '2026-05-04T08:12:00.000Z',
			sender: 'Ada Palmer',
			company: 'Palmer Studios Ltd',
			category: 'order',
			orderNumber: '2026-0815',
			dueDate: '2026-05-12',
		},
		{ messageId: '<2@example.com>', category: 'complaint', dueDate: '2026-05-08' },
	]);

	const again = await example.run();
	const idsOf = ({ items }: typeof run) => items.map(({ json }) => json.id);
	expect(idsOf(again)).toEqual(idsOf(run));
});

rehearse('retry-failed-runs.json', async (run, example) => {
	expect(streamsIn(run)).toEqual([
		['4711', 201],
		['4712', 409],
		['4713', 201],
	]);
	const reason = 'The platform returned 409: Stream 4712 is busy';
	expect(outputOf(run, 'Keep failed run')).toMatchObject([
		{ streamId: '4712', state: 'waiting', tries: 1, reason },
	]);
	const retry = await example.runFrom('Start every 15 minutes');
	expect(streamsIn(retry)).toEqual([['4712', 201]]);
	expect(streamsIn(await example.runFrom('Start every 15 minutes'))).toEqual([]);

	const uncertain = await withFaults([{ fault: 'reset-after', when: { id: '4711' } }], () =>
		example.runFrom('Start every night'),
	);
	expect(outputOf(uncertain, 'Keep failed run')).toMatchObject([
		{ streamId: '4711', state: 'look', tries: 1 },
	]);
	expect(streamsIn(await example.runFrom('Start every 15 minutes'))).toEqual([]);

	const nextNight = await withFaults([{ fault: 'status', status: 409 }], () =>
		example.runFrom('Start every night'),
	);
	expect(streamsIn(nextNight)).toEqual([
		['4712', 409],
		['4713', 409],
	]);
	const atOnce = await requestsDuring(() =>
		withFaults([{ fault: 'delay', ms: 1000 }], () =>
			Promise.all([
				example.runFrom('Start every 15 minutes'),
				example.runFrom('Start every 15 minutes'),
			]),
		),
	);
	expect(streamsIn(atOnce).sort()).toEqual([
		['4712', 201],
		['4713', 201],
	]);

	const dead = await importExampleFile('retry-failed-runs.json', {
		nodes: {
			'Run connector': { disabled: true, onError: 'stopWorkflow' },
			'Remove started run': { disabled: true },
		},
	});
	await dead.run();
	expect(streamsIn(await example.runFrom('Start every 15 minutes'))).toEqual([]);
	const release = example.nodes.find(({ name }) => name === 'Release stuck claims');
	const text = JSON.stringify(release).replace('$now.minus({ hours: 1 })', '$now');
	const later = await importExampleFile('retry-failed-runs.json', {
		nodes: { 'Release stuck claims': JSON.parse(text) },
	});
	const looked = await later.runFrom('Start every 15 minutes');
	expect(streamsIn(looked)).toEqual([]);
	expect(outputOf(looked, 'Release stuck claims')).toMatchObject([
		{ streamId: '4712', state: 'look', claim: 'look' },
		{ streamId: '4713', state: 'look', claim: 'look' },
	]);
});
