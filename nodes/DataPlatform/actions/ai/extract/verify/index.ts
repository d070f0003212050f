import { parseJsonText } from '../../../../helpers/exactJson';
import type { Path } from '../../../../helpers/paths';
import { isObject } from '../../../../helpers/values';
import type { TextRange } from '../../../../helpers/visibleText';
import type { Evidence, Issue, VerifyOptions } from '../issues';
import { StepBudget } from './ocrMatch';
import { createValueFinder } from './findValue';

/** The part of a FieldSchema that `verify` uses. */
export interface VerifiedSchema {
	type?: unknown;
	properties?: Record<string, VerifiedSchema>;
	items?: VerifiedSchema;
}

/** Evidence contains up to this many characters on each side of a value. */
const MARGIN = 30;

/**
 * Looks up an output's numbers and texts in the texts that were sent. Also finds 1299 in `1.299,00`.
 * @param output the output before conversion
 * @param schema if it lists an object's properties, other properties of the object aren't looked up
 * @param texts one for each content item; undefined for a content item that isn't text
 * @returns evidence for each found value, and an issue for each other value: `ambiguous` for March 4 if the
 * text has `03.04.2026` (likely April 3); otherwise `notInText`, or `notChecked` if not all content is text
 */
export function verify(
	output: unknown,
	schema: VerifiedSchema,
	texts: Array<string | undefined>,
	options: VerifyOptions,
): { issues: Issue[]; evidence: Evidence[] } {
	const budget = new StepBudget();
	const finders = texts.map((text) =>
		text === undefined ? undefined : createValueFinder(text, options, budget),
	);
	const missing = texts.includes(undefined) ? 'notChecked' : 'notInText';
	const issues: Issue[] = [];
	const evidence: Evidence[] = [];

	function lookUp(value: string | number, path: Path) {
		const matches = finders.map((find) => find?.(value));
		const content = matches.findIndex((match) => typeof match === 'object');
		if (content < 0) {
			issues.push({ path, kind: matches.includes('ambiguous') ? 'ambiguous' : missing, value });
			return;
		}
		const range = matches[content] as TextRange;
		const words = texts[content]!.slice(Math.max(0, range.from - MARGIN), range.to + MARGIN);
		evidence.push({ path, content, ...range, words: words.toWellFormed() });
	}

	function visit(given: unknown, { type, properties = {}, items }: VerifiedSchema, path: Path) {
		if (options.inferredFields.has(path.at(-1))) return;
		const isFreeForm = Object.keys(properties).length === 0;
		const isStructure = type === 'array' || type === 'object' || items || !isFreeForm;
		const json = isStructure ? parseJsonText(given) : undefined;
		const value = json === undefined ? given : json;
		if (Array.isArray(value)) {
			for (const [at, element] of value.entries()) visit(element, items ?? {}, [...path, at]);
		} else if (isObject(value)) {
			for (const name of Object.keys(value)) {
				const isRequested = isFreeForm || Object.hasOwn(properties, name);
				if (isRequested) visit(value[name], isFreeForm ? {} : properties[name], [...path, name]);
			}
		} else if (type !== 'boolean' && (typeof value === 'number' || typeof value === 'string')) {
			if (String(value).trim() !== '') lookUp(value, path);
		}
	}

	visit(output, schema, []);
	return { issues, evidence };
}
