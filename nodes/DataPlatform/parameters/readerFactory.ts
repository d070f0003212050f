import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { holdsExpression } from './expressions';
import { InvalidParameterError } from './invalidParameter';
import { ParameterReader } from './reader';

/**
 * Returns a function that creates the parameter reader of an item. n8n takes half a millisecond for an
 * expression, so a parameter without one is evaluated once for all items, and any other once for each item.
 */
export function createReaderFactory(context: IExecuteFunctions, properties: INodeProperties[]) {
	const saved = context.getNode().parameters;
	const readSaved = (name: string) => saved[name];
	const shared = new Map<string, unknown>();
	const sharedValues = new Map<string, unknown>();

	return (itemIndex: number): ParameterReader => {
		const valuesOfItem = new Map<string, unknown>();
		const readValue = (name: string) => {
			const values = holdsExpression(saved[name]) ? valuesOfItem : sharedValues;
			const label = properties.find((property) => property.name === name)?.displayName ?? name;
			const getValue = () => context.getNodeParameter(name, itemIndex, undefined);
			return remember(values, name, label, getValue);
		};
		const evaluate = (expression: string, label: string) =>
			remember(valuesOfItem, expression, label, () =>
				context.evaluateExpression(expression, itemIndex),
			);
		return new ParameterReader(readValue, properties, { readSaved, evaluate, shared });
	};
}

/** Evaluates a parameter or an expression, but only once. */
function remember(
	values: Map<string, unknown>,
	key: string,
	label: string,
	getValue: () => unknown,
): unknown {
	try {
		if (!values.has(key)) values.set(key, getValue());
		return values.get(key);
	} catch (error) {
		throw createExpressionError(label, error as Error);
	}
}

/** Converts n8n's error about an expression. */
function createExpressionError(parameter: string, cause: Error): InvalidParameterError {
	const reason = `has an expression that can't be evaluated: ${cause.message}`;
	const { description } = cause as { description?: unknown };
	const hasAdvice = typeof description === 'string' && description !== '';
	const advice = hasAdvice ? description : 'Correct the expression.';
	return new InvalidParameterError(parameter, reason, advice, cause);
}
