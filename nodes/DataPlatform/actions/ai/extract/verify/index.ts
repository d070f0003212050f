import { parseJsonText } from '../../../../helpers/exactJson';
import type { Path } from '../../../../helpers/paths';
import { isObject } from '../../../../helpers/values';
import { ISSUES, type Issue, type LookUpOptions } from '../issues';
import { StepBudget } from './ocrMatch';
import { createValueFinder } from './findValue';

/** The part of a FieldSchema that `verify` uses. */
export interface VerifiedSchema {
	type?: unknown;
	properties?: Record<string, VerifiedSchema>;
	items?: VerifiedSchema;
}

/**
 * Looks up an output's numbers and texts in the texts that were sent. Also finds 1299 in `1.299,00`.
 * @param output the output before conversion
 * @param schema if it lists an object's properties, other properties of the object aren't looked up
 * @param texts one for each content item; undefined for a content item that isn't text
 * @returns an issue for each value that isn't found: `ambiguous` for March 4 if the
 * text has `03.04.2026` (likely April 3); otherwise `notInText`, or `notChecked` if not all content is text
 */
export function verify(
	output: unknown,
	schema: VerifiedSchema,
	texts: Array<string | undefined>,
	options: LookUpOptions,
): Issue[] {
	const budget = new StepBudget();
	const finders = texts.map((text) =>
		text === undefined ? undefined : createValueFinder(text, options, budget),
	);
	const missing = texts.includes(undefined) ? 'notChecked' : 'notInText';
	const issues: Issue[] = [];

	function lookUp(value: string | number, path: Path) {
		const matches = finders.map((find) => find?.(value));
		if (matches.some((match) => typeof match === 'object')) return;
		const kind = matches.includes('ambiguous') ? 'ambiguous' : missing;
		issues.push({ path, kind, value, reason: ISSUES[kind] });
	}

	function visit(given: unknown, { type, properties = {}, items }: VerifiedSchema, path: Path) {
		if (options.dontLookUp.has(String(path.at(-1)))) return;
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
	return issues;
}
