import type { Invalid } from './invalidParameter';
import { trimInvisible, truncate } from '../helpers/values';

/** Whether a value, as n8n saved it, is text with an expression. */
export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** Whether a value, as n8n saved it, is an expression or contains one. */
export function holdsExpression(saved: unknown): boolean {
	if (isExpression(saved)) return true;
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(holdsExpression);
}

/**
 * Throws if an expression returned undefined or null for a value, or for a value inside it. An expression with
 * blanks around it, or several in a row, return text. They have no value if the text is blank.
 * @param saved the value as n8n saved it
 */
export function requireValues(value: unknown, saved: unknown, invalid: Invalid): void {
	if (isExpression(saved)) {
		const expression = truncate(trimInvisible(saved.slice(1)), 100);
		if (value === undefined || value === null) {
			const advice =
				"Correct the expression, or check the item that it reads. To leave out an optional parameter, make the expression return ''.";
			throw invalid(`has no value: ${expression} is ${String(value)}`, advice);
		}
		if (typeof value === 'string' && trimInvisible(value) === '' && joinsBlanks(saved)) {
			const advice =
				"Correct the expression, or check the item that it reads. To leave out an optional parameter, remove everything around the expression, even invisible blanks, and make it return ''.";
			throw invalid(`has no value: ${expression} is blank`, advice);
		}
	} else if (typeof saved === 'object' && saved !== null) {
		for (const [name, member] of Object.entries(saved)) {
			requireValues((value as Record<string, unknown> | undefined)?.[name], member, invalid);
		}
	}
}

/** Whether a saved expression joins several `{{ … }}`, or one and blanks, but no other text. */
function joinsBlanks(saved: string): boolean {
	const texts = splitExpression(saved.slice(1));
	const isSingle = texts.length === 2 && texts.every((text) => text === '');
	return texts.length > 1 && !isSingle && texts.every((text) => trimInvisible(text) === '');
}

/** Returns the texts before, between and after the `{{ … }}` of an expression. */
function splitExpression(expression: string): string[] {
	const texts: string[] = [];
	let end = 0;
	for (;;) {
		const begin = findBrackets(expression, '{{', end);
		texts.push(expression.slice(end, begin));
		if (begin === expression.length) return texts;
		end = Math.min(expression.length, findBrackets(expression, '}}', begin + 2) + 2);
	}
}

/** Returns where brackets are that aren't escaped by a backslash; the end of the text if there are none. */
function findBrackets(text: string, brackets: string, from: number): number {
	for (let at = text.indexOf(brackets, from); at !== -1; at = text.indexOf(brackets, at + 2)) {
		let backslashes = 0;
		while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++;
		if (backslashes % 2 === 0) return at;
	}
	return text.length;
}
