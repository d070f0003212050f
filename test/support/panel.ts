import type { IDataObject } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/DataPlatform/transport/request.ts';
import type { Operation, Outcome } from '../../nodes/DataPlatform/actions/operation.ts';
import { InvalidParameterError } from '../../nodes/DataPlatform/parameters/validators.ts';
import type { InputItem } from '../../nodes/DataPlatform/parameters/inputItem.ts';
import { ParameterReader } from '../../nodes/DataPlatform/parameters/reader.ts';

/** Panel values by parameter name, expressions already resolved; what is left out is not set. */
export type PanelValues = Record<string, unknown>;

const emptyItem: InputItem = {
	json: {},
	timezone: 'Europe/Berlin',
	files: new Map(),
	readFile: async () => await Promise.reject(new Error('There is no file')),
};

/** What an operation reads from a panel. */
export function parametersOf<Values, Answer>(
	operation: Operation<Values, Answer>,
	values: PanelValues,
	item = emptyItem,
): Values {
	const read = new ParameterReader((name) => values[name], operation.fields);
	return operation.parameters(read, item);
}

/** The request that an operation builds from a panel. */
export async function requestOf<Values, Answer>(
	operation: Operation<Values, Answer>,
	values: PanelValues,
	item = emptyItem,
): Promise<ApiRequest> {
	return await operation.request(parametersOf(operation, values, item));
}

/** What comes out of an operation when the platform gives these answers, and what it was asked. */
export async function outcomeOf<Values, Answer>(
	operation: Operation<Values, Answer>,
	values: PanelValues,
	...answers: unknown[]
): Promise<Outcome & { sent: ApiRequest[] }> {
	const sent: ApiRequest[] = [];
	const outcome = await operation.perform(
		parametersOf(operation, values),
		async (request) => operation.answer(answers[sent.push(await request) - 1]),
		() => 1,
	);
	return { ...outcome, sent };
}

/** The items alone. */
export async function itemsOf<Values, Answer>(
	operation: Operation<Values, Answer>,
	values: PanelValues,
	...answers: unknown[]
): Promise<IDataObject[]> {
	return (await outcomeOf(operation, values, ...answers)).items;
}

/** The refusal that reading a value ends with. */
export async function invalidOf(read: () => unknown): Promise<InvalidParameterError> {
	try {
		await read();
	} catch (error) {
		if (error instanceof InvalidParameterError) return error;
		throw error;
	}
	throw new Error('The value was accepted');
}
