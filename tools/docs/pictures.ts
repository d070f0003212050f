import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { type LocalEnvironment, startEnvironment } from '../../local/environment.ts';
import * as examples from '../../local/examples.ts';
import type { N8nWorkflow } from '../../local/n8n-api.ts';
import { reportToConsole } from '../../local/report.mjs';
import { answerApproval, approvalCall } from '../../test/support/approval.ts';
import { signedInPage, startBrowser } from '../../test/support/editor/browser.ts';
import * as canvas from '../../test/support/editor/canvas.ts';
import * as credentialModal from '../../test/support/editor/credential.ts';
import * as panel from '../../test/support/editor/panel.ts';
import { findFailedNodes } from '../../test/support/failed-nodes.ts';
import { startMailbox } from '../../test/support/mailbox.ts';
import { startScriptedModel, type ToolCall } from '../../test/support/scripted-model.ts';
import * as nodes from '../../test/support/workflows.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { simulatorClient } from '../../simulator/client.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import {
	boxOf,
	boxOfNodes,
	FOLDER,
	MARGIN,
	middleOfPanel,
	outputDownTo,
	rowOfNodes,
	take,
} from './screenshots.ts';

const FUNCTIONS = 60;
/** High enough that no panel has to scroll. */
const TALL = 2400;
/** Large enough that n8n shows every example at its full size. */
const LARGE = { width: 1920, height: 1200 };

type Color = 'light' | 'dark';

interface OpenedWorkflow {
	id: string;
	workflow: N8nWorkflow;
}

type Scene = (page: Page, environment: LocalEnvironment, color: Color) => Promise<void>;

/** A workflow that is started by hand, and whose nodes follow each other. */
interface WorkflowSubject {
	name: string;
	/** Of the simulator while it runs. */
	faults?: FaultRule[];
	/** Ours with a panel, Edit Fields with fields, or what gives an item for each entry. */
	nodes: Array<{
		name: string;
		panel?: INodeParameters;
		fields?: Record<string, string>;
		entries?: object[];
	}>;
}

const read = (file: string) => parse(readFileSync(`tools/docs/${file}`, 'utf8'));
const WORKFLOWS: Record<string, WorkflowSubject> = read('picture-workflows.yaml');
const FILLED_IN: INodeParameters[] = read('panels.yaml');

/** The tools that the model calls in the picture of an example. */
const TOOL_CALLS: Record<string, ToolCall[]> = {
	'approve-before-acting.json': [
		approvalCall({ tool: 'Start_Connector', arguments: { streamId: '4711' } }),
		approvalCall({
			tool: 'Replace_Job',
			arguments: { jobId: 'nightly-load', definition: { jobName: 'Nightly load' } },
		}),
	],
	'ask-which-functions-changed.json': [
		{ tool: 'Search_Functions', arguments: { changedAfter: '2024-01-15' } },
	],
};

/** Nodes of examples that don't run with the sample data. */
const IDLE_NODES: Record<string, string[]> = {
	'nightly-search-mail.json': ['No List'],
	'try-an-extraction.json': ['Metrics'],
};

/** What can be photographed by itself, in this order. */
export const SCENES: Record<string, Scene> = {
	/** The panel of each operation, as it opens and filled in. */
	async panels(page, environment, color) {
		for (const filledIn of FILLED_IN) {
			const { resource, operation } = filledIn;
			// The name that n8n gives to the node.
			const name = operations.find(({ option }) => option.value === operation)!.option.action;
			const panels = { '': { resource, operation }, '-filled': filledIn };
			for (const [state, parameters] of Object.entries(panels)) {
				await openWorkflow(page, environment, { name, nodes: [{ name, panel: parameters }] });
				await canvas.openPanel(page, name);
				await take(page, `panel-${operation}${state}-${color}`, await middleOfPanel(page));
			}
		}
	},

	async 'node-creator'(page) {
		await canvas.openNewWorkflow(page);
		await canvas.searchNodeCreator(page, 'Data Platform');
		await canvas.nodeEntry(page, 'Data Platform').click();
		const action = { hasText: 'Replace job definition' };
		await canvas.actionEntries(page).filter(action).waitFor();
		await take(page, 'node-creator', page.getByTestId('node-creator'));
	},

	async credential(page, { credentialData }) {
		await canvas.openNewWorkflow(page);
		await canvas.addNode(page, 'Data Platform', 'Search stored functions');
		await credentialModal.openNewCredential(page);
		await credentialModal.fillCredential(page, credentialData);
		await credentialModal.saveWorkingCredential(page);
		await credentialModal.reopenWorkingCredential(page);
		await take(page, 'credential', page.locator('.el-dialog:visible'));
	},

	async order(page, environment) {
		const opened = await openWorkflow(page, environment, WORKFLOWS.order);
		await canvas.executeWorkflow(page, 'Order Line');
		await checkExecution(environment, opened);
		await canvas.showWholeCanvas(page);
		await take(page, 'canvas', await rowOfNodes(page));
		await canvas.openPanel(page, 'Order Line');
		await take(page, 'line-items', page.getByTestId('ndv'));
	},

	async output(page, environment) {
		const opened = await openWorkflow(page, environment, WORKFLOWS.search);
		await canvas.openPanel(page, 'Search Functions');
		await panel.executeStep(page);
		await checkExecution(environment, opened);
		await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
		await take(page, 'output', page.getByTestId('ndv'));
	},

	/** The options that checks go with, and what they find. */
	async checks(page, environment, color) {
		const opened = await openWorkflow(page, environment, WORKFLOWS.checked);
		await canvas.executeWorkflow(page, 'Extract Invoice');
		await checkExecution(environment, opened);
		await canvas.openPanel(page, 'Extract Invoice');
		const label = page.locator('label[for="options"]');
		const options = page.getByTestId('parameter-item').filter({ has: label });
		const { x, width, ...upAndDown } = await boxOf(options);
		await take(page, `checks-${color}`, { ...upAndDown, x: x - MARGIN, width: width + 2 * MARGIN });
		await page.getByTestId('output-panel').getByTestId('radio-button-json').click();
		await take(page, `checks-found-${color}`, await outputDownTo(page, '.vjs-tree-node'));
	},

	async 'failed-item'(page, environment) {
		await openWorkflow(page, environment, WORKFLOWS.streams);
		await page.getByTestId('execute-workflow-button').click();
		const node = canvas.canvasNode(page, 'Run Connector');
		await node.getByTestId('node-issues').waitFor();
		await canvas.openPanel(page, 'Run Connector');
		await take(page, 'failed-item', await outputDownTo(page, '.node-error-view__info'));
	},

	async 'degraded-search'(page, environment) {
		const opened = await openWorkflow(page, environment, WORKFLOWS.degraded);
		await canvas.openPanel(page, 'Search Functions');
		await panel.executeStep(page);
		await checkExecution(environment, opened);
		const output = await boxOf(page.getByTestId('output-panel'));
		await take(page, 'degraded-search', { ...output, height: output.height / 2 });
	},

	...Object.fromEntries(
		readdirSync(examples.EXAMPLES_FOLDER)
			.filter((file) => file.endsWith('.json'))
			.map((file) => [`example-${file.replace('.json', '')}`, exampleScene(file)]),
	),
};

