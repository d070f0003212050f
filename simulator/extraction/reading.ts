/** A label and its value. */
export type Labeled<Value = string> = [label: string, value: Value];

/** The labeled parts of a text. */
export interface Reading {
	text: string;
	/** Lines such as `Label: value`. */
	values: Labeled[];
	/** Bullets below a heading. */
	lists: Array<Labeled<string[]>>;
	/** Rows with cells that are labeled by a header or by the pattern of the line. */
	tables: Labeled[][][];
}

/** An HTML tag, but not the address in `Ana <ana@example.com>`. */
const TAG = /<[!/a-z][^<>@]*>/gi;
const VALUE = /^(?:[-*•] )?(\p{L}[^:：=]{0,40}?)(?:\s*[:：=]\s*|\s{2,})(\S.*)$/u;
/** `Offer 4711` has the label `Offer number`. */
const NUMBERED = /^(\p{L}+) (?:no\.? |nr\.? |#)?(\S*\d\S*)$/iu;
const HEADING = /^(?:#+ (.+)|(\p{L}[^:：]*)[:：])$/u;
const BULLET = /^[-*•] (.+)$/;
const DELIMITERS = ['\t', '|', ';', ','];
const AMOUNT = '[€$£¥]?\\d[\\d.,]*(?: ?(?:€|[A-Z]{3}))?';

/** Rows without a header: order lines, messages of a history, and tasks. */
const ROWS = [
	new RegExp(
		`^(?:[-*•] )?(?<quantity>\\d+) x (?<description>.+?)\\s+(?:@ (?<unitPrice>${AMOUNT})\\s+(?<totalAmount>${AMOUNT})|(?<unitPriceOrTotalAmount>${AMOUNT}))$`,
	),
	/^(?<date>\d{4}-\d{2}-\d{2})(?: \d{2}:\d{2})? (?<sender>[^:]+): (?<message>.+)$/,
	/^[-*•] (?<owner>\p{Lu}[^:]+): (?<action>.+)$/u,
];

/** The rows of a paragraph, if each line has as many cells as the header. */
function delimitedRows(paragraph: string): Labeled[][] {
	for (const delimiter of DELIMITERS) {
		const [header, ...rows] = paragraph
			.split('\n')
			.map((line) => line.replace(/^\||\|$/g, '').split(delimiter))
			.map((cells) => cells.map((cell) => cell.trim()));
		if (header.length < 2 || rows.some(({ length }) => length !== header.length)) continue;
		const body = rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
		return body.map((cells) => cells.map((cell, column) => [header[column], cell]));
	}
	return [];
}

function listsIn(lines: string[]): Reading['lists'] {
	const lists: Reading['lists'] = [];
	for (const line of lines) {
		const title = HEADING.exec(line)?.slice(1).find(Boolean);
		if (title) lists.push([title, []]);
		else lists.at(-1)?.[1].push(...(BULLET.exec(line)?.slice(1) ?? []));
	}
	return lists;
}

function rowsLike(pattern: RegExp, lines: string[]): Labeled[][] {
	const rows = lines.map((line) => Object.entries(pattern.exec(line)?.groups ?? {}));
	return rows.filter(({ length }) => length > 0).map((row) => row.filter(([, value]) => value));
}

/** Reads plain text, Markdown, CSV, and HTML without its tags. */
export function readText(content: string): Reading {
	const lines = content
		.replace(TAG, '')
		.split('\n')
		.map((line) => line.trim());
	const text = lines.join('\n').trim();
	return {
		text,
		values: lines.flatMap((line): Labeled[] => {
			const [, label, value] = VALUE.exec(line) ?? [];
			if (label) return [[label, value]];
			const [, name, number] = NUMBERED.exec(line) ?? [];
			return name ? [[`${name} number`, number]] : [];
		}),
		lists: listsIn(lines),
		tables: [
			...text.split(/\n{2,}/).map(delimitedRows),
			...ROWS.map((pattern) => rowsLike(pattern, lines)),
		],
	};
}

/** A row as a separate text. */
export function readRow(values: Labeled[]): Reading {
	return { text: values.map(([, value]) => value).join(' '), values, lists: [], tables: [] };
}
