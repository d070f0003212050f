import { type Converted, NOT_CONVERTED } from './issues';
import { simplify } from './missingValues';

/** Words for yes and no in the languages whose dates are read, without accents. */
const TRUE = new Set([
	...['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'verdadero', 'vero', 'sim'],
	...['verdadeiro', 'waar', 'tak', 'prawda', 'da', 'tocno', 'sand', 'sandt', 'sann', 'sant'],
]);
const FALSE = new Set([
	...['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso', 'nao', 'nee'],
	...['onwaar', 'nie', 'falsz', 'ne', 'netocno', 'nej', 'falsk', 'nei', 'usann', 'falskt'],
]);

/** Converts a value such as `Yes`, `não` or 1 to true or false. */
export function parseBoolean(value: unknown): Converted {
	const word = simplify(value);
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : NOT_CONVERTED;
}
