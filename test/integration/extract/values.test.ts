// What a model answers, and what the node makes of it. For other cases of the same format: VALUES_FILE=...
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { extractor, messageOf } from './harness.ts';
import { errorOf, hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';

/** What should come out for one field. */
interface ExpectedField {
	/** Where the field is in the item; `v` when left out. */
	field?: string;
	/** Any of them is right. */
	values?: unknown[];
	/** The value stays as it came, with an issue; next to `values`, either is right. */
	refused?: boolean;
	/** Whether there must be an issue. */
	finding?: boolean;
}

/** What should come out for a case. */
interface Expected extends ExpectedField {
	fields?: ExpectedField[];
	/** Words that the definition of each field in the request must contain. */
	sent?: Record<string, string[]>;
	/** A word of a hint. */
	hint?: string;
	/** A hint is as good as what must be sent. */
	toldToo?: boolean;
	/** An error before anything is sent is right, too. */
	refusedToo?: boolean;
	/** With parameters of its own: what comes out, words of each hint, words of the error or its advice. */
	exactly?: { items?: IDataObject[]; structure?: IDataObject };
	hints?: string[];
	error?: string;
}

interface ValueCase {
	id: string;
	text: string;
	/** The definition of the only field, `v`. */
	structure?: IDataObject;
	/** Or a whole JSON Schema. */
	schema?: IDataObject;
	/** Parameters that replace those of `run`. */
	parameters?: IDataObject;
	/** The `output` of the response. */
	answer?: IDataObject;
	/** Options. */
	settings?: IDataObject;
	expect: Expected;
}

/** `silent`: another value than expected, or a questionable one, without an issue. `doubted`: a right value with an issue. */
type Verdict = 'right' | 'silent' | 'doubted';

/** Right but doubted: elements that have the name of another field. */
const DOUBTED = ['names-of-header-and-column-10'];

const { platform, extract } = extractor();
const file = process.env.VALUES_FILE ?? 'test/integration/extract/values.jsonl';
const cases = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.map((line): ValueCase => JSON.parse(line))
	// Files from earlier versions also have cases about Ask Again and evidence, which are gone.
	.filter(({ answer, settings }) => answer && !settings?.evidence);

async function run(group: ValueCase[], settings = {}) {
	const [{ settings: options, parameters }] = group;
	platform.faults(
		group.map(({ answer: output }, index) => {
			return { fault: 'wrong-shape', body: { output }, when: { request: index + 1 } };
		}),
	);
	return await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyFields: 'schema',
			jsonSchema: '={{ $json.schema }}',
			options: { convertTypes: true, flagIssues: { settings: {} }, ...options },
			...parameters,
		},
		input: group.map(({ text, structure: v = {}, schema }) => ({
			text,
			schema: schema ?? { type: 'object', required: ['v'], properties: { v } },
		})),
		settings,
	});
}

const sentStructure = (index: number) =>
	(platform.bodies()[index] as IDataObject | undefined)?.outputStructure as IDataObject | undefined;

const withParameters = cases.filter(({ parameters }) => parameters);
// Other files may have none.
if (withParameters.length > 0) {
	test.each(withParameters)('$id', async (each) => {
		const { exactly, hints, error } = each.expect;
		const ended = await run([each]);
		if (error !== undefined) return expect(messageOf(ended)).toContain(error);
		expect(errorOf(ended)).toBeUndefined();
		const result = { items: jsonOf(ended), structure: sentStructure(0) };
		expect(result).toEqual({ ...result, ...exactly });
		if (!hints) return;
		expect(hintsOf(ended)).toEqual(hints.map((words) => expect.stringContaining(words)));
	});
}

/** Up to 200 cases with the same options share an execution, unless they are about what is sent. */
const groups = Map.groupBy(
	cases.filter(({ parameters }) => !parameters),
	({ id, settings = {}, expect: { sent } }, index) =>
		sent ? id : `${JSON.stringify(settings)}, part ${Math.floor(index / 200)}`,
);

test.each([...groups])('%s', async (_, group) => {
	const ended = await run(group, { onError: 'continueRegularOutput' });
	const pairs = pairsOf(ended);
	const verdicts = group.map(({ id, expect: expected }, index): [string, Verdict] => {
		const [item] = jsonOf(ended).filter((__, at) => pairs[at] === index);
		if (!expected.sent) return [id, judgeItem(expected, item)];
		return [id, judgeRequest(expected, item, sentStructure(index), hintsOf(ended))];
	});
	const wrong = verdicts.filter(([, verdict]) => verdict !== 'right');
	const doubted = group.filter(({ id }) => DOUBTED.includes(id));
	expect(wrong).toEqual(doubted.map(({ id }) => [id, 'doubted']));
});

function judgeRequest(
	{ sent, hint = '', toldToo, refusedToo }: Expected,
	{ error }: IDataObject,
	structure: IDataObject = {},
	hints: string[],
): Verdict {
	if (error !== undefined) return refusedToo ? 'right' : 'doubted';
	const isSent = Object.entries(sent!).every(([name, words]) => {
		const definition = Object.hasOwn(structure, name) && JSON.stringify(structure[name]);
		return definition !== false && words.every((word) => definition.includes(word));
	});
	const isTold = hints.length > 0 && toldToo;
	const isHinted = hint === '' || hints.some((each) => each.includes(hint));
	return isTold || (isSent && isHinted) ? 'right' : 'silent';
}

function judgeItem(expected: Expected, item: IDataObject): Verdict {
	if (item.error !== undefined) return expected.refused ? 'right' : 'doubted';
	const verdicts = (expected.fields ?? [expected]).map((field) => judgeField(field, item));
	const isFound = (verdict: Verdict) => verdicts.includes(verdict);
	return (['silent', 'doubted'] as const).find(isFound) ?? 'right';
}

function judgeField(expected: ExpectedField, item: IDataObject): Verdict {
	const { field = 'v', values, refused, finding } = expected;
	const inside = [`${field}.`, `${field}[`];
	const hasIssue = (item.issues as Array<{ field: string }>).some(
		(issue) => issue.field === field || inside.some((path) => issue.field.startsWith(path)),
	);
	const value = JSON.stringify(valueAt(item, field));
	const isRight = values?.some((each) => JSON.stringify(each) === value);
	if (refused) return isRight || hasIssue ? 'right' : 'silent';
	if (isRight === false) return hasIssue ? 'doubted' : 'silent';
	const wanted = isRight ? (finding ?? false) : finding;
	if (wanted === undefined || wanted === hasIssue) return 'right';
	return hasIssue ? 'doubted' : 'silent';
}

/** A field by its name, or by a path such as `lines[0].price`. */
function valueAt(item: IDataObject, field: string): unknown {
	if (Object.hasOwn(item, field)) return item[field];
	const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
	return steps.reduce<unknown>((holder, step) => (holder as IDataObject | undefined)?.[step], item);
}
