import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../operations/operation';
import { ParameterReader } from '../parameters/reader';
import { requestOptionsField } from '../parameters/requestOptions';

/**
 * Readers of the panel's values, one for each item. A parameter without an expression is the same for
 * every item and is asked for once: n8n needs about as long for it as for a whole request.
 */
export function panelReader(
	context: IExecuteFunctions,
	operation: Operation,
): (itemIndex: number) => ParameterReader {
	const raw = context.getNode().parameters;
	const fields = [...operation.fields, requestOptionsField(operation.requestDefaults)];
	const fixed = new Map<string, unknown>();

	function valueOf(name: string, itemIndex: number): unknown {
		if (fixed.has(name)) return fixed.get(name);
		const value: unknown = context.getNodeParameter(name, itemIndex, undefined);
		if (!holdsExpression(raw[name])) fixed.set(name, value);
		return value;
	}

	return (itemIndex) => new ParameterReader((name) => valueOf(name, itemIndex), fields);
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
