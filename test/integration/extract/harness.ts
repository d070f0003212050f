import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IWorkflowSettings } from 'n8n-workflow';
import { prepareContainer } from '../../support/engine/serverParts.ts';
import type { EngineRun } from '../../support/engine/engine.ts';
import { chain, errorOf, jsonOf, NODE, runWorkflow, START } from '../../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, stubNodeType } from '../../support/engine/nodes.ts';
import type { TestPlatform } from '../../support/engine/platform.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

/** The step that gives the files. */
export const FILES = 'Files';

/** A file that an input item carries. */
export interface TestFile {
	/** The binary field; `data` when left out. */
	field?: string;
	name: string;
	mimeType: string;
	data: Buffer;
}

/** What an extraction of a test is made of. */
export interface Extraction {
	/** Panel values next to resource and operation. */
	parameters: object;
	/** The `json` of each input item. */
	input: IDataObject[];
	/** The files of each input item, stored as n8n's binary data mode says. */
	files?: TestFile[][];
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	/** A step between the files and the extraction that passes on `json` alone. */
	withoutFiles?: boolean;
}

export interface Extractor {
	platform: TestPlatform;
	extract(extraction: Extraction): Promise<EngineRun>;
}

/**
 * AI → Extract in the engine against the simulator. Requests go out one after another, unless a test
 * says otherwise, so that they arrive in the order of the items.
 */
export function extractor(): Extractor {
	const platform = simulatedPlatform();
	return {
		platform,
		async extract({ parameters, input, files, settings, workflowSettings, withoutFiles }) {
			const node = nodeOf({
				name: NODE,
				type: DATA_PLATFORM,
				parameters: {
					resource: 'ai',
					operation: 'extract',
					requestOptions: { maxConcurrency: 1 },
					...(parameters as INode['parameters']),
				},
				...settings,
			});
			const steps = [
				...(files ? [nodeOf({ name: FILES, type: 'test.files' })] : []),
				...(withoutFiles ? [nodeOf({ name: 'Only JSON', type: 'test.onlyJson' })] : []),
				node,
			];
			return await runWorkflow({
				nodes: steps,
				connections: chain(START, ...steps.map(({ name }) => name)),
				nodeTypes: { 'test.files': filesStep(files ?? []), 'test.onlyJson': onlyJsonStep() },
				workflowSettings,
				input: input.map((json) => ({ json })),
				credentials: platform.credentials(),
			});
		},
	};
}

/** A step that gives each item its files, through the helper that n8n's own nodes use for that. */
function filesStep(files: TestFile[][]) {
	return stubNodeType(async function () {
		const items = this.getInputData().map(async (item, index): Promise<INodeExecutionData> => {
			const entries = (files[index] ?? []).map(
				async ({ field = 'data', name, mimeType, data }) =>
					[field, await this.helpers.prepareBinaryData(data, name, mimeType)] as const,
			);
			return {
				json: item.json,
				binary: Object.fromEntries(await Promise.all(entries)),
				pairedItem: index,
			};
		});
		return [await Promise.all(items)];
	});
}

/** A step that drops the files, as Edit Fields does. */
function onlyJsonStep() {
	return stubNodeType(async function () {
		const items = this.getInputData().map(({ json: { _files, ...json } }, pairedItem) => ({
			json,
			pairedItem,
		}));
		return [items];
	});
}

/** Has n8n keep binary data in the items, or in files. */
export async function storeBinaryData(mode: 'default' | 'filesystem'): Promise<void> {
	await prepareContainer();
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** A text to which the simulator answers exactly these fields. */
export function answering(fields: object): string {
	return Object.entries(fields)
		.map(([name, value]) => `simulate: value ${name} ${JSON.stringify(value)}`)
		.join('\n');
}

/** The `json` of the items of a run that must have succeeded. */
export function itemsOf(ended: EngineRun): IDataObject[] {
	expect(errorOf(ended)).toBeUndefined();
	return jsonOf(ended);
}

/** The texts of each request, as they arrived. */
export function sentContent(platform: TestPlatform): unknown[] {
	return platform.bodies().map((body) => (body as IDataObject).input);
}

/** The structure of each request, as it arrived. */
export function sentStructures(platform: TestPlatform): unknown[] {
	return platform.bodies().map((body) => (body as IDataObject).outputStructure);
}

/** The message and the advice of the run's error; that nothing was sent is other tests' matter. */
export function messageOf(ended: EngineRun): string {
	const { message, description } = errorOf(ended) ?? {};
	return `${String(message).replace('. Nothing was sent.', '')} | ${String(description)}`;
}

/** The hint about items of which no field was found. */
export const NOTHING_FOUND = 'No field has a value. To see the request, use Show Request Only.';
