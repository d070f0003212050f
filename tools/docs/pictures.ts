import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { type LocalEnvironment, startEnvironment } from '../../local/environment.ts';
import * as examples from '../../local/examples.ts';
import type { N8nWorkflow } from '../../local/n8n-api.ts';
import { respondToApproval, approvalCall } from '../../test/support/approval.ts';
import { signedInPage, startBrowser } from '../../test/support/editor/browser.ts';
import * as canvas from '../../test/support/editor/canvas.ts';
import * as panel from '../../test/support/editor/panel.ts';
import { findFailedNodes } from '../../test/support/failed-nodes.ts';
import { startMailbox } from '../../test/support/mailbox.ts';
import { startScriptedModel, type ToolCall } from '../../test/support/scripted-model.ts';
import * as nodes from '../../test/support/workflows.ts';
import { animation, boxOf, boxOfNodes, FOLDER, MARGIN, itemsDownTo, take } from './screenshots.ts';

const FUNCTIONS = 60;
/** Large enough to show every example at full size. */
const LARGE = { width: 2880, height: 1200 };
/** For the animation of parameters and output. */
const SMALL = { width: 1280, height: 720 };
const FRAME = { width: 824, height: 624 };
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

type Scene = (page: Page, environment: LocalEnvironment) => Promise<void>;

/** The tools that the model calls in the picture of an example. */
const TOOL_CALLS: Record<string, ToolCall[]> = {
	'approve-before-acting.json': [
		approvalCall({ tool: 'Start_connector', arguments: { streamId: '4711' } }),
		approvalCall({
			tool: 'Replace_job',
			arguments: { jobId: 'nightly-load', definition: { jobName: 'Nightly load' } },
		}),
	],
	'ask-about-broken-links.json': [
		{ tool: 'Find_broken_links', arguments: { changedAfter: '2024-01-15' } },
	],
};

/** Nodes of examples that don't run with the sample data, or that a tool runs in an execution of its own. */
const IDLE_NODES: Record<string, string[]> = {
	'ask-about-broken-links.json': [
		'Start when the agent calls',
		'Search functions',
		'Keep changed functions',
		'Limit to 50',
		'Return functions',
	],
	'broken-links-by-email.json': ['Write failure email'],
	'emails-to-table-rows.json': ['Map email fields'],
};

/** Nodes at the corners of the part of a long example that its picture shows. */
const SHOWN_PARTS: Record<string, string[]> = {
	'change-job-timeouts.json': ['Keep jobs to change', 'Post outcome'],
	'emails-to-table-rows.json': ['Load sample emails', 'Map email fields', 'Save row'],
	'nightly-connector-runs.json': [
		'Split into streams',
		'Describe started run',
		'Describe failed run',
		'Merge all runs',
	],
	'pdf-invoices-to-rows.json': ['Extract invoice', 'Email reviewer', 'Append to sheet'],
	'receipts-to-expense-lines.json': ['Read receipt text', 'Email expenses file'],
	'run-streams-from-csv.json': ['Read CSV', 'Post outcome'],
};

/** Examples that are too long for a picture. */
const WITHOUT_PICTURE = ['retry-failed-runs.json', 'test-an-extraction.json'];

/** Four lines, as many as the parameter shows. */
const EMAIL = [
	'Order number: 2026-0815',
	'- 2 x Desk lamp 39.90',
	'- 1 x Office chair 249.00',
	'- 10 x Notebook 3.50',
].join('\n');

