import type { IExecuteFunctions } from 'n8n-workflow';
import { createRequestOptionsProperty } from '../actions/common.descriptions';
import type { Operation } from '../actions/operation';
import { ParameterReader } from './reader';

/**
 * Returns a function that creates the parameter reader of an item. n8n evaluates parameters slowly, so a
 * parameter without an expression is evaluated once for all items, and any other once for each item.
 */
export function createReaderFactory(context: IExecuteFunctions, operation: Operation) {
	const saved = context.getNode().parameters;
	const properties = [...operation.properties, createRequestOptionsProperty(operation)];
	const fixed = new Map<string, unknown>();

	return (itemIndex: number) => {
		const ofItem = new Map<string, unknown>();
		const evaluate = (name: string) => {
			const values = holdsExpression(saved[name]) ? ofItem : fixed;
			if (!values.has(name)) values.set(name, context.getNodeParameter(name, itemIndex, undefined));
			return values.get(name);
		};
		return new ParameterReader(evaluate, properties, undefined, (name) => saved[name]);
	};
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
