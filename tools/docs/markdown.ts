import { readFileSync } from 'node:fs';

/**
 * A page of the docs: what stands between `<!-- part -->` and `<!-- /part -->` is made, all else is written by hand.
 *
 * @throws when the page has no such marks
 */
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
