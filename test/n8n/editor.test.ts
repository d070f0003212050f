import type { Browser, Page } from 'playwright-core';
import axios from 'axios';
import { readExamples } from '../../local/examples.ts';
import { simulatorRequests } from '../../local/simulator-requests.ts';
import { connect } from './connect.ts';
import { signedInPage, startBrowser } from './editor/browser.ts';
import * as canvas from './editor/canvas.ts';
import * as credential from './editor/credential.ts';
import * as panel from './editor/panel.ts';
import { withServer } from './with-server.ts';

const NODE = 'Data Platform';
const EXTRACT = 'Extract structured data with AI';
const RUN = 'Run a connector';
const SEARCH = 'Search functions';
const UPDATE = 'Update a job';
const ACTIONS = [EXTRACT, RUN, SEARCH, UPDATE];
const SET = 'Edit Fields';

const connection = connect();
const { credentialData, simulator } = connection;

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await startBrowser();
	page = await signedInPage(browser, connection);
});

afterAll(async () => await browser.close());

beforeEach(async () => await canvas.openNewWorkflow(page));

/** What reaches the service while the given work is done. */
async function requestsOf(work: () => Promise<void>) {
	const before = (await simulatorRequests(simulator.url)).length;
	await work();
	const requests = (await simulatorRequests(simulator.url)).slice(before);
	return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
}

/** Asks the service itself, past the node. */
async function functionsOfTheService(body: object): Promise<Array<Record<string, unknown>>> {
	const { baseUrl, token, headerName } = credentialData;
	const url = `${baseUrl}/api/query/v1/functions/search`;
	return (await axios.post(url, body, { headers: { [headerName]: token }, proxy: false })).data
		.results;
}

/** The given action on the canvas, an Edit Fields behind it, joined by the mouse; no panel is open. */
async function buildBeforeSet(action: string): Promise<void> {
	await canvas.addNode(page, NODE, action);
	await panel.closePanel(page);
	await canvas.addUnconnectedNode(page, 'Edit Fields (Set)');
	await panel.closePanel(page);
	await canvas.connectByDragging(page, action, SET);
}

test('the node creator finds the node and shows its four actions', async () => {
	await canvas.searchNodeCreator(page, NODE);
	await canvas.nodeEntry(page, NODE).click();
	const actions = canvas.actionEntries(page);
	for (const action of ACTIONS) await actions.filter({ hasText: action }).waitFor();
	const offered = await actions.allInnerTexts();
	expect(offered).toEqual(['On a Schedule', 'On a Webhook call', ...ACTIONS]);

	await actions.filter({ hasText: SEARCH }).click();
	await page.getByTestId('ndv').waitFor();
	await panel.closePanel(page);
	await canvas
		.edge(page, 'When clicking ‘Execute workflow’', SEARCH)
		.waitFor({ state: 'attached' });
});

