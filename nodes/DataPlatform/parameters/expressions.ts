import type { Invalid } from './invalidParameter';
import { trimInvisible, truncate } from '../helpers/values';

const CORRECT_OR_OMIT =
	'Correct the expression, or check the item that it reads. To leave out an optional parameter,';
/** An escaped backslash, or brackets around an expression, which may be escaped. */
const BRACKETS = /\\\\|\\?(?:\{\{|\}\})/g;

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
 * Throws if an expression returned undefined or null for a value, or for a value inside it. A value that was saved as
 * several expressions, or as one with blanks around it, has no value either if the result is blank: n8n may have made
 * text of them, in which undefined is `''`.
 * @param saved the value as n8n saved it
 */
export function requireValues(value: unknown, saved: unknown, invalid: Invalid): void {
	if (isExpression(saved)) {
		const expression = truncate(trimInvisible(saved.slice(1)), 100);
		if (value === undefined || value === null) {
			const advice = `${CORRECT_OR_OMIT} make the expression return ''.`;
			throw invalid(`has no value: ${expression} is ${String(value)}`, advice);
		}
		if (typeof value === 'string' && trimInvisible(value) === '' && joinsBlanks(saved)) {
			const advice = `${CORRECT_OR_OMIT} remove everything around the expression, even invisible blanks, and make it return ''.`;
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
	// There is one text more than expressions.
	const hasSeveral = texts.length > 2;
	return hasSeveral ? texts.every(isBlank) : findPaddedExpression(saved) !== undefined;
}

/**
 * Returns the `{{ … }}` of a saved expression that has only blanks around it, and at least one. n8n makes text of its
 * value, such as `[object Object]`.
 */
export function findPaddedExpression(saved: unknown): string | undefined {
	if (!isExpression(saved)) return undefined;
	const expression = saved.slice(1);
	const texts = splitExpression(expression);
	const isPadded = texts.length === 2 && texts.every(isBlank) && texts.join('') !== '';
	return isPadded ? trimInvisible(expression) : undefined;
}

const isBlank = (text: string) => trimInvisible(text) === '';

/** Returns the texts before, between and after the `{{ … }}` of an expression. Escaped brackets are text. */
function splitExpression(expression: string): string[] {
	const texts: string[] = [];
	let end = 0;
	let isInside = false;
	for (const { 0: found, index } of expression.matchAll(BRACKETS)) {
		if (found !== (isInside ? '}}' : '{{')) continue;
		if (!isInside) texts.push(expression.slice(end, index));
		end = index + found.length;
		isInside = !isInside;
	}
	// n8n accepts an expression without its last }}. No text comes after it.
	return [...texts, isInside ? '' : expression.slice(end)];
}
