import { STATUS_CODES } from 'node:http';
import { membersOf } from '../support/contract.ts';
import { withInner } from './actions/withInner.ts';
import { REASONS } from '../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import { createRequestOptionsProperty } from '../../nodes/DataPlatform/actions/common.descriptions.ts';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';
import { findMeaning } from '../../nodes/DataPlatform/transport/failures.ts';

const [common, ...ofOperations] = new DataPlatform().description.builderHint!.extraTypeDefContent!;

test('SENDS AGAIN lists the statuses that are retried', () => {
	// Statuses that HTTP doesn't register would make the list long.
	const registered = Object.keys(STATUS_CODES).map(Number);
	const statuses = registered.filter((status) => status >= 400);
	const isRetried = (httpCode: number) => findMeaning({ httpCode }).mayRetry;
	const [sentence] = /SENDS AGAIN.*/.exec(common.content)!;
	expect(sentence.match(/\d{3}/g)!.map(Number)).toEqual(statuses.filter(isRetried));
});

test.each([
	['search', functionShape],
	['run', executionShape],
])('%s: every field of the default output is listed', (operation, { simplify }) => {
	const { content } = ofOperations.find(
		({ displayOptions }) => displayOptions?.show?.operation?.[0] === operation,
	)!;
	for (const field of Object.keys(simplify({}))) expect(content).toContain(`${field}: `);
});

/** The kinds that the notes about all operations list. */
const FAILURE_KINDS = Array.from(common.content.matchAll(/'(\w+)'/g), ([, kind]) => kind);

/** The members of the details of a failed item. */
const DETAILS = Array.from(
	/details: \{(.*?)\}/.exec(common.content)![1].matchAll(/(\w+)\??: /g),
	([, name]) => name,
);

test.each(operations)('the notes only name parameters that exist: $option.action', (operation) => {
	const fields = [...operation.properties, createRequestOptionsProperty(operation)]
		.flatMap(withInner)
		.flatMap((field) => [field, ...(field.options ?? [])]);
	const known = new Set<unknown>([
		...fields.flatMap((field) => [field.name, 'value' in field && field.value]),
		...[functionShape, executionShape].flatMap(({ simplify }) => Object.keys(simplify({}))),
		...[...Object.keys(REASONS), ...FAILURE_KINDS, ...DETAILS],
		// The output keeps their members.
		...['SearchResponse', 'ExtractResponse'].flatMap(membersOf),
	]);
	const notes = operation.assistantNotes.join(' ');
	const paths = notes.match(/\boptions\.[\w.]+\w/g) ?? [];
	const named = [...(notes.match(/\b[a-z]+[A-Z]\w*/g) ?? []), ...paths.join('.').split('.')];
	expect(named.filter((name) => name !== '' && !known.has(name))).toEqual([]);
});
