import { stringifyJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';

const REPLACEMENT = '[token]';

/** Replaces the token in a text, or in the names and values of JSON. */
export type Hide = <Value>(value: Value) => Value;

/** Creates a function that replaces the token as it is, and as JSON or JSON in JSON writes it. */
export function createHide(token: string): Hide {
	const escape = (text: string) => stringifyJson(text).slice(1, -1);
	const inJson = escape(token);
	// A set, because most tokens have only one form, and responses may be long.
	const forms = [...new Set([escape(inJson), inJson.replaceAll('/', '\\/'), inJson, token])];
	const hideText = (text: string) =>
		forms.reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);

	function hide(value: unknown): unknown {
		if (typeof value === 'string') return hideText(value);
		if (Array.isArray(value)) return value.map(hide);
		if (!isObject(value)) return String(value) === token ? REPLACEMENT : value;
		const members = Object.entries(value);
		return Object.fromEntries(members.map(([name, member]) => [hideText(name), hide(member)]));
	}
	return hide as Hide;
}
