/** Dates as people write them in English and German, and in Japanese numerals. */

const MONTHS = [
	['january', 'jan', 'januar', 'jän'],
	['february', 'feb', 'februar'],
	['march', 'mar', 'märz', 'mär'],
	['april', 'apr'],
	['may', 'mai'],
	['june', 'jun', 'juni'],
	['july', 'jul', 'juli'],
	['august', 'aug'],
	['september', 'sep', 'sept'],
	['october', 'oct', 'oktober', 'okt'],
	['november', 'nov'],
	['december', 'dec', 'dezember', 'dez'],
];
const MONTH = MONTHS.flat()
	.sort((left, right) => right.length - left.length)
	.join('|');

type Parts = [year: string | number, month: string | number, day: string | number];

const monthNumber = (name: string) =>
	MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1;

/** With slashes the month comes first, unless that cannot be. */
const slashes = (first: string, second: string, year: string): Parts =>
	Number(first) > 12 ? [year, second, first] : [year, first, second];

/** Each way to write a date, and what year, month and day are in it. */
const NOTATIONS: Array<{ pattern: RegExp; parts: (groups: string[]) => Parts }> = [
	{
		pattern: /\b(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/,
		parts: ([y, m, d]) => [y, m, d],
	},
	{ pattern: /\b(\d{4})\/(\d{1,2})\/(\d{1,2})\b/, parts: ([y, m, d]) => [y, m, d] },
	{ pattern: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, parts: ([d, m, y]) => [y, m, d] },
	{ pattern: /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/, parts: ([a, b, y]) => slashes(a, b, y) },
	{
		pattern: new RegExp(
			`\\b(\\d{1,2})(?:\\.|st|nd|rd|th)? (?:of )?(${MONTH})\\b\\.?,? (\\d{4})\\b`,
			'i',
		),
		parts: ([d, m, y]) => [y, monthNumber(m), d],
	},
	{
		pattern: new RegExp(`\\b(${MONTH})\\b\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'),
		parts: ([m, d, y]) => [y, monthNumber(m), d],
	},
	{ pattern: /(\d{4})年(\d{1,2})月(\d{1,2})日/, parts: ([y, m, d]) => [y, m, d] },
];

/** The dates in a text, as they are written there, in their order. */
export function findDates(text: string): string[] {
	return NOTATIONS.flatMap(({ pattern }) => [...text.matchAll(new RegExp(pattern, 'giu'))])
		.sort((left, right) => left.index - right.index)
		.map(([written]) => written);
}

/** @returns the first date of the text as YYYY-MM-DD; undefined when there is none */
export function isoDate(text: string): string | undefined {
	for (const { pattern, parts } of NOTATIONS) {
		const found = pattern.exec(text);
		if (!found) continue;
		const [year, month, day] = parts(found.slice(1)).map((part) => String(part).padStart(2, '0'));
		const iso = `${year}-${month}-${day}`;
		if (!Number.isNaN(Date.parse(iso))) return iso;
	}
	return undefined;
}
