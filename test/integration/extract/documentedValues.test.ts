// The tables of numbers and dates in docs/reference/dates-and-amounts.md, compared with what Convert Types does.
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { extractor, itemsOf, textWith } from './harness.ts';

const { extract } = extractor();
const page = readFileSync('docs/reference/dates-and-amounts.md', 'utf8');
const codesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code);

/** Returns the values in a table's first column, each with what its second column says. */
function casesOf(section: string): Array<{ value: string; expected: unknown }> {
	const [, text] = page.split(`\n## ${section}\n`);
	const rows = text.split('\n## ')[0].matchAll(/^\| (`.*) \| (.+) \|$/gm);
	return Array.from(rows).flatMap(([, values, result]) =>
		codesIn(values).map((value, at) => ({ value, expected: expectedOf(result, value, at) })),
	);
}

function expectedOf(result: string, value: string, at: number): unknown {
	if (result.startsWith('Ambiguous')) return 'ambiguous';
	if (result.startsWith('Not converted')) return 'notConverted';
	if (result.startsWith('Unchanged')) return value;
	const codes = codesIn(result);
	return codes[at] ?? codes[0];
}

test.each([
	['Numbers', 'number'],
	['Dates', 'date'],
])('the table of %s', async (section, type) => {
	const cases = casesOf(section);
	const names = cases.map((_, at) => `f${at}`);
	const [item] = itemsOf(
		await extract({
			parameters: {
				text: textWith(Object.fromEntries(cases.map(({ value }, at) => [names[at], value]))),
				fields: { field: names.map((name) => ({ name, type })) },
				options: {
					convertTypes: true,
					flagIssues: { settings: { dontLookUp: names.join() } },
				},
			},
			input: [{}],
		}),
	);
	const issues = item['issues'] as IDataObject[];
	const kindOf = (name: string) => issues.find(({ field }) => field === name)?.['kind'];
	const actual = cases.map(({ value }, at) => {
		return { value, expected: kindOf(names[at]) ?? String(item[names[at]]) };
	});

	expect(cases.length).toBeGreaterThan(20);
	expect(actual).toEqual(cases);
});
