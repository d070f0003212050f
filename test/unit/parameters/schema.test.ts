import { requestSchemas } from '../../../nodes/DataPlatform/parameters/requestSchemas.ts';
import type { Schema } from '../../../nodes/DataPlatform/parameters/schema.ts';
import { compareWithSchema } from '../../../nodes/DataPlatform/parameters/schema.ts';

const job = { jobId: 'j', jobName: 'n' };
const withPolicy = (OIDC: unknown) => ({ ...job, executionPayload: { policies: { OIDC } } });
const { Job, FilterItem, MessageContent, OutputStructure } = requestSchemas;

const kept: Array<[string, Schema, unknown]> = [
	['a job', Job, job],
	['a whole job', Job, { ...job, executionTimeout: 0, accounts: [], triggers: [{ a: [1] }] }],
	['an empty payload', Job, { ...job, executionPayload: { policies: {} } }],
	['any execution response', Job, { ...job, executionResponse: { a: { b: null } } }],
	['a filter with further members', FilterItem, { field: 'a', constructor: 1 }],
	['a text', MessageContent, { type: 'TEXT', text: '' }],
	['content of another type', MessageContent, { type: 'IMAGE', data: 'x' }],
	['an empty structure', OutputStructure, {}],
	['a filter without a field', FilterItem, { name: 'a' }],
	['content without a type', MessageContent, { url: 'x' }],
	['a text without a text', MessageContent, { type: 'TEXT' }],
	['a definition without a type', OutputStructure, { a: {} }],
	['a job with members that are not listed', Job, { ...job, jobname: 'n', toString: 'n' }],
	['a limit that is not listed', Job, { ...job, resources: { limits: { cpu: '1' } } }],
	['a text with a further member', MessageContent, { type: 'TEXT', text: 'a', language: 'en' }],
	[
		'null for members that are not required',
		Job,
		{ ...job, executionTimeout: null, accounts: null, resources: { limits: { memory: null } } },
	],
	['a definition with further members', OutputStructure, { a: { type: 'x', items: {} } }],
	['anything without a rule', {}, Symbol.iterator],
];

test.each(kept)('%s keeps the contract', (_, schema, value) => {
	expect(compareWithSchema(value, schema).violations).toEqual([]);
});

test.each<[Schema, unknown, string]>([
	[Job, [], 'must be an object, but is a list'],
	[Job, null, 'must be an object, but is null'],
	[Job, { jobId: 'j' }, 'has no "jobName"'],
	[Job, Object.create(job), 'has no "jobId"'],
	[{ const: 'TEXT' }, 'PDF', 'must be TEXT, but is "PDF"'],
	[{ not: { const: 'TEXT' } }, 'TEXT', 'must not be "TEXT"'],
])('%j: %j is a violation', (schema, value, words) => {
	expect(compareWithSchema(value, schema).violations).toEqual([words]);
});

test.each<[Schema, object, path: string, words: string]>([
	[Job, { ...job, jobName: null }, 'jobName', 'text, but is null'],
	[Job, { ...job, executionTimeout: 1.5 }, 'executionTimeout', 'a whole number, but is 1.5'],
	[Job, { ...job, executionTimeout: '5' }, 'executionTimeout', 'a whole number, but is "5"'],
	[Job, { ...job, accounts: 5 }, 'accounts', 'a list, but is 5'],
	[Job, { ...job, accounts: [5, NaN] }, 'accounts[1]', 'a whole number, but is NaN'],
	[Job, { ...job, accounts: [null] }, 'accounts[0]', 'a whole number, but is null'],
	[Job, { ...job, triggers: [[]] }, 'triggers[0]', 'an object, but is a list'],
	[Job, withPolicy(1), 'executionPayload.policies.OIDC', 'text, but is 1'],
	[FilterItem, { field: 5 }, 'field', 'text, but is 5'],
	[MessageContent, { type: 'TEXT', text: 5 }, 'text', 'text, but is 5'],
	[OutputStructure, { a: 'string' }, 'a', 'an object, but is "string"'],
	[OutputStructure, { a: null }, 'a', 'an object, but is null'],
])('%#: a violation is reported with its path', (schema, value, path, words) => {
	const violation = `contains "${path}", which must be ${words}`;
	expect(compareWithSchema(value, schema).violations).toEqual([violation]);
});

test.each<[string, Schema, unknown, string[]]>([
	['a documented job', Job, { ...job, triggers: [{ any: 1 }], executionResponse: { a: 1 } }, []],
	['a misspelt member', Job, { ...job, jobname: 'n', toString: 1 }, ['jobname', 'toString']],
	[
		'members further in',
		Job,
		{ ...withPolicy('x'), resources: { limits: { cpu: '1' }, gpu: {} } },
		['resources.limits.cpu', 'resources.gpu'],
	],
	['a filter, whose other members are not shown', FilterItem, { name: 'a' }, []],
	['a definition, whose other members are not shown', OutputStructure, { a: { enum: [1] } }, []],
	['content of another type', MessageContent, { type: 'IMAGE', data: 'x' }, []],
	[
		'a text with a further member',
		{ type: 'array', items: MessageContent },
		['text', 'txt'].map((name) => ({ type: 'TEXT', [name]: 'a' })),
		['[1].txt'],
	],
	['what is no content', MessageContent, { type: 5 }, []],
	['a list without rules for its items', { type: 'array' }, [{ a: 1 }], []],
])('%s: the members that the contract does not list', (_, schema, value, places) => {
	expect(compareWithSchema(value, schema).unlisted).toEqual(places);
});

test('the request schemas use no keyword that goes unchecked', () => {
	const checked = 'type|const|required|properties|additionalProperties|items|oneOf|not|format';
	const keywordsOf = (schema: Schema): string[] => [
		...Object.keys(schema),
		...Object.values(schema.properties ?? {}).flatMap((member) => keywordsOf(member ?? {})),
		...[schema.items, schema.not, ...(schema.oneOf ?? [])].flatMap((each) =>
			each ? keywordsOf(each) : [],
		),
		...(typeof schema.additionalProperties === 'object'
			? keywordsOf(schema.additionalProperties)
			: []),
	];
	const used = new Set(Object.values(requestSchemas).flatMap(keywordsOf));

	expect([...used].filter((keyword) => !checked.split('|').includes(keyword))).toEqual([]);
});
