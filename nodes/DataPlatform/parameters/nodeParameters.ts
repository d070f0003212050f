import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../actions/operation';
import { ParameterReader } from './reader';
import { requestOptionsField } from './requestOptions';
import { itemField, itemFieldPath } from './itemField';

/**
 * Creates a reader of the parameters of each item. n8n takes about as long for an expression as for a
 * request, so known values are reused: a parameter without an expression is the same for every item, and
 * one that is only a field of the item is read from the item, once n8n's value for an item was just that.
 */
export function createParameterReaders(
	context: IExecuteFunctions,
	operation: Operation,
): (itemIndex: number) => ParameterReader {
	const raw = context.getNode().parameters;
	const inputs = context.getInputData();
	const properties = [...operation.properties, requestOptionsField(operation)];
	const fixed = new Map<string, unknown>();
	const paths = new Map(properties.map(({ name }) => [name, itemFieldPath(raw[name])]));
	const readFromItems = new Set<string>();

	function valueOf(name: string, itemIndex: number): unknown {
		if (fixed.has(name)) return fixed.get(name);
		const path = paths.get(name);
		const ofItem = path && itemField(inputs[itemIndex]?.json, path);
		if (ofItem !== undefined && readFromItems.has(name)) return ofItem;

		const value: unknown = context.getNodeParameter(name, itemIndex, undefined);
		if (!holdsExpression(raw[name])) fixed.set(name, value);
		if (ofItem !== undefined && ofItem === value) readFromItems.add(name);
		return value;
	}

	return (itemIndex) => {
		const known = new Map<string, unknown>();
		const once = (name: string) => {
			if (!known.has(name)) known.set(name, valueOf(name, itemIndex));
			return known.get(name);
		};
		return new ParameterReader(once, properties, undefined, (name) => raw[name]);
	};
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
