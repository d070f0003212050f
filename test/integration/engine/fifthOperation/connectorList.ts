// How a fifth operation would look. Its endpoint is invented: the platform documents none like it, and
// nothing of this is shipped. In nodes/DataPlatform/actions/ only the imports would be shorter.
import type { IDataObject } from 'n8n-workflow';
import { unexpectedJson } from '../../../../nodes/DataPlatform/transport/response.ts';
import { path } from '../../../../nodes/DataPlatform/transport/request.ts';
import type { Operation } from '../../../../nodes/DataPlatform/actions/operation.ts';
import { isObject } from '../../../../nodes/DataPlatform/helpers/values.ts';

interface ListParameters {
	kind: string;
}

/** Connector → List (invented): one item for each connector of a kind. */
export const connectorList: Operation<ListParameters, IDataObject[]> = {
	resource: { name: 'Connector', value: 'connector' },
	option: {
		name: 'List',
		value: 'list',
		action: 'List connectors',
		description: 'List the connectors of one kind',
	},
	builderNotes: ['One item for each connector, as the platform lists it.'],
	idempotency: 'safe',
	requestDefaults: { timeout: 60 },
	fields: [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. database',
			description: 'The kind of connectors to list',
		},
	],

	parameters: (read) => ({ kind: read.pathSegment('kind') }),

	request: ({ kind }) => ({
		method: 'POST',
		path: path`/invented/v1/kinds/${kind}/connectors`,
		body: {},
	}),

	answer(json) {
		if (isObject(json) && Array.isArray(json.connectors)) return json.connectors as IDataObject[];
		throw unexpectedJson(json, 'has no list "connectors"');
	},

	async perform(parameters, send) {
		return { items: await send(this.request(parameters)) };
	},
};
