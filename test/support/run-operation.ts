import type { ItemParameters, Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import type { InputItem } from '../../nodes/DataPlatform/parameters/inputItem.ts';
import { InvalidParameterError } from '../../nodes/DataPlatform/parameters/invalidParameter.ts';
import { ParameterReader } from '../../nodes/DataPlatform/parameters/reader.ts';
import type { ApiClient } from '../../nodes/DataPlatform/transport/apiClient.ts';
import type { ApiRequest } from '../../nodes/DataPlatform/transport/request.ts';

/** Values of parameters by name, with resolved expressions. */
export type ParameterValues = Record<string, unknown>;

const emptyItem: InputItem = {
	json: {},
	files: new Map(),
	readFile: async () => await Promise.reject(new Error('There is no file')),
};

/** Reads the parameters of an operation. */
export function readParameters<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: ParameterValues,
	item = emptyItem,
): Parameters {
	const read = new ParameterReader((name) => values[name], operation.properties);
	return operation.readParameters(read, item);
}

/** Executes an operation with the responses of a function, and returns what was sent. */
function execute(operation: Operation, parameters: ItemParameters, respond: () => unknown) {
	const sent: Array<Pick<ApiRequest, 'method' | 'path' | 'hasEnvelope'> & { body: object }> = [];
	const api: ApiClient = {
		async request({ method, path, body, hasEnvelope, parse }) {
			sent.push({ method, path, body: body!, ...(hasEnvelope && { hasEnvelope }) });
			return parse(await respond());
		},
		maxParallelRequests: () => 1,
	};
	return { sent, result: operation.execute(parameters, api) };
}

/** Captures the first request that an operation makes for parameter values. */
export const captureRequest = async (
	operation: Operation,
	values: ParameterValues,
	item = emptyItem,
) => await captureFirstRequest(operation, readParameters(operation, values, item));

/** Captures the first request that an operation makes for parameters. */
export async function captureFirstRequest(operation: Operation, parameters: ItemParameters) {
	const unsent = new Error('Not sent');
	const { sent, result } = execute(operation, parameters, () => Promise.reject(unsent));
	await result.catch((error) => {
		if (error !== unsent) throw error;
	});
	return sent[0];
}

/** Executes an operation with these responses of the platform. Also returns what was sent. */
export async function runOperation(
	operation: Operation,
	values: ParameterValues,
	...responses: unknown[]
) {
	const remaining = responses.values();
	const parameters = readParameters(operation, values);
	const { sent, result } = execute(operation, parameters, () => remaining.next().value);
	return { ...(await result), sent };
}

/** Executes an operation, and returns only the items. */
export const collectItems = async (...run: Parameters<typeof runOperation>) =>
	(await runOperation(...run)).items;

/** Returns the InvalidParameterError that reading a value throws. */
export async function catchInvalid(read: () => unknown): Promise<InvalidParameterError> {
	try {
		await read();
	} catch (error) {
		if (error instanceof InvalidParameterError) return error;
		throw error;
	}
	throw new Error('The value was accepted');
}
