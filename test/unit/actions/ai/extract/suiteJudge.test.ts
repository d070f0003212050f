// The valid instances of the official JSON Schema Test Suite come out unchanged and without an issue.
import { readFileSync } from 'node:fs';
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { parseJsonForItems } from '../../../../../nodes/DataPlatform/helpers/exactJson.ts';
import { InvalidParameterError } from '../../../../../nodes/DataPlatform/parameters/invalidParameter.ts';
import { runOperation } from '../../../../support/run-operation.ts';

interface Group {
	schema: unknown;
	tests: Array<{ data: unknown; valid: boolean }>;
}

const NAMES =
	'additionalProperties allOf anyOf const enum items oneOf properties ref required type'.split(' ');
const FOLDER = 'test/support/json-schema-test-suite';

const groups = (name: string) =>
	JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Group[];

/** Makes each reference start at the field, because a test's references start at its own root. */
function moveReferences(part: unknown): unknown {
	if (Array.isArray(part)) return part.map(moveReferences);
	if (typeof part !== 'object' || part === null) return part;
	return Object.fromEntries(
		Object.entries(part).map(([name, value]) => {
			if (name === 'enum' || name === 'const') return [name, value];
			if (name !== '$ref' || !/^#(\/|$)/.test(String(value))) return [name, moveReferences(value)];
			return [name, `#/properties/v${String(value).slice(1)}`];
		}),
	);
}

/** Returns what is wrong with the value after an extraction, in one word. */
async function judge(schema: unknown, data: unknown): Promise<string> {
	const root = { type: 'object', properties: { v: moveReferences(schema) } };
	const options = { ifMissing: 'leaveOut', flagIssues: { settings: { dontLookUp: 'v' } } };
	const jsonSchema = JSON.stringify(root);
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema, options };
	const value = parseJsonForItems(JSON.stringify(data));
	try {
		const { items } = await runOperation(aiExtract, parameters, { output: { v: value } });
		const [{ v, issues }] = items as [{ v: unknown; issues: Array<{ kind: string }> }];
		if (JSON.stringify(v) !== JSON.stringify(value)) return 'changed';
		return issues[0]?.kind ?? 'right';
	} catch (error) {
		if (error instanceof InvalidParameterError) return 'refused';
		throw error;
	}
}

/** The readings of the node that JSON Schema doesn't share, with their reasons. */
function explain(verdict: string, schema: unknown, data: unknown): string {
	const json = JSON.stringify(schema);
	const isBlank = data === null || data === '';
	if (verdict === 'empty' && isBlank) return 'a field without a value is worth an issue';
	if (verdict === 'refused' && /"\$ref":"[^#]|"\$ref":"#[^/"]/.test(json))
		return 'only # leads into the schema';
	const isImplied = !json.startsWith('{"type"') && /"(properties|items)":/.test(json);
	if (verdict === 'notConverted' && isImplied) return 'properties mean an object, and items a list';
	if (verdict === 'missing' && !json.includes('"required"'))
		return 'without required, all are required';
	const isSilent = !/"(additionalProperties|patternProperties)"/.test(json);
	if (verdict === 'changed' && isSilent)
		return 'members that the schema is silent about are left out';
	return verdict;
}

test('only readings that are documented change or flag a valid instance', async () => {
	const verdicts = new Map<string, number>();
	for (const { schema, tests } of NAMES.flatMap(groups)) {
		for (const { data } of tests.filter(({ valid }) => valid)) {
			const verdict = explain(await judge(schema, data), schema, data);
			verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
		}
	}
	expect(Object.fromEntries(verdicts)).toEqual({
		right: 145,
		'a field without a value is worth an issue': 3,
		'members that the schema is silent about are left out': 2,
		'only # leads into the schema': 16,
		'properties mean an object, and items a list': 12,
		'without required, all are required': 15,
	});
});
