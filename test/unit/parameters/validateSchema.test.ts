import {
	hintUnlisted,
	type Schema,
	validateSchema,
} from '../../../nodes/DataPlatform/parameters/validateSchema.ts';
import { requestSchemas } from '../../../nodes/DataPlatform/transport/contract.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const { Job, FilterItem, MessageContent, OutputStructure } = requestSchemas;

test.each<[Schema, unknown]>([
	[Job, { executionTimeout: 0, accounts: [5, 5n], triggers: [{ a: [1] }] }],
	[Job, { accounts: null, resources: { limits: { memory: null } }, executionResponse: { a: 1 } }],
	[MessageContent, { url: 'x' }],
	[MessageContent, { type: 'IMAGE', text: { of: 'image' } }],
	[OutputStructure, { a: { type: 'x', items: {} } }],
])('%#: a valid value has no hint', (schema, value) => {
	expect(hintUnlisted('P', value, schema)).toEqual([]);
});

test.each<[Schema, unknown, string]>([
	[Job, { executionTimeout: 1.5 }, '"executionTimeout", which must be a whole number, but is 1.5'],
	[Job, { accounts: [5, null] }, '"accounts[1]", which must be a whole number, but is null'],
	[Job, { executionPayload: { policies: { OIDC: 1 } } }, '"executionPayload.policies.OIDC", which'],
	[[FilterItem], ['a'], '"[0]", which must be an object, but is "a"'],
	[MessageContent, { type: 'TEXT', text: 5 }, '"text", which must be text, but is 5'],
	[OutputStructure, { a: null }, '"a", which must be an object, but is null'],
	[OutputStructure, [], "'P' must be an object, but is a list"],
])('%#: the error names the member and its type', async (schema, value, words) => {
	const { message } = await catchInvalid(() => validateSchema('P', value, schema));

	expect(message).toContain(words);
});

test.each<[Schema, unknown, string]>([
	[Job, { jobname: 'n', toString: 1 }, '"jobname", "toString"'],
	[
		Job,
		{ resources: { limits: { cpu: '1' }, gpu: {} } },
		'"resources.limits.cpu", "resources.gpu"',
	],
	[[MessageContent], [{ type: 'TEXT' }, { type: 'TEXT', txt: 'a' }], '"[1].txt"'],
])('%#: a hint names members that may be misspelled', (schema, value, paths) => {
	expect(hintUnlisted('P', value, schema)).toEqual([expect.stringContaining(paths)]);
});