/** The pictures, in this order. */
export const SCENES: Record<string, Scene> = {
	/** The first workflow of the README, as an animation. */
	async 'first-workflow'(page) {
		await page.setViewportSize(SMALL);
		const { addFrame, save } = await animation(page, 'first-workflow');
		await canvas.openNewWorkflow(page);
		await canvas.searchNodeCreator(page, 'Data Platform');
		await canvas.nodeEntry(page, 'Data Platform').click();
		const extract = canvas.actionEntries(page).filter({ hasText: 'Extract fields from text' });
		await extract.scrollIntoViewIfNeeded();
		const creator = await boxOf(page.getByTestId('node-creator'));
		await addFrame({ ...FRAME, x: creator.x + creator.width - FRAME.width, y: creator.y }, 1.5);

		await extract.click();
		const { x } = await boxOf(page.getByTestId('node-parameters'));
		const { y } = await boxOf(page.getByTestId('output-panel'));
		const view = { ...FRAME, x, y };
		await panel.fill(page, 'text', EMAIL);
		await addFrame(view, 1.5);
		await panel.fill(page, 'fields.field[0].name', 'orderNumber');
		await addFrame(view, 1);
		await panel.addRow(page, 'fields');
		await panel.fill(page, 'fields.field[1].name', 'orderLines');
		await panel.choose(page, 'fields.field[1].type', 'List');
		await addFrame(view, 1.2);
		const columns = 'fields.field[1].columns.column';
		await panel.fill(page, `${columns}[0].name`, 'article');
		await panel.fill(page, `${columns}[1].name`, 'quantity, price');
		await panel.parameter(page, `${columns}[1].type`).scrollIntoViewIfNeeded();
		await addFrame(view, 1.2);
		await panel.choose(page, 'items', 'One per List Element');
		await addFrame(view, 1.2);
		await panel.executeStep(page);
		await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
		await addFrame(view, 3.5);
		await save();
	},

	async 'node-creator'(page) {
		await canvas.openNewWorkflow(page);
		await canvas.searchNodeCreator(page, 'Data Platform');
		await canvas.nodeEntry(page, 'Data Platform').click();
		const last = canvas.actionEntries(page).filter({ hasText: 'Replace job definition' });
		await last.waitFor();
		const { x, y, width } = await boxOf(page.getByTestId('node-creator'));
		const { y: bottom, height } = await boxOf(last);
		// Without the mark at the left edge.
		const box = { x: x + 4, y, width: width - 4, height: bottom + height + MARGIN - y };
		await take(page, 'node-creator', box);
	},

	/** The issues that checks find. */
	async checks(page, environment) {
		// High enough to avoid scrolling.
		await page.setViewportSize({ width: 1440, height: 2400 });
		const { text, output, parameters } = parse(readFileSync('tools/docs/checks.yaml', 'utf8'));
		environment.simulator.faults.set([{ fault: 'wrong-shape', body: { output } }]);
		const row = [
			nodes.manualTrigger(),
			nodes.editFields('Load invoice', { text }),
			nodes.dataPlatform('Extract invoice', environment.credential, parameters),
		];
		const workflow = nodes.row('Check an invoice', ...nodes.sideBySide(row));
		const id = await environment.api.importWorkflow(workflow);
		await open(page, id);
		await canvas.executeWorkflow(page, 'Extract invoice');
		await checkExecution(environment, id, workflow);
		await canvas.openPanel(page, 'Extract invoice');
		await page.getByTestId('output-panel').getByTestId('radio-button-json').click();
		await take(page, 'checks-found', await itemsDownTo(page, '.vjs-tree-node'));
	},

	...Object.fromEntries(
		(await examples.readExamples())
			.filter(({ file }) => !WITHOUT_PICTURE.includes(file))
			.map((example) => [`example-${example.file.replace('.json', '')}`, exampleScene(example)]),
	),
};

/**
 * Takes pictures for the docs in n8n's own editor, with the simulator as the platform.
 *
 * @param scenes entries of SCENES
 */
export async function takePictures(scenes: Scene[], cancelSignal: AbortSignal): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	await using started = new AsyncDisposableStack();
	const environment = await startEnvironment({ cancelSignal, functions: FUNCTIONS });
	started.defer(environment.stop);
	const { n8n, session } = environment;
	const browser = started.use(await startBrowser());
	cancelSignal.addEventListener('abort', () => void browser.close());
	for (const scene of scenes) {
		const signedIn = { n8nUrl: n8n.url, session };
		const page = await signedInPage(browser, signedIn, { deviceScaleFactor: 2 });
		await scene(page, environment);
		await page.context().close();
	}
}

/** The canvas of an example after its execution, without notes. Gives approvals. */
function exampleScene({ file, workflow }: examples.Example): Scene {
	return async (page, environment) => {
		const { api, simulator } = environment;
		await page.setViewportSize(LARGE);
		await using started = new AsyncDisposableStack();
		const model = await startScriptedModel();
		started.defer(model.close);
		const mailbox = await startMailbox();
		started.defer(mailbox.close);
		const others = {
			[examples.CHAT_MODEL]: await api.createCredential('OpenAI', 'openAiApi', {
				apiKey: 'not-needed',
				url: model.url,
			}),
			[examples.APPROVAL]: await api.createCredential('SMTP', 'smtp', mailbox.credentialData),
		};
		const steps = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
		const example = { file, workflow: { ...workflow, nodes: steps } };
		const id = await examples.importExample({ ...environment, others }, example);
		const calls = TOOL_CALLS[file] ?? [];
		model.setCalls(...calls);
		await open(page, id);
		await canvas.showWholeCanvas(page);
		await examples.withRehearsedFaults(simulator.url, file, async () => {
			const executionId = await canvas.executeFrom(page, 'Start by hand');
			for (const call of calls) {
				if ('hitlParameters' in call.arguments) {
					await respondToApproval(api, id, await mailbox.next(), true);
				}
			}
			await api.executionEnd(executionId);
		});
		await checkExecution(environment, id, example.workflow, IDLE_NODES[file]);
		const shown = SHOWN_PARTS[file] ?? steps.map(({ name }) => name);
		const box = await boxOfNodes(shown.map((name) => canvas.canvasNode(page, name)));
		await take(page, `example-${file.replace('.json', '')}`, box);
	};
}

/**
 * Checks the newest execution of a workflow before its picture is taken.
 *
 * @throws Error that names the nodes that failed or didn't run
 */
async function checkExecution(
	{ api }: LocalEnvironment,
	id: string,
	workflow: N8nWorkflow,
	idleNodes?: string[],
): Promise<void> {
	const [newest] = await api.executionsOf(id);
	const failed = findFailedNodes(workflow, await api.executionEnd(newest.id), idleNodes);
	if (failed.length > 0) throw new Error(`${workflow.name}: ${failed.join('; ')}`);
}

async function open(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}
