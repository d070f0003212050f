import type { ParameterDefinition } from '../../nodes/DataPlatform/api/contract.ts';
import { parseNumber } from './amounts.ts';
import { isoDate } from './dates.ts';
import type { ValueKind } from './kinds.ts';
import { VALUE_KINDS } from './kinds.ts';
import type { Shape } from './shapes.ts';
import { shapeOf } from './shapes.ts';
import type { Source } from './source.ts';
import { entryRow } from './source.ts';
import { fit, meanings, splitWords } from './words.ts';

/** What a field looks for: the meanings of its name and of the objects that it is in. */
interface Wanted {
	own: string[];
	outer: string[];
	kind: ValueKind;
}

/** A title or label must say at least this much of what is wanted. */
const FITTING = 0.25;

const YES = /^(?:yes|ja|true|y|x|1|paid|bezahlt|done|erledigt|はい)\b/iu;
const NO = /^(?:no|nein|false|n|0|open|offen|unpaid|not|nicht|いいえ)\b/iu;

/** How a found text becomes a value of a type. A type that is not here gives the text as it is. */
const CONVERSIONS: Record<string, (text: string) => unknown> = {
	number: (text) => parseNumber(text) ?? null,
	integer: (text) => (parseNumber(text) === undefined ? null : Math.round(parseNumber(text)!)),
	date: (text) => isoDate(text) ?? null,
	datetime: (text) =>
		/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-][\d:]+)?/.exec(text)?.[0] ?? isoDate(text) ?? null,
};

const convert = (text: string | undefined, type: string): unknown =>
	text === undefined ? null : (CONVERSIONS[type]?.(text) ?? (CONVERSIONS[type] ? null : text));

/** The kind that a type means when neither name nor description say more. */
const KIND_OF_TYPE: Record<string, string> = {
	number: 'number',
	integer: 'number',
	date: 'date',
	datetime: 'date',
};
/** The only kinds that a numeric type can be. */
const NUMERIC = ['percent', 'count', 'total', 'amount'].map((name) => VALUE_KINDS[name]);

function kindOf(name: string, description: string, type: string): ValueKind {
	const kinds = KIND_OF_TYPE[type] === 'number' ? NUMERIC : Object.values(VALUE_KINDS);
	for (const words of [meanings(name), meanings(description)]) {
		const found = kinds.find((kind) => kind.meanings.some((meaning) => words.includes(meaning)));
		if (found) return found;
	}
	return VALUE_KINDS[KIND_OF_TYPE[type] ?? 'text'];
}

const typeOf = (shape: Shape): string => {
	if (shape.form === 'list') return typeOf(shape.element);
	return shape.form === 'value' ? shape.type : 'string';
};

const score = (label: string, { own, outer }: Wanted): number => {
	const fitting = fit(label, own);
	return fitting && fitting + fit(label, outer) / 2;
};

/** The candidates that have a value, the best fitting first; of equals the first in the text. */
function ranked<T>(candidates: T[], label: (each: T) => string, wanted: Wanted): T[] {
	return candidates
		.map((each) => ({ each, points: score(label(each), wanted) }))
		.filter(({ points }) => points >= FITTING)
		.sort((left, right) => right.points - left.points)
		.map(({ each }) => each);
}

/** The text that says what the field wants: behind a label, on a line that names it, or anywhere. */
function findText(wanted: Wanted, { text, pairs }: Source): string | undefined {
	const { pick, search, onLines } = wanted.kind;
	const labelled = ranked(pairs, ({ label }) => label, wanted).flatMap(({ value }) =>
		pick(value).slice(0, 1),
	);
	if (labelled.length > 0) return labelled[0];
	if (onLines) {
		const onLine = ranked(text.split('\n'), (line) => line, wanted).flatMap((line) =>
			pick(line).slice(-1),
		);
		if (onLine.length > 0) return onLine[0];
	}
	return search?.(text)[0];
}

function readAllowed(allowed: string[], wanted: Wanted, { text, pairs }: Source): string | null {
	const labelled = ranked(pairs, ({ label }) => label, wanted).map(({ value }) => value);
	for (const place of [...labelled, text]) {
		const words = ` ${splitWords(place).join(' ')} `;
		const found = allowed.find((value) => words.includes(` ${splitWords(value).join(' ')} `));
		if (found) return found;
	}
	return null;
}

