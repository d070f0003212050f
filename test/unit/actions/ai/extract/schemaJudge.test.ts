// Ajv decides which values a schema allows. By hand: JUDGE_RUNS=2700 JUDGE_SEED=7 npx jest … --testTimeout=900000
// Readings of the node that JSON Schema doesn't share:
// - Null is `empty` unless it's allowed by name, because a field of any type without a value is worth an issue.
// - Null in an optional property counts as absent, because the node itself asks for null if there is no value.
// - A nullable property may be absent, because the result is the same.
// - `format: date` counts, although JSON Schema makes it a comment. A listed value counts whatever its format.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { readParameters, runOperation } from '../../../../support/run-operation.ts';
import {
	createRandom,
	createSchemas,
	type JsonSchema,
} from '../../../../support/schemas/randomSchemas.ts';

const RUNS = Number(process.env.JUDGE_RUNS ?? 150);
const SEED = Number(process.env.JUDGE_SEED ?? 2026);
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);

interface Case {
	root: JsonSchema;
	value: unknown;
	validate: ValidateFunction;
}

function* cases(): Generator<Case> {
	const schemas = createSchemas(createRandom(SEED));
	for (let run = 0; run < RUNS; run++) {
		const { schema, defs } = schemas.next();
		const root = { type: 'object', properties: { v: schema }, required: ['v'], $defs: defs };
		const validate = ajv.compile(root);
		for (let count = 0; count < 10; count++)
			yield { root, value: schemas.value(schema, defs), validate };
	}
}

interface Issue {
	kind: string;
	value: unknown;
}

async function extract({ root, value }: Case, convertTypes: boolean) {
	const flagIssues = { settings: { dontLookUp: 'v' } };
	const options = { convertTypes, ifMissing: 'leaveOut', flagIssues };
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema: root, options };
	const { items } = await runOperation(aiExtract, parameters, { output: { v: value } });
	const [{ v, issues }] = items as Array<{ v: unknown; issues: Issue[] }>;
	return { v, issues };
}

const isNullReading = ({ kind, value }: Issue) => kind === 'empty' && value === null;

const hasChoice = (root: JsonSchema) =>
	/"(anyOf|oneOf|prefixItems)"|"type":\[/.test(JSON.stringify(root));
const isDecimalText = (schema: unknown) => JSON.stringify(schema).includes('"pattern":"^(?!');

test('a value that the schema allows comes out unchanged and without an issue', async () => {
	const wrong: unknown[] = [];
	let valid = 0;
	for (const each of cases()) {
		if (!each.validate({ v: each.value })) continue;
		valid++;
		const { v, issues } = await extract(each, false);
		const left = issues.filter((issue) => !isNullReading(issue));
		const isSame = JSON.stringify(v) === JSON.stringify(each.value);
		if (!isSame || left.length > 0) wrong.push([each.root, each.value, v, left]);
	}
	expect(wrong).toEqual([]);
	expect(valid).toBeGreaterThan(RUNS * 3);
});

test('Convert Types changes no value that the schema allows, apart from the text of a Decimal', async () => {
	const wrong: unknown[] = [];
	for (const each of cases()) {
		if (!each.validate({ v: each.value }) || isDecimalText(each.root)) continue;
		const { v } = await extract(each, true);
		if (JSON.stringify(v) !== JSON.stringify(each.value)) wrong.push([each.root, each.value, v]);
	}
	expect(wrong).toEqual([]);
});

const CHECKED = ['type', 'enum', 'const', 'required'];

/** Leaves out members that are null. If they are required, their absence is an error. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([, member]) => member !== null);
	return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Returns which of the checked keywords a value breaks. */
function listErrors({ root, validate }: Case, v: unknown): string[] {
	validate({ v });
	const errors = (validate.errors ?? []).filter(({ keyword, parentSchema, params }) => {
		if (keyword !== 'required') return CHECKED.includes(keyword);
		const { properties = {} } = parentSchema as { properties?: Record<string, object> };
		return !ajv.validate({ ...properties[params.missingProperty], $defs: root.$defs }, null);
	});
	return errors.map(({ keyword }) => keyword);
}

test('a value that a schema without choices forbids has an issue, unless it can be converted', async () => {
	const wrong: unknown[] = [];
	let invalid = 0;
	for (const each of cases()) {
		if (hasChoice(each.root) || listErrors(each, withoutNulls(each.value)).length === 0) continue;
		invalid++;
		const { v, issues } = await extract(each, true);
		const errors = listErrors(each, withoutNulls(v));
		if (issues.length === 0 && errors.length > 0) wrong.push([each.root, each.value, v, errors]);
	}
	expect(wrong).toEqual([]);
	expect(invalid).toBeGreaterThan(RUNS / 5);
});

/** Yields what a schema says: its texts, numbers and constants. */
function* sayings(part: unknown): Generator<string> {
	if (typeof part !== 'object' || part === null) yield JSON.stringify(part);
	else for (const each of Object.values(part)) yield* sayings(each);
}

test.each([true, false])(
	'what a schema says is sent, with Send JSON Schema %j',
	(sendJsonSchema) => {
		const schemas = createSchemas(createRandom(SEED));
		for (let run = 0; run < RUNS; run++) {
			const { schema, defs } = schemas.next();
			const v = { ...schema, default: 'not sent', examples: ['not sent'] };
			const jsonSchema = { type: 'object', properties: { v }, description: 'root', $defs: defs };
			const options = { sendJsonSchema };
			const parameters = { text: 'x', specifyFields: 'schema', jsonSchema, options };
			const { body } = readParameters(aiExtract, parameters);
			const sent = JSON.stringify(body).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
			const isSent = (text: string) =>
				sent.includes(text.replace(/^"|"$/g, '')) ||
				(text === '"null"' && sent.includes('Null if there is none')) ||
				(text === '"date"' && sent.includes('Date as YYYY-MM-DD'));
			const said = [...sayings({ ...schema, $ref: undefined })].filter((text) => text);
			expect(said.filter((text) => !text.includes('$defs') && !isSent(text))).toEqual([]);
			expect(sent).not.toContain('not sent');
			expect(body.instructions).toBe('root');
		}
	},
);
