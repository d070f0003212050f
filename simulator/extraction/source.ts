import { isoDate } from './dates.ts';
import { findAmounts } from './amounts.ts';

/** A document, or a part of one such as a row of a table, as far as rules can see it. */
export interface Source {
	text: string;
	/** `Label: value` lines, members of JSON, cells below a heading. */
	pairs: Pair[];
	/** Rows that belong together. The title is the heading above, or the path inside JSON. */
	tables: Array<{ title: string; rows: Source[] }>;
	/** Bulleted, numbered, dated or plain lines below a heading, and arrays inside JSON. */
	lists: Array<{ title: string; entries: string[] }>;
}

export interface Pair {
	label: string;
	value: string;
}

const PAIR =
	/^\s*(?:[-*•]\s+)?\**([\p{L}][\p{L}\p{N} .,()/#&'_-]{0,40}?)\**\s*[:：=]\**[ \t]*(\S.*)$/u;
const BULLET = /^\s*(?:[-*•–・]|\d{1,3}[.)]|\[[ x]\])\s+(?:\[[ x]\]\s+)?(.+)$/u;
const HEADING = /^\s*(?:#{1,6}\s+(.+?)|([\p{L}][^:：]{0,60})[:：]|([\p{Lu}][\p{Lu} &]{3,40}))\s*$/u;
const DATED = /^\s*\[?\d{1,4}[-./年]\d/u;
const LONGEST_BLOCK = 5000;
const DELIMITERS = ['\t', '|', ';', ','];
const SUMMING =
	/total|summe|betrag|tax|vat|mwst|ust|netto|net\b|brutto|cash|bar\b|change|paid|visa|合計|小計|税/iu;

/** Ways to write an item of an order in a line, with names for what is in it. */
const ITEM_LINES = [
	/^\s*(?:[-*•]\s+)?(?<quantity>\d+(?:[.,]\d+)?)\s*(?:x|×|pcs\.?|Stk\.?|Stück)\s+(?<description>.+?)[\s.:@–-]+(?<rest>\S*\d.*)$/iu,
	/^\s*(?:[-*•]\s+)?(?<description>.+?)\s+(?:x|×)\s?(?<quantity>\d+)[\s.:@–-]+(?<rest>\S*\d.*)$/iu,
	/^\s*[-*•]\s+(?<description>.+?)[\s.:–-]+(?<rest>\S*\d.*)$/u,
	/^\s*(?<description>\S.{1,50}?)(?:\s{2,}|\t|\.{2,})(?<rest>\S*\d.*)$/u,
];

function splitCells(line: string, delimiter: string): string[] {
	const cells = [''];
	let quoted = false;
	for (const sign of line) {
		if (sign === '"') quoted = !quoted;
		else if (sign === delimiter && !quoted) cells.push('');
		else cells[cells.length - 1] += sign;
	}
	return cells.map((cell) => cell.trim());
}

const rowOf = (text: string, pairs: Pair[]): Source => ({ text, pairs, tables: [], lists: [] });

const isHeader = (cells: string[]) =>
	cells.every((cell) => cell && cell.length < 40 && !/^[\d.,\s]+$/.test(cell));

/** The longest run of lines from the first one on that a test accepts. */
function runOf<T>(lines: string[], read: (line: string) => T | undefined): T[] {
	const run: T[] = [];
	for (const line of lines) {
		const value = read(line);
		if (value === undefined) break;
		run.push(value);
	}
	return run;
}

/** What was read from some lines, and how many they were. */
interface Block extends Partial<Source> {
	length: number;
}

/** Rows parted by tabs, bars, semicolons or commas below a header. */
function delimitedBlock(lines: string[], title: string): Block | undefined {
	const clean = (line: string) => line.trim().replace(/^\||\|$/g, '');
	for (const delimiter of DELIMITERS) {
		const header = splitCells(clean(lines[0]), delimiter);
		if (header.length < (delimiter === ',' ? 3 : 2) || !isHeader(header)) continue;
		const run = runOf(lines, (line) => {
			const cells = splitCells(clean(line), delimiter);
			return cells.length === header.length ? cells : undefined;
		});
		const body = run.slice(1).filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
		if (body.length === 0) continue;
		const rows = body.map((cells) =>
			rowOf(
				cells.join(' '),
				cells.map((value, column) => ({ label: header[column], value })),
			),
		);
		const pairs = header.length === 2 ? run.map(([label, value]) => ({ label, value })) : [];
		return { tables: [{ title, rows }], pairs, length: run.length };
	}
	return undefined;
}

function itemRow(line: string): Source | undefined {
	const groups = ITEM_LINES.map((pattern) => pattern.exec(line)?.groups).find(Boolean);
	if (!groups || SUMMING.test(groups.description)) return undefined;
	const amounts = findAmounts(groups.rest);
	if (amounts.length === 0) return undefined;
	const { description, quantity = '1' } = groups;
	return rowOf(line, [
		{ label: 'description', value: description },
		{ label: 'quantity', value: quantity },
		{ label: 'unit price', value: amounts[0] },
		{ label: 'amount', value: amounts.at(-1)! },
		{ label: 'total', value: amounts.at(-1)! },
	]);
}

function itemBlock(lines: string[], title: string): Block | undefined {
	const rows = runOf(lines, itemRow);
	const alone = rows.length === 1 && !title && !/^\s*\d+\s*[x×]/u.test(lines[0]);
	return rows.length === 0 || alone
		? undefined
		: { tables: [{ title, rows }], length: rows.length };
}

const pairsIn = (lines: string[]): Pair[] =>
	lines.flatMap((line) => {
		const found = PAIR.exec(line);
		return found ? [{ label: found[1], value: found[2].trim() }] : [];
	});

function bulletBlock(lines: string[], title: string): Block | undefined {
	const entries = runOf(lines, (line) => BULLET.exec(line)?.[1]);
	const { length } = entries;
	return length === 0
		? undefined
		: { lists: [{ title, entries }], pairs: pairsIn(entries), length };
}

/** Lines that begin with a date, as in a history or a log. */
function datedBlock(lines: string[], title: string): Block | undefined {
	const entries = runOf(lines, (line) => (DATED.test(line) ? line.trim() : undefined));
	return entries.length < 2 ? undefined : { lists: [{ title, entries }], length: entries.length };
}

function plainBlock(lines: string[], title: string): Block | undefined {
	const entries = runOf(lines, (line) => line.trim() || undefined);
	const { length } = entries;
	return title ? { lists: [{ title, entries }], pairs: pairsIn(entries), length } : undefined;
}

const BLOCKS = [delimitedBlock, itemBlock, bulletBlock, datedBlock, plainBlock];

/** A line of a list as a row: a date and a name before a colon in front of it, and the rest. */
export function entryRow(entry: string): Source {
	const dated = /^\[?(\d[\d./:T年月日 -]*\d)\]?[\s,:–-]+(.+)$/u.exec(entry);
	const date = dated && isoDate(dated[1]) ? dated[1] : undefined;
	const afterDate = date ? dated![2] : entry;
	const named = /^((?:\p{Lu}[\p{L}.'’-]*\s?){1,3})(?:\([^)]*\))?\s*[:–—]\s+(.+)$/u.exec(afterDate);
	const name = named?.[1].trim();
	const rest = named ? named[2] : afterDate;
	return rowOf(entry, [
		...(date ? [{ label: 'date', value: date }] : []),
		...(name ? ['owner', 'sender', 'name'].map((label) => ({ label, value: name })) : []),
		...['description', 'action', 'text', 'message', 'summary'].map((label) => ({
			label,
			value: rest,
		})),
	]);
}

function readLines(text: string): Source {
	const lines = text.split(/\r?\n/);
	const source: Source = { text, pairs: [], tables: [], lists: [] };
	let title = '';
	for (let at = 0; at < lines.length;) {
		const heading = HEADING.exec(lines[at]);
		if (heading || !lines[at].trim()) {
			title = heading?.slice(1).find(Boolean) ?? title;
			at++;
			continue;
		}
		const ahead = lines.slice(at, at + LONGEST_BLOCK);
		const block = BLOCKS.map((read) => read(ahead, title)).find(Boolean);
		source.pairs.push(...(block?.pairs ?? pairsIn([lines[at]])));
		source.tables.push(...(block?.tables ?? []));
		source.lists.push(...(block?.lists ?? []));
		at += block?.length ?? 1;
		title = '';
	}
	return source;
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	nbsp: ' ',
	euro: '€',
};

/** HTML as lines: cells parted by tabs, list items as bullets, headings marked. */
function htmlToText(html: string): string {
	return html
		.replace(
			/<(script|style|head(?=[\s>]))[\s\S]*?<\/\1>/gi,
			(part) => /<title>[^<]*/i.exec(part)?.[0].replace(/<title>/i, 'Title: ') ?? '',
		)
		.replace(/\s*\n\s*/g, ' ')
		.replace(/<\/t[dh]>\s*(?=<t[dh])/gi, '\t')
		.replace(/<li[^>]*>/gi, '\n- ')
		.replace(/<h[1-6][^>]*>/gi, '\n\n# ')
		.replace(/<(?:br|tr|\/?(?:p|div|table|ul|ol|h[1-6]|section|dt|dd))\b[^>]*>/gi, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/^ +| +$/gm, '')
		.replace(/\n{3,}/g, '\n\n');
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function readJson(value: unknown, path: string[] = []): Source {
	const source: Source = { text: JSON.stringify(value), pairs: [], tables: [], lists: [] };
	for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
		const inner = Array.isArray(value) ? path : [...path, name];
		if (member === null) continue;
		if (!isObject(member)) {
			source.pairs.push({ label: inner.join(' '), value: String(member) });
			continue;
		}
		const nested = readJson(member, inner);
		source.pairs.push(...nested.pairs);
		source.tables.push(...nested.tables);
		source.lists.push(...nested.lists);
	}
	if (Array.isArray(value)) {
		const title = path.join(' ');
		if (value.some(isObject))
			source.tables.push({ title, rows: value.map((each) => readJson(each)) });
		else source.lists.push({ title, entries: value.map(String) });
	}
	return source;
}

/** Reads a text as JSON, HTML or plain lines, whatever it is. */
export function readSource(text: string): Source {
	try {
		const value: unknown = JSON.parse(text);
		if (isObject(value)) return readJson(value);
	} catch {
		// No JSON: the usual case.
	}
	return readLines(
		/<(?:html|body|table|p|div|ul|br)\b[^>]*>/i.test(text) ? htmlToText(text) : text,
	);
}