/** Those that are taken in light and dark, on a page where no panel has to scroll. */
const IN_BOTH = [SCENES.panels, SCENES.checks];

/**
 * Takes pictures for the docs in n8n's own editor, with the simulator as the platform.
 *
 * @param scenes those of SCENES to take
 */
export async function takePictures(scenes: Scene[], cancelSignal: AbortSignal): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	await using started = new AsyncDisposableStack();
	const environment = await startEnvironment({
		report: reportToConsole,
		cancelSignal,
		functions: FUNCTIONS,
	});
	started.defer(environment.stop);
	const { n8n, session } = environment;
	const browser = started.use(await startBrowser());
	cancelSignal.addEventListener('abort', () => void browser.close());
	for (const scene of scenes) {
		const inBoth = IN_BOTH.includes(scene);
		const colorSchemes: Color[] = inBoth ? ['light', 'dark'] : ['light'];
		for (const colorScheme of colorSchemes) {
			const appearance = { colorScheme, height: inBoth ? TALL : undefined };
			const page = await signedInPage(browser, { n8nUrl: n8n.url, session }, appearance);
			await scene(page, environment, colorScheme);
			await page.context().close();
		}
	}
}

/** The canvas of an example after its execution. Approvals are given. */
function exampleScene(file: string): Scene {
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
		const example = await examples.readExample(join(examples.EXAMPLES_FOLDER, file));
		const id = await examples.importExample({ ...environment, others }, example);
		const calls = TOOL_CALLS[file] ?? [];
		model.tell(...calls);
		await open(page, id);
		await canvas.showWholeCanvas(page);
		await examples.withRehearsedFaults(simulator.url, file, async () => {
			const executionId = await canvas.executeFrom(page, 'Start by Hand');
			for (const call of calls) {
				if ('hitlParameters' in call.arguments) {
					await answerApproval(api, id, await mailbox.next(), true);
				}
			}
			await api.executionEnd(executionId);
		});
		await checkExecution(environment, { id, workflow: example.workflow }, IDLE_NODES[file]);
		await take(page, `example-${file.replace('.json', '')}`, await boxOfNodes(page));
	};
}

/**
 * Checks the newest execution of a workflow before its picture is taken.
 *
 * @throws Error that names the nodes that failed or didn't run
 */
async function checkExecution(
	{ api }: LocalEnvironment,
	{ id, workflow }: OpenedWorkflow,
	idleNodes?: string[],
): Promise<void> {
	const [newest] = await api.executionsOf(id);
	const failed = findFailedNodes(workflow, await api.executionEnd(newest.id), idleNodes);
	if (failed.length > 0) throw new Error(`${workflow.name}: ${failed.join('; ')}`);
}

/** Opens a workflow, and lets the simulator make its faults from now on. */
async function openWorkflow(
	page: Page,
	{ api, credential, simulator }: LocalEnvironment,
	subject: WorkflowSubject,
): Promise<OpenedWorkflow> {
	await simulatorClient(simulator.url).setFaults(subject.faults ?? []);
	const row = subject.nodes.flatMap(({ name, panel, fields, entries = [] }) => {
		if (panel) return nodes.dataPlatform(name, credential, panel);
		return fields ? nodes.editFields(name, fields) : nodes.items(name, entries);
	});
	const workflow = nodes.row(subject.name, ...nodes.sideBySide([nodes.manualTrigger(), ...row]));
	const id = await api.importWorkflow(workflow);
	await open(page, id);
	return { id, workflow };
}

async function open(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}
