/** From where to where, in characters of a text. */
export interface Place {
	from: number;
	to: number;
}

const FOLDED = new Map<string, string>([
	['ß', 'ss'],
	['’', "'"],
	['\u2212', '-'],
]);

/** Hyphens and dashes of all lengths. */
const DASH = /[\u2010-\u2015]/;

/** Accents; marks of other scripts are part of their letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** A character without its accent and its typographic form: `é` is `e`, `ﬁ` is `fi`, a no-break space a space. */
export function foldedCharacter(character: string): string {
	const known = FOLDED.get(character);
	if (known !== undefined) return known;
	const folded = DASH.test(character)
		? '-'
		: character.normalize('NFKD').replace(ACCENTS, '').toLowerCase() || character;
	FOLDED.set(character, folded);
	return folded;
}

/** A text in lower case, without accents and typographic forms, each character in its old place. */
export function plainText(text: string): string {
	return text
		.replace(/[^ -~\s]|[\u00a0\u202f\u2007]/g, (character) => {
			const folded = foldedCharacter(character);
			return folded.length === 1 ? folded : character;
		})
		.toLowerCase();
}