/** True when the text says so behind a label, or names what the field asks without a "not" before it. */
function readBoolean(wanted: Wanted, { text, pairs }: Source): boolean {
	for (const { value } of ranked(pairs, ({ label }) => label, wanted)) {
		if (YES.test(value)) return true;
		if (NO.test(value)) return false;
	}
	const [sentence] = ranked(text.split(/[.!?\n]/), (each) => each, wanted);
	return (
		sentence !== undefined && !/\b(?:not|no|never|nicht|kein|keine|un\w+)\b|n't/i.test(sentence)
	);
}

/** How many rows there are of what the field counts. */
function countRows(wanted: Wanted, source: Source): string | undefined {
	const { length } = findRows(wanted, wanted.own, source);
	return length > 0 ? String(length) : undefined;
}

function readValue(shape: Shape & { form: 'value' }, wanted: Wanted, source: Source): unknown {
	if (shape.allowed) return readAllowed(shape.allowed, wanted, source);
	if (shape.type === 'boolean') return readBoolean(wanted, source);
	const text =
		findText(wanted, source) ??
		(wanted.kind === VALUE_KINDS.count ? countRows(wanted, source) : undefined);
	return convert(text, shape.type);
}

const splitList = (value: string): string[] =>
	value
		.split(/[,;、]|\s(?:and|und|&)\s/)
		.map((each) => each.trim().replace(/\.$/, ''))
		.filter(Boolean);

/** The texts of a list of values: a column, a list below a heading, a comma list, or all of the kind. */
function findTexts(wanted: Wanted, source: Source): string[] {
	const columns = source.tables.flatMap(({ rows }) =>
		ranked(rows[0].pairs, ({ label }) => label, wanted).map(({ label }) =>
			rows.flatMap(({ pairs }) =>
				pairs.filter((pair) => pair.label === label).map(({ value }) => value),
			),
		),
	);
	const lists = ranked(source.lists, ({ title }) => title, wanted).map(({ entries }) => entries);
	const inLine = ranked(source.pairs, ({ label }) => label, wanted).map(({ value }) =>
		splitList(value),
	);
	const named = [...lists, ...columns, ...inLine].find((texts) => texts.length > 0);
	if (named) return named;
	const anywhere = wanted.kind.search?.(source.text) ?? [];
	return anywhere.length > 0 || source.lists.length !== 1
		? [...new Set(anywhere)]
		: source.lists[0].entries;
}

/** The rows that belong to a list of objects: a table, or a list whose entries are read like rows. */
function findRows(wanted: Wanted, memberNames: string[], { tables, lists }: Source): Source[] {
	const candidates = [
		...tables,
		...lists.map(({ title, entries }) => ({ title, rows: entries.map(entryRow) })),
	];
	const points = ({ title, rows }: Source['tables'][number]): number => {
		const labels = rows[0]?.pairs.map(({ label }) => label) ?? [];
		const covered = memberNames.filter((name) =>
			labels.some((label) => fit(label, meanings(name)) >= FITTING),
		);
		return 2 * fit(title, wanted.own) + covered.length / Math.max(1, memberNames.length);
	};
	const best = candidates.sort((left, right) => points(right) - points(left))[0];
	return best && points(best) > 0 ? best.rows : [];
}

function readShape(shape: Shape, wanted: Wanted, source: Source): unknown {
	if (shape.form === 'value') return readValue(shape, wanted, source);
	if (shape.form === 'object') {
		const read = shape.members.map(([name, member]) => [
			name,
			readField(name, member, source, wanted.own),
		]);
		return Object.fromEntries(read);
	}
	const { element } = shape;
	if (element.form !== 'object') {
		return findTexts(wanted, source).map((text) => convert(text, typeOf(element)));
	}
	const rows = findRows(
		wanted,
		element.members.map(([name]) => name),
		source,
	);
	return rows.map((row) => readShape(element, { ...wanted, own: [] }, row));
}

/**
 * Reads what a field of the output structure asks for.
 *
 * @param outer meanings of the names of the objects around the field
 * @returns a value of the field's type; null, or an empty list, when the rules find none
 */
export function readField(
	name: string,
	definition: ParameterDefinition,
	source: Source,
	outer: string[] = [],
): unknown {
	const shape = shapeOf(name, definition);
	const kind = kindOf(name, definition.description ?? '', typeOf(shape));
	return readShape(shape, { own: meanings(name), outer, kind }, source);
}
