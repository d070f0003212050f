import { requestSchemas } from '../../../nodes/DataPlatform/api/requestSchemas.ts';
import type { Schema } from '../../../nodes/DataPlatform/api/schema.ts';
import { violation } from '../../../nodes/DataPlatform/api/schema.ts';

const job = { jobId: 'j', jobName: 'n' };
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
	['a definition with further members', OutputStructure, { a: { type: 'x', items: {} } }],
	['anything without a rule', {}, Symbol.iterator],
];

test.each(kept)('%s keeps the contract', (_, schema, value) => {
	expect(violation(value, schema)).toBeUndefined();
});

const JOB_MEMBERS =
	'jobId, jobName, executionTimeout, executionPayload, executionResponse, accounts, resources, triggers';

const broken: Array<[Schema, unknown, string]> = [
	[Job, [], 'must be an object, but is a list'],
	[Job, null, 'must be an object, but is null'],
	[Job, { jobId: 'j' }, 'has no "jobName"'],
	[Job, { ...job, jobName: null }, '"jobName" must be text, but is null'],
	[
		Job,
		{ ...job, jobname: 'n' },
		'has a property "jobname" that the API does not know, only ' + JOB_MEMBERS,
	],
	[
		Job,
		{ ...job, toString: 'n' },
		'has a property "toString" that the API does not know, only ' + JOB_MEMBERS,
	],
	[Job, { ...job, executionTimeout: 1.5 }, '"executionTimeout" must be a whole number, but is 1.5'],
	[Job, { ...job, executionTimeout: '5' }, '"executionTimeout" must be a whole number, but is "5"'],
	[Job, { ...job, accounts: 5 }, '"accounts" must be a list, but is 5'],
	[Job, { ...job, accounts: [5, NaN] }, '"accounts[1]" must be a whole number, but is NaN'],
	[Job, { ...job, triggers: [[]] }, '"triggers[0]" must be an object, but is a list'],
	[
		Job,
		{ ...job, executionPayload: { policies: { OIDC: 1 } } },
		'"executionPayload.policies.OIDC" must be text, but is 1',
	],
	[
		Job,
		{ ...job, resources: { limits: { cpu: '1' } } },
		'has a property "resources.limits.cpu" that the API does not know, only memory',
	],
	[FilterItem, {}, 'has no "field"'],
	[FilterItem, Object.create({ field: 'inherited' }), 'has no "field"'],
	[MessageContent, { type: 'TEXT' }, 'has no "text"'],
	[MessageContent, { type: 'TEXT', text: 5 }, '"text" must be text, but is 5'],
	[OutputStructure, { a: 'string' }, '"a" must be an object, but is "string"'],
	[OutputStructure, { a: {} }, 'has no "a.type"'],
	[{ enum: ['MANUAL'] }, 'AUTO', 'must be MANUAL, but is "AUTO"'],
	[{ enum: ['A', 'B'] }, 'C', 'must be A or B, but is "C"'],
	[{ const: 'TEXT' }, 'PDF', 'must be TEXT, but is "PDF"'],
	[{ not: { const: 'TEXT' } }, 'TEXT', 'must not be "TEXT"'],
	[{ type: 'number' }, Infinity, 'must be a number, but is Infinity'],
];

test.each(broken)('%#: what breaks the contract is told with its place', (schema, value, words) => {
	expect(violation(value, schema)).toBe(words);
});

test('the request schemas use no keyword that goes unchecked', () => {
	const checked = 'type|const|enum|required|properties|additionalProperties|items|oneOf|not|format';
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