test('the credential modal tells a wrong token, a wrong address and a web page apart from a working credential', async () => {
	await canvas.addNode(page, NODE, SEARCH);
	await credential.openNewCredential(page);

	const wrongToken = 'not-the-right-one';
	await credential.fillCredential(page, { ...credentialData, token: wrongToken });
	await credential.saveRefusedCredential(
		page,
		'The platform refused the token (401). Check Developer Token and Token Header.',
	);
	expect(await credential.credentialModal(page).innerText()).not.toContain(wrongToken);

	const closedUrl = await withServer(
		() => {},
		async (url) => url,
	);
	await credential.fillCredential(page, { ...credentialData, baseUrl: closedUrl });
	await credential.saveRefusedCredential(
		page,
		`Nothing answers at ${closedUrl} (ECONNREFUSED). Check the Base URL`,
	);

	await withServer(
		(_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Welcome</p>'),
		async (url) => {
			await credential.fillCredential(page, { baseUrl: url });
			await credential.saveRefusedCredential(
				page,
				`Something answers at ${url} (200), but it is not this API`,
			);
		},
	);

	await credential.fillCredential(page, credentialData);
	await credential.saveWorkingCredential(page);
	expect(await credential.reopenWorkingCredential(page)).toContain(
		'Connection tested successfully',
	);
	await credential.closeCredential(page);
});

test('lists within lists, choices, numbers, switches and expressions arrive as they were entered', async () => {
	await canvas.addNode(page, NODE, SEARCH);
	await panel.fill(page, 'limit', '3');
	await panel.addRow(page, 'filters');
	await panel.fill(page, 'filters.filter[0].field', 'locked');
	await panel.addRow(page, 'members');
	await panel.fill(page, 'filters.filter[0].members.member[0].name', 'value');
	await panel.fillExpression(page, 'filters.filter[0].members.member[0].value', '{{ 1 > 2 }}');
	await panel.addRow(page, 'sort');
	await panel.choose(page, 'sort.rule.field', 'ID');
	await panel.choose(page, 'sort.rule.direction', 'Descending');
	await panel.choose(page, 'output', 'Selected Fields');
	await panel.chooseSeveral(page, 'outputFields', ['Name', 'Locked']);
	await panel.addOption(page, 'options', 'Start Offset');
	await panel.fill(page, 'options.startOffset', '2');

	const query = {
		filters: [{ field: 'locked', value: false }],
		sort: { field: 'id', ascending: false },
		limit: 3,
		offset: 2,
	};
	const requests = await requestsOf(() => panel.executeStep(page));
	expect(requests.map(({ body }) => body)).toEqual([query]);
	const selected = ({ id, name, locked }: Record<string, unknown>) => ({ id, name, locked });
	const found = await functionsOfTheService(query);
	expect(found).toHaveLength(3);
	expect(await panel.outputItems(page)).toEqual(found.map(selected));

	await panel.switchOver(page, 'returnAll');
	await panel.parameter(page, 'limit').waitFor({ state: 'detached' });
	const [first] = await requestsOf(() => panel.executeStep(page));
	expect(first.body).toEqual({ ...query, limit: 5000 });
});

test('JSON, and groups within a collection, arrive as they were entered', async () => {
	await canvas.addNode(page, NODE, UPDATE);
	await panel.fill(page, 'applicationId', 'reporting-app');
	await panel.fillExpression(page, 'jobId', "{{ 'nightly' + '-load' }}");
	await panel.fill(page, 'jobName', 'Nightly load');
	await panel.addOption(page, 'jobDefinition', 'Resources');
	await panel.fill(page, 'jobDefinition.resources.memory.limitsMemory', '512M');
	await panel.addOption(page, 'jobDefinition', 'Policies');
	await panel.addRow(page, 'policies');
	await panel.choose(page, 'jobDefinition.policies.policy[0].policy', 'OIDC');
	await panel.fill(page, 'jobDefinition.policies.policy[0].policyId', 'policy-7');
	await panel.addOption(page, 'jobDefinition', 'Triggers');
	await panel.fillJson(page, 'jobDefinition.triggers', [{ cron: ['0 3 * * *'] }]);

	const requests = await requestsOf(() => panel.executeStep(page));
	expect(requests).toEqual([
		{
			method: 'PUT',
			path: '/v1/applications/reporting-app/jobs/nightly-load',
			body: {
				jobId: 'nightly-load',
				jobName: 'Nightly load',
				executionPayload: { policies: { OIDC: 'policy-7' } },
				resources: { limits: { memory: '512M' } },
				triggers: [{ cron: ['0 3 * * *'] }],
			},
			status: 200,
		},
	]);
	expect(await panel.outputItems(page)).toEqual([expect.objectContaining({ status: 'OK' })]);
});

test('someone new turns a mail into one item per order line, without writing JSON', async () => {
	await buildBeforeSet(EXTRACT);

	await canvas.openPanel(page, EXTRACT);
	const mail = 'Order number: 2026-0815\n- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00';
	await panel.fill(page, 'text', mail);
	await panel.addRow(page, 'outputStructure');
	await panel.fill(page, 'outputStructure.field[0].name', 'orderNumber');
	await panel.addRow(page, 'outputStructure');
	await panel.fill(page, 'outputStructure.field[1].name', 'orderLines');
	await panel.choose(page, 'outputStructure.field[1].type', 'Array (List)');
	const description = 'The ordered articles, each an object with quantity, description and price';
	await panel.fill(page, 'outputStructure.field[1].description', description);
	await panel.addOption(page, 'options', 'Split Out Field');
	await panel.fill(page, 'options.splitOut', 'orderLines');
	await panel.executeStep(page);
	const lines = [
		{ orderNumber: '2026-0815', quantity: '2', description: 'Desk lamp', price: '39.90' },
		{ orderNumber: '2026-0815', quantity: '1', description: 'Office chair', price: '249.00' },
	];
	expect(await panel.outputItems(page)).toEqual(lines);
	await panel.closePanel(page);

	await canvas.openPanel(page, SET);
	const article = panel.offeredField(page, EXTRACT, 'description');
	await canvas.drag(page, article, page.getByTestId('assignment-collection-drop-area'));
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual([
		{ description: 'Desk lamp' },
		{ description: 'Office chair' },
	]);
});

test.each([
	[
		SEARCH,
		[
			'archived',
			'created',
			'global',
			'id',
			'lastModified',
			'links',
			'locked',
			'name',
			'owner',
			'status',
		],
	],
	[UPDATE, ['code', 'message', 'status']],
	[
		RUN,
		[
			'bytesInserted',
			'currentState',
			'endedAt',
			'errors',
			'executionId',
			'rowsInserted',
			'runType',
			'startedAt',
			'streamId',
			'updateMethod',
		],
	],
])('behind "%s" the next step offers its fields before anything ran', async (action, fields) => {
	await buildBeforeSet(action);
	await canvas.openPanel(page, SET);
	expect(await panel.fieldsOffered(page, action)).toEqual(expect.arrayContaining(fields));
});

test('behind an extraction, whose fields are the user’s own, none are made up', async () => {
	await buildBeforeSet(EXTRACT);
	await canvas.openPanel(page, SET);
	const input = page.getByTestId('ndv-input-panel');
	await input.getByText('Execute previous nodes').waitFor();
	expect(await input.locator('[data-target="mappable"]').count()).toBe(0);
});

test.each([
	['imported as a file', 'text-to-line-items.json', 'Order Line', 3],
	['pasted', 'update-a-job.json', 'Update Job', 1],
])('an example that is %s runs, with the credential that fits', async (way, file, last, items) => {
	const example = (await readExamples()).find((candidate) => candidate.file === file);
	if (way === 'pasted') await canvas.pasteWorkflow(page, example!.workflow);
	else await canvas.importFile(page, `examples/${file}`);
	await canvas.canvasNode(page, last).waitFor();
	const requests = await requestsOf(() => canvas.executeWorkflow(page, last));
	expect(requests).toEqual([expect.objectContaining({ status: 200 })]);
	await canvas.openPanel(page, last);
	expect(await panel.outputItems(page)).toHaveLength(items);
});
