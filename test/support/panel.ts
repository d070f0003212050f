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

/** Parameter values by name, expressions already resolved; what is left out is not set. */
export type PanelValues = Record<string, unknown>;

/** The part of a request that the platform sees. */
export type SentRequest = Pick<ApiRequest, 'method' | 'path' | 'body' | 'hasEnvelope'>;

const emptyItem: InputItem = {
	json: {},
	timezone: 'Europe/Berlin',
	files: new Map(),
	readFile: async () => await Promise.reject(new Error('There is no file')),
};

/** What an operation reads from parameter values. */
export function parametersOf<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: PanelValues,
	item = emptyItem,
): Parameters {
	const read = new ParameterReader((name) => values[name], operation.properties);
	return operation.readParameters(read, item);
}

/** The first request that an operation makes for parameter values. */
export async function requestOf<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: PanelValues,
	item = emptyItem,
): Promise<SentRequest> {
	return await requestFor(operation, parametersOf(operation, values, item));
}

/** The first request that an operation makes for parameters. */
export async function requestFor<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	parameters: Parameters,
): Promise<SentRequest> {
	const sent: SentRequest[] = [];
	const unsent = new Error('Not sent');
	await operation
		.execute(
			parameters,
			clientOf(sent, () => Promise.reject(unsent)),
		)
		.catch((error) => {
			if (error !== unsent) throw error;
		});
	return sent[0];
}

/** What an operation returns when the platform gives these responses, and what was sent. */
export async function resultOf<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: PanelValues,
	...responses: unknown[]
): Promise<Result & { sent: SentRequest[] }> {
	const sent: SentRequest[] = [];
	const api = clientOf(sent, () => responses[sent.length - 1]);
	return { ...(await operation.execute(parametersOf(operation, values), api)), sent };
}

function clientOf(sent: SentRequest[], respond: () => unknown): ApiClient {
	return {
		async request({ method, path, body, hasEnvelope, parse }) {
			sent.push({ method, path, body, ...(hasEnvelope && { hasEnvelope }) });
			return parse(await respond());
		},
		maxParallelRequests: () => 1,
	};
}

/** Only the items. */
export async function itemsOf<Parameters extends ItemParameters>(
	operation: Operation<Parameters>,
	values: PanelValues,
	...responses: unknown[]
): Promise<IDataObject[]> {
	return (await resultOf(operation, values, ...responses)).items;
}

/** The InvalidParameterError that reading a value ends with. */
export async function invalidOf(read: () => unknown): Promise<InvalidParameterError> {
	try {
		await read();
	} catch (error) {
		if (error instanceof InvalidParameterError) return error;
		throw error;
	}
	throw new Error('The value was accepted');
}
