import { connect } from '../../connect.ts';
import { importExampleFile, jsonOf, outputOf, rehearse, streamsIn } from './rehearsal.ts';

const { requestsDuring, withFaults } = connect();

rehearse('emails-to-table-rows.json', async (run, example) => {
	expect(run.requests.map(({ operation, status }) => ({ operation, status }))).toEqual([
		{ operation: 'extractData', status: 200 },
		{ operation: 'extractData', status: 200 },
	]);
	// In any order: they are sent side by side.
	expect(run.requests.map(({ body }) => body)).toContainEqual({
		input: [
			{ type: 'TEXT', text: expect.stringContaining('Subject: Complaint about a broken lamp') },
		],
		outputStructure: expect.objectContaining({
			category: {
				type: 'string',
				description: expect.stringContaining('{"enum":["complaint","invoice","order","other"]}'),
			},
		}),
	});
	expect(jsonOf(run.items)).toEqual([
		expect.objectContaining({
			messageId: '<1@example.com>',
			received: '2026-05-04T08:12:00.000Z',
			sender: 'Ada Palmer',
			company: 'Palmer Studios Ltd',
			category: 'order',
			orderNumber: '2026-0815',
			dueDate: '2026-05-12',
		}),
		expect.objectContaining({
			messageId: '<2@example.com>',
			received: '2026-05-04T09:40:00.000Z',
			sender: 'Jonas Weber',
			company: 'Weber & Sons GmbH',
			category: 'complaint',
			orderNumber: '2026-0790',
			dueDate: '2026-05-08',
		}),
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
	expect(outputOf(run, 'Keep failed run')).toEqual([
		expect.objectContaining({
			streamId: '4712',
			state: 'waiting',
			tries: 1,
			reason: 'The platform returned 409: Stream 4712 is busy',
		}),
	]);
	const retry = await example.runFrom('Start every 15 minutes');
	expect(streamsIn(retry)).toEqual([['4712', 201]]);
	expect(streamsIn(await example.runFrom('Start every 15 minutes'))).toEqual([]);

	const uncertain = await withFaults([{ fault: 'reset-after', when: { id: '4711' } }], () =>
		example.runFrom('Start every night'),
	);
	expect(outputOf(uncertain, 'Keep failed run')).toEqual([
		expect.objectContaining({ streamId: '4711', state: 'look', tries: 1 }),
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
	const later = await importExampleFile('retry-failed-runs.json', {
		nodes: { 'Release stuck claims': anHourLater(example.node('Release stuck claims')) },
	});
	const looked = await later.runFrom('Start every 15 minutes');
	expect(streamsIn(looked)).toEqual([]);
	expect(outputOf(looked, 'Release stuck claims')).toEqual(
		['4712', '4713'].map((streamId): unknown =>
			expect.objectContaining({ streamId, state: 'look', claim: 'look' }),
		),
	);
});

/** The node as it works an hour later. */
function anHourLater(node: object): object {
	return JSON.parse(JSON.stringify(node).replace('$now.minus({ hours: 1 })', '$now')) as object;
}
