// Examples that run in n8n 1 and 2, without other services.
import axios from 'axios';
import { importExampleFile, testExtractions } from './example.ts';
import type { FaultRule } from '../../../../simulator/faults/rules.ts';
import { connect, SEARCH_REQUEST } from '../../connect.ts';

const { api, n8nUrl, requestsDuring, searchDirectly, withFaults } = connect();

const RESET: FaultRule[] = [{ fault: 'reset-after' }];

// prettier-ignore
testExtractions([
	{
		file: 'order-email-to-line-items.json', node: 'Keep order line', items: 3,
		first: { orderNumber: '2026-0815', article: 'Desk lamp', quantity: 2, price: 39.9 },
	},
	{
		file: 'receipts-to-expense-lines.json', node: 'Format expense line', items: 5,
		first: {
			date: '2026-11-05', merchant: 'Cafe Meridian',
			description: '2 x Flat white', amount: 7.6,
		},
	},
	{
		file: 'pdf-invoices-to-rows.json', node: 'Keep invoice fields', items: 1,
		first: {
			invoiceNumber: '2026-117', vendor: 'Northwind Paper Ltd',
			date: '2026-05-12', total: 1299,
		},
	},
	{
		file: 'pdf-invoices-to-rows.json', node: 'Write review request', items: 1,
		first: {
			subject: 'Review the invoice from Weber Cleaning GmbH',
			text: expect.stringMatching(/^invoiceNumber: .+\n\nThe text of the file:\nWeber[^]*238\.00/),
		},
	},
	{
		file: 'email-attachments-to-rows.json', node: 'Keep row fields', items: 3,
		first: {
			file: 'invoice-2026-204.pdf', invoiceNumber: '2026-204',
			vendor: 'Northwind Paper Ltd', article: 'Copy paper A4', quantity: 40, amount: 1180,
		},
	},
	{
		file: 'email-attachments-to-rows.json', node: 'Write report', items: 1,
		first: {
			subject: 'Not read: scan-0042.pdf',
			text: expect.stringContaining("'Text' is empty"),
		},
	},
]);

test('receipts are handed in by a form, and become a file', async () => {
	const example = await importExampleFile('receipts-to-expense-lines.json');
	const run = await example.handIn('Book Corner\n2026-11-07\n\n1 x Atlas 24.00\n');

	expect(run.output('Format expense line')).toEqual([
		{ date: '2026-11-07', merchant: 'Book Corner', description: '1 x Atlas', amount: 24 },
	]);
	const expenses = { fileName: 'expenses.csv', mimeType: 'text/csv' };
	expect(run.items()).toMatchObject([{ binary: { expenses } }]);
});

test('run-streams-from-csv.json', async () => {
	const example = await importExampleFile('run-streams-from-csv.json');
	const run = await example.run();

	expect(run.streams).toEqual([4711, 4712, 4713, 4714, 4715].map((id) => [`${id}`, 201]));
	// Five requests at two a second have four pauses. One is left out for what varies.
	expect(run.requests[4].at - run.requests[0].at).toBeGreaterThanOrEqual(1500);
	const outcome = expect.stringMatching(/^started as execution \d+$/);
	expect(run.output()[0]).toEqual({ streamId: '4711', name: 'Orders', outcome });

	const handedIn = await example.handIn('streamId,name\n4720,Visits\nno-stream,Returns\n');
	const error = expect.stringContaining('There is no stream "no-stream"');
	expect(handedIn.output('Write outcome')).toEqual([
		{ streamId: '4720', name: 'Visits', outcome },
		{ streamId: 'no-stream', name: 'Returns', outcome: error },
	]);
});

test('nightly-connector-runs.json', async () => {
	const example = await importExampleFile('nightly-connector-runs.json');
	const tonight = () => example.runFrom('Start every night');

	expect((await example.run()).output()).toEqual([
		{
			subject: '2 of 3 connectors started',
			text: 'Stream 4713 not started: The platform returned 404: Stream 4713 does not exist',
		},
	]);
	expect((await tonight()).output('Write report')).toEqual([
		{ subject: '3 of 3 connectors started', text: 'All connectors started.' },
	]);
	expect((await withFaults(RESET, tonight)).output('Write report')).toEqual([
		{
			subject: '0 of 3 connectors started',
			text: expect.stringMatching(/^(Stream 471\d may have started: .*\n?){3}$/),
		},
	]);
});

