// What the pictures of the documentation show: panels as they open, and panels with their options in use.
import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import type { N8nCredential, N8nWorkflow } from '../../local/n8n-api.ts';
import * as nodes from '../../harness/workflows.ts';
import { operations } from '../../nodes/DataPlatform/operations/index.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';

/** A workflow that is started by hand, and whose nodes follow each other. */
export interface WorkflowSubject {
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
const filledIn: INodeParameters[] = read('panels.yaml');

export const WORKFLOWS: Record<string, WorkflowSubject> = read('picture-workflows.yaml');

/** The panel of each operation, as it opens and filled in, with the picture's name and the node's, as n8n gives it. */
export const PANELS = filledIn.flatMap((panel) => {
	const { resource, operation } = panel;
	const file = String(operation);
	const name = operations.find(({ option }) => option.value === file)!.option.action;
	return [
		{ file, name, panel: { resource, operation } },
		{ file: `${file}-filled`, name, panel },
	];
});

export function workflowOf(subject: WorkflowSubject, credential: N8nCredential): N8nWorkflow {
	const made = subject.nodes.flatMap(({ name, panel, fields, entries = [] }) => {
		if (panel) return nodes.dataPlatform(name, credential, panel);
		return fields ? nodes.editFields(name, fields) : nodes.items(name, entries);
	});
	return nodes.row(subject.name, ...nodes.sideBySide([nodes.manualTrigger(), ...made]));
}
