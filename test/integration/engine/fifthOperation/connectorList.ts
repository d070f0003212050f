// An example of a fifth operation, with an invented endpoint. It isn't shipped. In nodes/DataPlatform/actions/,
// only the imports would be different.
import type { IDataObject } from 'n8n-workflow';
import type {
	ItemParameters,
	Operation,
} from '../../../../nodes/DataPlatform/actions/operation.ts';
import {
	createUnexpectedJsonError,
	readBoolean,
	requireObject,
} from '../../../../nodes/DataPlatform/actions/responseMembers.ts';
import type { ApiRequest } from '../../../../nodes/DataPlatform/transport/request.ts';

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

	readParameters: (read) => ({ kind: read.required('kind', read.name('kind')) }),

	async execute({ kind }, api) {
		const items: IDataObject[] = [];
		for (;;) {
			const page = await api.request(listConnectors(kind, items.length));
			items.push(...page.connectors);
			if (!page.hasMore || page.connectors.length === 0) return { items };
		}
	},
};

interface ConnectorPage {
	connectors: IDataObject[];
	hasMore?: boolean;
}

function listConnectors(kind: string, offset: number): ApiRequest<ConnectorPage> {
	return {
		method: 'GET',
		path: '/invented/v1/connectors',
		query: { kind, offset: offset || undefined },
		parse: parseConnectors,
	};
}

function parseConnectors(response: unknown): ConnectorPage {
	const page = requireObject(response);
	const { connectors } = page;
	if (!Array.isArray(connectors)) {
		throw createUnexpectedJsonError(response, 'has no list "connectors"');
	}
	return { connectors: connectors as IDataObject[], hasMore: readBoolean(page, 'hasMore') };
}
