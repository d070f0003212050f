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
	const fixed = new Map<string, unknown>();
	const shared = new Map<string, unknown>();

	return (itemIndex: number): ParameterReader => {
		const ofItem = new Map<string, unknown>();
		const evaluateOnce = (name: string) => {
			const values = holdsExpression(saved[name]) ? ofItem : fixed;
			if (!values.has(name)) values.set(name, evaluate(name));
			return values.get(name);
		};

		function evaluate(name: string): unknown {
			try {
				return context.getNodeParameter(name, itemIndex, undefined);
			} catch (error) {
				throw createExpressionError(read.displayName(name), error as Error);
			}
		}

		const readSaved = (name: string) => saved[name];
		const read = new ParameterReader(evaluateOnce, properties, { readSaved, shared });
		return read;
	};
}

/** Converts n8n's error about an expression. */
function createExpressionError(parameter: string, cause: Error): InvalidParameterError {
	const reason = `has an expression that can't be evaluated: ${cause.message}`;
	const { description } = cause as { description?: unknown };
	const advice = typeof description === 'string' && description !== '' ? description : undefined;
	return new InvalidParameterError(parameter, reason, advice ?? 'Correct the expression.', cause);
}
