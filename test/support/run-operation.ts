import type { IDataObject } from 'n8n-workflow';
import type {
	ItemParameters,
	Operation,
	Result,
} from '../../nodes/DataPlatform/actions/operation.ts';
import { InvalidParameterError } from '../../nodes/DataPlatform/parameters/validators.ts';
import type { InputItem } from '../../nodes/DataPlatform/parameters/inputItem.ts';
import { ParameterReader } from '../../nodes/DataPlatform/parameters/reader.ts';
import type { ApiClient } from '../../nodes/DataPlatform/transport/apiClient.ts';
import type { ApiRequest } from '../../nodes/DataPlatform/transport/request.ts';

/** Values of parameters by name, with resolved expressions. */
export type ParameterValues = Record<string, unknown>;

/** The part of a request that the platform sees. */
export type SentRequest = Pick<ApiRequest, 'method' | 'path' | 'body' | 'hasEnvelope'>;

const emptyItem: InputItem = {
	json: {},
	timezone: 'Europe/Berlin',
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

/** Captures the first request that an operation makes for parameter values. */
export async function captureRequest<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: ParameterValues,
	item = emptyItem,
): Promise<SentRequest> {
	return await captureFirstRequest(operation, readParameters(operation, values, item));
}

/** Captures the first request that an operation makes for parameters. */
export async function captureFirstRequest<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	parameters: Parameters,
): Promise<SentRequest> {
	const sent: SentRequest[] = [];
	const unsent = new Error('Not sent');
	await operation
		.execute(
			parameters,
			createClient(sent, () => Promise.reject(unsent)),
		)
		.catch((error) => {
			if (error !== unsent) throw error;
		});
	return sent[0];
}

/** Executes an operation with these responses of the platform. Also returns what was sent. */
export async function runOperation<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: ParameterValues,
	...responses: unknown[]
): Promise<Result & { sent: SentRequest[] }> {
	const sent: SentRequest[] = [];
	const api = createClient(sent, () => responses[sent.length - 1]);
	return { ...(await operation.execute(readParameters(operation, values), api)), sent };
}

function createClient(sent: SentRequest[], respond: () => unknown): ApiClient {
	return {
		async request({ method, path, body, hasEnvelope, parse }) {
			sent.push({ method, path, body, ...(hasEnvelope && { hasEnvelope }) });
			return parse(await respond());
		},
		maxParallelRequests: () => 1,
	};
}

/** Executes an operation, and returns only the items. */
export async function collectItems<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: ParameterValues,
	...responses: unknown[]
): Promise<IDataObject[]> {
	return (await runOperation(operation, values, ...responses)).items;
}

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
