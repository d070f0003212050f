import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../actions/operation';
import { getValueAt } from '../helpers/paths';
import { ParameterReader } from './reader';
import { createRequestOptionsProperty } from './requestOptions';

const NAME = String.raw`\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]`;
const ITEM_FIELD = new RegExp(String.raw`^=\{\{\s*\$json((?:${NAME})+)\s*\}\}$`);

/**
 * Returns a function that creates the parameter reader of an item. n8n evaluates parameters slowly, so a
 * parameter without an expression is evaluated once for all items. After n8n has returned an item's field
 * `id` for `{{ $json.id }}`, the reader takes `id` directly from later items.
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
		const fieldValue = path && getValueAt(inputs[itemIndex]?.json, path);
		// n8n may return a copy of an object or a list, which `===` can't compare.
		const isComparable = fieldValue !== undefined && typeof fieldValue !== 'object';
		if (isComparable && readFromItems.has(name)) return fieldValue;

		const value: unknown = context.getNodeParameter(name, itemIndex, undefined);
		if (!holdsExpression(raw[name])) fixed.set(name, value);
		if (isComparable && fieldValue === value) readFromItems.add(name);
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
