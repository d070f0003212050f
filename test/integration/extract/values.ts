import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';

/** What should come out for one field. */
interface Expected {
	/** Where the field is in the item; `v` when left out. */
	field?: string;
	/** Any of them is right. */
	values?: unknown[];
	/** The value stays as it came, with an issue; next to `values`, either is right. */
	refused?: boolean;
	/** Whether there must be an issue. */
	finding?: boolean;
}

/** A case of values.jsonl: what a model answers, and what the node should make of it. */
export interface ValueCase {
	id: string;
	kind: string;
	text: string;
	/** The definition of the only field, `v`. */
	structure?: IDataObject;
	/** Or a whole JSON Schema. */
	schema?: IDataObject;
	/** Node parameters in place of those that `parametersOf` returns. */
	parameters?: IDataObject;
	answer?: IDataObject;
	settings?: {
		dateOrder?: string;
		numberFormat?: string;
		ifMissing?: string;
		perElement?: string;
		sendJsonSchema?: boolean;
	};
	expect: Expected & {
		fields?: Expected[];
		items?: Expected[][];
		/** How many requests were sent. */
		requests?: number;
		/** Words that the definition of each field must contain. */
		sent?: Record<string, string[]>;
		/** A word of a hint. */
		hint?: string;
		/** A hint is as good as what must be sent. */
		toldToo?: boolean;
		/** An error before anything is sent is right, too. */
		refusedToo?: boolean;
		/** Words of the error or its advice. */
		error?: string;
		/** Words of each hint. */
		hints?: string[];
		/** What must come out exactly so. */
		exactly?: Partial<ValueResult>;
	};
}

/** What came out of a case. */
export interface ValueResult {
	items: IDataObject[];
	hints: string[];
	requests: number;
	structure?: IDataObject;
}

/** `silent`: another value than expected, or a questionable one, without an issue. `doubted`: a right value with an issue. */
export type Verdict = 'right' | 'silent' | 'doubted';

export function readValueCases(file: string): ValueCase[] {
	return readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

/** The node parameters of a case, which input items give as `text` and `schema`. */
export function parametersOf({ settings = {}, parameters }: ValueCase): IDataObject {
	const { dateOrder, numberFormat, ifMissing, perElement } = settings;
	return {
		text: '={{ $json.text }}',
		specifyFields: 'schema',
		jsonSchema: '={{ $json.schema }}',
		items: perElement ? 'perElement' : 'perInput',
		...(perElement && { list: perElement }),
		options: {
			convertTypes: true,
			flagIssues: { settings: {} },
			...(dateOrder && { dateOrder }),
			...(numberFormat && { numberFormat }),
			...(ifMissing && { ifMissing }),
			...(settings.sendJsonSchema && { sendJsonSchema: true }),
		},
		requestOptions: { maxConcurrency: 1, maxRetries: 0 },
		...parameters,
	};
}

export function schemaOf({ structure, schema }: ValueCase): IDataObject {
	return schema ?? { type: 'object', required: ['v'], properties: { v: structure ?? {} } };
}

// Both sides need the same prototypes, and n8n's engine is outside of jest's context.
const copy = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** Compares what came out with what should have. */
export function judge({ expect: expected }: ValueCase, result: ValueResult): Verdict {
	const [item] = result.items;
	const { error, hints, exactly } = expected;
	const isIn = (words: string, index: number) => result.hints[index]?.includes(words);
	if (hints && !(hints.length === result.hints.length && hints.every(isIn))) return 'silent';
	if (!isDeepStrictEqual(copy({ ...result, ...exactly }), copy(result))) return 'silent';
	if (error !== undefined) return wordsOfError(item).includes(error) ? 'right' : 'silent';
	if (exactly ?? hints) return 'right';
	const failed = item !== undefined && item.error !== undefined;
	if (expected.sent) return judgeSent(expected, result, failed);
	if (failed) return expected.refusedToo || expected.refused ? 'right' : 'doubted';
	if (expected.requests !== undefined && expected.requests !== result.requests) return 'silent';
	const rows = expected.items ?? [expected.fields ?? [expected]];
	if (rows.length > result.items.length) return 'silent';
	const verdicts = rows.flatMap((row, index) =>
		row.map((each) => judgeField(each, result.items[index])),
	);
	return (
		verdicts.find((each) => each === 'silent') ??
		verdicts.find((each) => each === 'doubted') ??
		'right'
	);
}

function wordsOfError(item: IDataObject | undefined): string {
	const { description } = (item?.details ?? {}) as IDataObject;
	return `${String(item?.error)} | ${String(description)}`;
}

function judgeSent(
	{ sent, hint, toldToo, refusedToo }: ValueCase['expect'],
	{ structure = {}, hints }: ValueResult,
	failed: boolean,
): Verdict {
	if (failed) return refusedToo ? 'right' : 'doubted';
	const isTold = toldToo === true && hints.length > 0;
	const allSent = Object.entries(sent!).every(([name, words]) => {
		const definition = Object.hasOwn(structure, name) ? JSON.stringify(structure[name]) : undefined;
		return definition !== undefined && words.every((word) => definition.includes(word));
	});
	const isHinted = hint === undefined || hints.some((each) => each.includes(hint));
	return (allSent && isHinted) || isTold ? 'right' : 'silent';
}

function judgeField(expected: Expected, item: IDataObject): Verdict {
	const { field = 'v', values, refused, finding } = expected;
	const hasIssue = ((item.issues ?? []) as IDataObject[]).some((each) => isAt(each, field));
	if (values) {
		const value = JSON.stringify(valueOf(item, field));
		const isRight = values.some((each) => JSON.stringify(each) === value);
		if (!isRight) return !hasIssue ? 'silent' : refused ? 'right' : 'doubted';
		if (refused || finding === undefined) return hasIssue && !refused ? 'doubted' : 'right';
	} else if (refused) return hasIssue ? 'right' : 'silent';
	if (finding === true) return hasIssue ? 'right' : 'silent';
	return finding === false && hasIssue ? 'doubted' : 'right';
}

function isAt({ field }: IDataObject, name: string): boolean {
	const path = String(field);
	return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

/** A field by its name, or by a path such as `lines[0].price`. */
function valueOf(item: IDataObject, field: string): unknown {
	if (Object.hasOwn(item, field)) return item[field];
	return field
		.split(/[.[\]]+/)
		.filter(Boolean)
		.reduce<unknown>((holder, step) => (holder as IDataObject | undefined)?.[step], item);
}