test('webhook-to-connector-run.json', async () => {
	const file = 'webhook-to-connector-run.json';
	const detail = expect.stringMatching(/^execution \d+$/);
	const run = await (await importExampleFile(file)).run();
	expect(run.output()).toEqual([{ status: 202, outcome: 'started', detail }]);

	const password = 'password-of-a-webhook';
	const data = { name: 'X-Password', value: password };
	const login = await api.createCredential('Login of the webhook', 'httpHeaderAuth', data);
	const published = await importExampleFile(file, {
		others: { 'n8n-nodes-base.webhook': login },
		nodes: { 'Receive request': { disabled: false, webhookId: 'run-connector' } },
	});
	await api.publish(published.id);
	const call = async (body: object, sent = password) => {
		const options = { headers: { 'X-Password': sent }, proxy: false as const };
		const url = `${n8nUrl}/webhook/run-connector`;
		const response = await axios.post(url, body, { ...options, validateStatus: null });
		return [response.status, response.data.outcome, response.data.detail];
	};
	const { result, requests } = await requestsDuring(async () => [
		await call({ streamId: 4712 }, 'another password'),
		await call({ streamId: 4713 }),
		await call({}),
		await call({ streamId: 'no-stream' }),
		await withFaults(RESET, () => call({ streamId: 4714 })),
	]);
	await api.unpublish(published.id);

	expect(result).toEqual([
		[403, undefined, undefined],
		[202, 'started', detail],
		[400, 'not started', expect.stringContaining('Stream ID')],
		[502, 'not started', expect.stringContaining('404')],
		[502, 'may have started', expect.stringContaining('4714')],
	]);
	const sent = requests.map(({ parameters }) => parameters.streamId);
	expect(sent).toEqual(['4713', 'no-stream', '4714']);
});

/** All functions, and those with broken links, by name. */
async function functionsOnPlatform() {
	const body = { filters: [], sort: { field: 'name', ascending: true }, limit: 5000 };
	const all = await searchDirectly(body);
	const broken = all.filter(({ links }) => links.some(({ valid }) => valid !== 'VALID'));
	return { body, all, broken };
}

test('broken-links-to-tickets.json', async () => {
	const file = 'broken-links-to-tickets.json';
	const { body, broken } = await functionsOnPlatform();
	const run = await (await importExampleFile(file)).run();

	expect(run.sent).toEqual([{ ...SEARCH_REQUEST, body, status: 200 }]);
	expect(run.output()).toEqual(
		broken
			.toSorted((left, right) => left.owner - right.owner)
			.map(({ id, name, owner }) => ({
				title: `Check the links of "${name}"`,
				body: expect.stringMatching(`^Function ${id} has broken links: .+: ILLEGAL_REFERENCE`),
				owner,
			})),
	);

	const nodes = { 'Skip known tickets': { disabled: false } };
	const remembering = await importExampleFile(file, { nodes });
	expect((await remembering.run()).output('Skip known tickets')).toEqual(run.output());
	expect((await remembering.run()).output('Skip known tickets')).toEqual([]);
});

test('broken-links-by-email.json', async () => {
	const file = 'broken-links-by-email.json';
	const { all, broken } = await functionsOnPlatform();
	const example = await importExampleFile(file);
	const [{ subject, text }] = (await example.run()).output();
	expect(subject).toBe(`${broken.length} functions have broken links`);
	expect(text).toContain(`${broken[0].name} (id ${broken[0].id}, owner ${broken[0].owner}): `);
	const total = `The platform reports ${all.length} functions in total.`;
	expect(text).toContain(`\n\n${total} No function seems to be missing.`);

	const search = example.nodes.find(({ name }) => name === 'Search functions')!;
	const parameters = { ...search.parameters, name: 'no such function' };
	const none = await importExampleFile(file, { nodes: { 'Search functions': { parameters } } });
	expect((await none.run()).output()).toEqual([
		{ subject: 'No functions have broken links', text: expect.stringContaining('reports 0') },
	]);

	for (const [fault, reason] of [
		[{ fault: 'degraded' }, /may be incomplete[^]*\n\d+ functions were found\. There may be more/],
		[{ fault: 'status', status: 403 }, /^The platform returned 403/],
	] as const) {
		const tonight = await withFaults([fault], () => example.runFrom('Start every night'));
		const warning = 'The list of functions is missing or incomplete';
		expect(tonight.output('Send email')).toEqual([
			{ subject: warning, text: expect.stringMatching(reason) },
		]);
	}
});

test('change-job-timeouts.json', async () => {
	const file = 'change-job-timeouts.json';
	const preview = await (await importExampleFile(file)).run();
	expect(preview.requests).toEqual([]);
	const outcome = 'not sent';
	const definition = { executionTimeout: 1800, accounts: expect.arrayContaining([101]) };
	expect(preview.output()).toMatchObject([
		{ job: 'reporting-app / nightly-load', change: '3600 s to 1800 s', definition, outcome },
		{ job: 'reporting-app / weekly-export', change: '7200 s to 1800 s', definition, outcome },
	]);

	const assignments = [
		{ id: 'newtimeout', name: 'newTimeout', type: 'number', value: 1800 },
		{ id: 'send', name: 'send', type: 'boolean', value: true },
	];
	const send = { parameters: { assignments: { assignments }, options: {} } };
	const run = await (await importExampleFile(file, { nodes: { 'Choose settings': send } })).run();
	const path = '/v1/applications/reporting-app/jobs/';
	expect(run.sent).toEqual(
		['nightly-load', 'weekly-export'].map((id, index) => {
			const { definition: body } = preview.output()[index];
			return { method: 'PUT', path: path + id, body, status: 200 };
		}),
	);
	const replaced = preview.output().map((each) => ({ ...each, outcome: 'replaced' }));
	expect(run.output()).toEqual(replaced);
});
