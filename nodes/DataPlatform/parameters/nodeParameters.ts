import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../actions/operation';
import { getValueAt } from '../helpers/paths';
import { ParameterReader } from './reader';
import { createRequestOptionsProperty } from './requestOptions';

const NAME = String.raw`\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]`;
const ITEM_FIELD = new RegExp(String.raw`^=\{\{\s*\$json((?:${NAME})+)\s*\}\}$`);

/**
 * Returns a function that creates the parameter reader of an item. n8n takes about as long to evaluate an
 * expression as to send a request. So a parameter without an expression is read once for all items. And once
 * n8n's value of an expression such as `{{ $json.id }}` was equal to the item's field, the field is read instead.
 */
export function createReaderFactory(context: IExecuteFunctions, operation: Operation) {
	const raw = context.getNode().parameters;
	const inputs = context.getInputData();
	const properties = [...operation.properties, createRequestOptionsProperty(operation)];
	const fixed = new Map<string, unknown>();
	const paths = new Map(properties.map(({ name }) => [name, parseFieldPath(raw[name])]));
	const readFromItems = new Set<string>();

	function evaluate(name: string, itemIndex: number): unknown {
		if (fixed.has(name)) return fixed.get(name);
		const path = paths.get(name);
		const ofItem = path && getPrimitive(inputs[itemIndex]?.json, path);
		if (ofItem !== undefined && readFromItems.has(name)) return ofItem;

		const value: unknown = context.getNodeParameter(name, itemIndex, undefined);
		if (!holdsExpression(raw[name])) fixed.set(name, value);
		if (ofItem !== undefined && ofItem === value) readFromItems.add(name);
		return value;
	}

	return (itemIndex: number) => {
		const known = new Map<string, unknown>();
		const evaluateOnce = (name: string) => {
			if (!known.has(name)) known.set(name, evaluate(name, itemIndex));
			return known.get(name);
		};
		return new ParameterReader(evaluateOnce, properties, undefined, (name) => raw[name]);
	};
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** Returns the path in an expression that is only a field of the item, such as `{{ $json.streamId }}`. */
function parseFieldPath(parameter: unknown): string[] | undefined {
	const steps = typeof parameter === 'string' ? ITEM_FIELD.exec(parameter)?.[1] : undefined;
	if (steps === undefined) return undefined;
	return [...steps.matchAll(new RegExp(NAME, 'g'))].map(([, dotted, single, double]) =>
		[dotted, single, double].join(''),
	);
}

/** Returns undefined for an object or a list, which can't be compared with n8n's value. */
function getPrimitive(json: unknown, path: string[]): string | number | boolean | undefined {
	const value = getValueAt(json, path);
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
