import { readFileSync } from 'node:fs';

/** Replaces the parts of a page between `<!-- part -->` and `<!-- /part -->`, which it must have. */
export function withParts(
	page: string,
	parts: Record<string, string>,
	pageText = readFileSync(page, 'utf8'),
): string {
	return Object.entries(parts).reduce((text, [part, content]) => {
		const marks = new RegExp(`(<!-- ${part} -->)[^]*(<!-- /${part} -->)`);
		if (!marks.test(text)) throw new Error(`${page} has no marks for the part "${part}".`);
		return text.replace(marks, (_, first, last) => `${first}\n\n${content.trim()}\n\n${last}`);
	}, pageText);
}

/** A table without padding, because padding would be most of a page. */
export function table([head, ...rows]: string[][]): string {
	const lineOf = (cells: string[]) =>
		`|${cells.map((cell) => (cell ? ` ${cell.replaceAll('|', '\\|')} ` : ' ')).join('|')}|`;
	const separator = lineOf(head.map(() => '-'));
	return ['<!-- prettier-ignore -->', lineOf(head), separator, ...rows.map(lineOf)].join('\n');
}
