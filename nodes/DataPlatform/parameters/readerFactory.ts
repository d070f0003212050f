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

	function evaluate(name: string, itemIndex: number): unknown {
		try {
			return context.getNodeParameter(name, itemIndex, undefined);
		} catch (error) {
			const label = properties.find((property) => property.name === name)?.displayName ?? name;
			throw createExpressionError(label, error as Error);
		}
	}

	return (itemIndex: number): ParameterReader => {
		const valuesOfItem = new Map<string, unknown>();
		const readValue = (name: string) => {
			const values = holdsExpression(saved[name]) ? valuesOfItem : sharedValues;
			if (!values.has(name)) values.set(name, evaluate(name, itemIndex));
			return values.get(name);
		};
		return new ParameterReader(readValue, properties, { readSaved, shared });
	};
}

/** Converts n8n's error about an expression. */
function createExpressionError(parameter: string, cause: Error): InvalidParameterError {
	const reason = `has an expression that can't be evaluated: ${cause.message}`;
	const { description } = cause as { description?: unknown };
	const hasAdvice = typeof description === 'string' && description !== '';
	const advice = hasAdvice ? description : 'Correct the expression.';
	return new InvalidParameterError(parameter, reason, advice, cause);
}
