import { parseJsonForItems } from '../../../../helpers/exactJson';
import type { Evidence, Issue, Path, VerifyOptions } from '../issues';
import { newWork } from './ocrMatch';
import type { TextRange } from './text';
import { searchText } from './textSearch';

/** What `verify` needs to know of a schema. */
export interface VerifiedSchema {
	type?: unknown;
	properties?: Record<string, VerifiedSchema>;
	items?: VerifiedSchema;
}

/** How many characters of the text around a value are in its evidence. */
const AROUND = 30;

/**
 * Looks up each value in the texts that were sent, as whole words and numbers.
 * @param output the response's; of an object whose schema has properties, only these are looked up
 * @param texts one for each content item; undefined where it isn't text
 * @returns `notInText` for each value that no text holds, or `notChecked` if not everything is text;
 * `ambiguous` for a date that is there only if its day and month are swapped
 */
export function verify(
	output: unknown,
	schema: VerifiedSchema,
	texts: Array<string | undefined>,
	options: VerifyOptions,
): { issues: Issue[]; evidence: Evidence[] } {
	const work = newWork();
	const searches = texts.map((text) =>
		text === undefined ? undefined : searchText(text, options, work),
	);
	const missing = texts.includes(undefined) ? 'notChecked' : 'notInText';
	const issues: Issue[] = [];
	const evidence: Evidence[] = [];
	for (const { path, value } of valuesIn(output, schema, options.inferredFields)) {
		const matches = searches.map((search) => search?.(value));
		const content = matches.findIndex((match) => typeof match === 'object');
		if (content >= 0) {
			const range = matches[content] as TextRange;
			evidence.push({ path, content, ...range, words: wordsAround(texts[content]!, range) });
		} else {
			issues.push({ path, kind: matches.includes('ambiguous') ? 'ambiguous' : missing, value });
		}
	}
	return { issues, evidence };
}

interface Value {
	path: Path;
	value: string | number;
}

/** The texts and numbers in an output that are expected in the text, in order. */
function* valuesIn(
	output: unknown,
	schema: VerifiedSchema,
	inferredFields: ReadonlySet<unknown>,
): Generator<Value> {
	const rest: Array<{ path: Path; value: unknown; schema: VerifiedSchema }> = [
		{ path: [], value: output, schema },
	];
	for (let next = rest.pop(); next; next = rest.pop()) {
		const { path, schema: own } = next;
		if (inferredFields.has(path.at(-1))) continue;
		const value = isStructure(own) ? parseJson(next.value) : next.value;
		const children = childrenOf(value, own).map(([step, child, childSchema]) => ({
			path: [...path, step],
			value: child,
			schema: childSchema,
		}));
		rest.push(...children.reverse());
		if (isLookedUp(value, own)) yield { path, value };
	}
}

function childrenOf(
	value: unknown,
	{ properties, items }: VerifiedSchema,
): Array<[string | number, unknown, VerifiedSchema]> {
	if (Array.isArray(value)) return value.map((element, at) => [at, element, items ?? {}]);
	if (typeof value !== 'object' || value === null) return [];
	const isAny = Object.keys(properties ?? {}).length === 0;
	return Object.entries(value)
		.filter(([name]) => isAny || Object.hasOwn(properties!, name))
		.map(([name, member]) => [name, member, isAny ? {} : properties![name]]);
}

function isLookedUp(value: unknown, { type }: VerifiedSchema): value is string | number {
	if (type === 'boolean') return false;
	return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}

function isStructure({ type, properties, items }: VerifiedSchema): boolean {
	return type === 'array' || type === 'object' || Boolean(properties ?? items);
}

/** A model may write a list or an object as JSON text. */
function parseJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonForItems(value);
	} catch {
		return value;
	}
}

function wordsAround(text: string, { from, to }: TextRange): string {
	const before = text.slice(Math.max(0, from - AROUND), from);
	const after = text.slice(to, to + AROUND);
	const begin = from > AROUND ? before.replace(/^\S+/, '…') : before;
	const end = to + AROUND < text.length ? after.replace(/\S{1,30}$/, '…') : after;
	return begin + text.slice(from, to) + end;
}
