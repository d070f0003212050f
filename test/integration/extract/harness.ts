import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';
import type { EngineRun } from '../../support/engine/engine.ts';
import { chain, errorOf, jsonOf, NODE, runWorkflow, START } from '../../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, stubNodeType } from '../../support/engine/nodes.ts';
import type { TestPlatform } from '../../support/engine/platform.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { prepareContainer } from '../../support/engine/serverParts.ts';

/** The node that adds the files. */
export const FILES = 'Files';

/** A file of an input item, in the binary field `data`. */
export interface TestFile {
	name: string;
	mimeType: string;
	data: Buffer;
}

interface Extraction {
	/** Parameters in addition to Resource and Operation. */
	parameters: object;
	/** The `json` of each input item. */
	input: IDataObject[];
	/** The file of each input item. */
	files?: TestFile[];
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	/** Whether a node between the files and the extraction drops the files. */
	withoutFiles?: boolean;
}

/**
 * Runs AI: Extract in n8n's engine against the simulator. Without other Request Options, it sends one request
 * after another, so that they arrive in the order of the items.
 */
export function extractor() {
	const platform = simulatedPlatform();

	async function extract(extraction: Extraction): Promise<EngineRun> {
		const { parameters, input, files, settings, workflowSettings, withoutFiles } = extraction;
		const requestOptions = { maxConcurrency: 1 };
		const all = { resource: 'ai', operation: 'extract', requestOptions, ...parameters };
		const node = nodeOf({ name: NODE, type: DATA_PLATFORM, ...settings, parameters: all });
		const nodes = [
			...(files ? [nodeOf({ name: FILES, type: 'test.files' })] : []),
			...(withoutFiles ? [nodeOf({ name: 'Only JSON', type: 'test.onlyJson' })] : []),
			node,
		];
		return await runWorkflow({
			nodes,
			connections: chain(START, ...nodes.map(({ name }) => name)),
			nodeTypes: { 'test.files': addFiles(files ?? []), 'test.onlyJson': dropFiles() },
			workflowSettings,
			input: input.map((json) => ({ json })),
			credentials: platform.credentials(),
		});
	}
	return { platform, extract };
}

function addFiles(files: TestFile[]) {
	return stubNodeType(async function () {
		const items = this.getInputData().map(async ({ json }, pairedItem) => {
			const { data, name, mimeType } = files[pairedItem];
			const file = await this.helpers.prepareBinaryData(data, name, mimeType);
			return { json, binary: { data: file }, pairedItem };
		});
		return [await Promise.all(items)];
	});
}

function dropFiles() {
	return stubNodeType(async function () {
		const items = this.getInputData();
		return [items.map(({ json: { _files, ...json } }, pairedItem) => ({ json, pairedItem }))];
	});
}

/** Makes n8n keep files in memory, or on disk. */
export async function storeBinaryData(mode: 'default' | 'filesystem'): Promise<void> {
	await prepareContainer();
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** Creates a text for which the simulator returns exactly these fields. */
export function textWith(fields: object): string {
	return Object.entries(fields)
		.map(([name, value]) => `simulate: value ${name} ${JSON.stringify(value)}`)
		.join('\n');
}

/** The `json` of the output items. The execution must have succeeded. */
export function itemsOf(ended: EngineRun): IDataObject[] {
	expect(errorOf(ended)).toBeUndefined();
	return jsonOf(ended);
}

/** The content items of each request, as they arrived. */
export function sentContent(platform: TestPlatform): unknown[] {
	return platform.bodies().map((body) => (body as IDataObject).input);
}

/** The message and the description of the execution's error. */
export function messageOf(ended: EngineRun): string {
	const { message, description } = errorOf(ended) ?? {};
	return `${String(message).replace('. Nothing was sent.', '')} | ${String(description)}`;
}
