import {
	hintUnlisted,
	requestSchemas,
	type Schema,
	validateSchema,
} from '../../../nodes/DataPlatform/parameters/schema.ts';
import { membersOf } from '../../support/contract.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const { Job, FilterItem, MessageContent, OutputStructure } = requestSchemas;

test('a job has the members of the contract', () => {
	const { executionPayload, resources } = Job;

	expect(Object.keys(Job)).toEqual(expect.arrayContaining(membersOf('Job')));
	expect(Object.keys(executionPayload).sort()).toEqual(membersOf('ExecutionPayload').sort());
	expect(Object.keys(executionPayload.policies).sort()).toEqual(membersOf('Policies').sort());
	expect(Object.keys(resources)).toEqual(membersOf('Resources'));
	expect(Object.keys(resources.limits)).toEqual(membersOf('Memory'));
});

test.each<[string, Schema, unknown]>([
	['a job', Job, { executionTimeout: 0, accounts: [5, 5n], triggers: [{ a: [1] }] }],
	['null for listed members', Job, { accounts: null, resources: { limits: { memory: null } } }],
	['an execution response with any members', Job, { executionResponse: { a: { b: null } } }],
	['content without a type', MessageContent, { url: 'x' }],
	['content of another type', MessageContent, { type: 'IMAGE', text: { of: 'image' } }],
	['a field definition with any members', OutputStructure, { a: { type: 'x', items: {} } }],
])('%s is valid and has no hint', (_, schema, value) => {
	expect(hintUnlisted('P', value, schema)).toEqual([]);
});

test.each<[Schema, unknown, string]>([
	[Job, [], 'must be an object, but is a list'],
	[Job, { executionTimeout: 1.5 }, '"executionTimeout", which must be a whole number, but is 1.5'],
	[Job, { accounts: 5 }, '"accounts", which must be a list, but is 5'],
	[Job, { accounts: [5, null] }, '"accounts[1]", which must be a whole number, but is null'],
	[Job, { executionPayload: { policies: { OIDC: 1 } } }, '"executionPayload.policies.OIDC", which'],
	[[FilterItem], ['a'], '"[0]", which must be an object, but is "a"'],
	[MessageContent, { type: 'TEXT', text: 5 }, '"text", which must be text, but is 5'],
	[OutputStructure, { a: null }, '"a", which must be an object, but is null'],
])('%#: the error names the member and its type', async (schema, value, words) => {
	const { message, description } = await catchInvalid(() => validateSchema('P', value, schema));

	expect(message).toContain(words);
	expect(description).toMatch(/^(Put|Enter|Write) /);
});

test.each<[Schema, unknown, string[]]>([
	[Job, { jobname: 'n', toString: 1 }, ['jobname', 'toString']],
	[
		Job,
		{ resources: { limits: { cpu: '1' }, gpu: {} } },
		['resources.limits.cpu', 'resources.gpu'],
	],
	[[MessageContent], [{ type: 'TEXT' }, { type: 'TEXT', txt: 'a' }], ['[1].txt']],
])('%#: a hint names members that may be misspelled', (schema, value, paths) => {
	expect(validateSchema('P', value, schema)).toEqual(paths);
	for (const path of paths) expect(hintUnlisted('P', value, schema)[0]).toContain(`"${path}"`);
});
