// An example of a fifth operation, with an invented endpoint. It isn't shipped. In nodes/DataPlatform/actions/,
// only the imports would be different.
import type { IDataObject } from 'n8n-workflow';
import {
	requireObject,
	createUnexpectedJsonError,
} from '../../../../nodes/DataPlatform/transport/response.ts';
import type { ApiRequest } from '../../../../nodes/DataPlatform/transport/request.ts';
import { path } from '../../../../nodes/DataPlatform/transport/request.ts';
import type {
	ItemParameters,
	Operation,
} from '../../../../nodes/DataPlatform/actions/operation.ts';

interface ListParameters extends ItemParameters {
	kind: string;
}

const showOnlyForList = { resource: ['connector'], operation: ['list'] };

/** Connector → List (invented): one item for each connector of a kind. */
export const connectorList: Operation<ListParameters> = {
	resource: { name: 'Connector', value: 'connector' },
	option: {
		name: 'List',
		value: 'list',
		action: 'List connectors',
		description: 'List the connectors of one kind',
	},
	assistantNotes: ['Returns one item for each connector.'],
	idempotency: 'safe',
	requestDefaults: { timeout: 60 },
	properties: [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. database',
			description: 'The kind of connectors to list',
			displayOptions: { show: showOnlyForList },
		},
	],

	readParameters: (read) => ({ kind: read.pathSegment('kind') }),

	async execute({ kind }, api) {
		return { items: await api.request(listConnectors(kind)) };
	},
};

function listConnectors(kind: string): ApiRequest<IDataObject[]> {
	return {
		method: 'POST',
		path: path`/invented/v1/kinds/${kind}/connectors`,
		body: {},
		parse: parseConnectors,
	};
}

function parseConnectors(response: unknown): IDataObject[] {
	const { connectors } = requireObject(response);
	if (Array.isArray(connectors)) return connectors as IDataObject[];
	throw createUnexpectedJsonError(response, 'has no list "connectors"');
}
