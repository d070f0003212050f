import { readFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';

/** Replaces the parts of a page between `<!-- part -->` and `<!-- /part -->`, which it must have. */
export function withParts(page: string, parts: Record<string, string>): string {
	return Object.entries(parts).reduce(
		(text, [part, content]) => {
			const marks = new RegExp(`(<!-- ${part} -->)[^]*(<!-- /${part} -->)`);
			if (!marks.test(text)) throw new Error(`${page} has no marks for the part "${part}".`);
			return text.replace(marks, (_, first, last) => `${first}\n\n${content.trim()}\n\n${last}`);
		},
		readFileSync(page, 'utf8'),
	);
}

/** A table without padding, because padding would be most of a page. */
export function table(rows: string[][]): string {
	const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	return `<!-- prettier-ignore -->\n${markdownTable(cells, { alignDelimiters: false })}`;
}
