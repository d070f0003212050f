import type { IDataObject, INode } from 'n8n-workflow';
import type { Idempotency } from '../../nodes/DataPlatform/transport/idempotency.ts';

/** One of the four operations, or another way of it to the network, set up so that every request carries the `id` of its input item. */
export interface Tried {
	idempotency: Idempotency;
	success: number;
	parameters: INode['parameters'];
	/** The simulator's condition for the requests of one item. */
	when: (id: string) => IDataObject;
}

const inThePath = (id: string) => ({ id });
const inTheBody = (id: string) => ({ containing: id });

const search = {
	idempotency: 'safe' as const,
	success: 200,
	when: inTheBody,
	parameters: {
		resource: 'function',
		operation: 'search',
		limit: 1,
		options: { filtersJson: '={{ [{ field: "name", id: $json.id }] }}' },
	},
};

export const tried = {
	Search: search,
	/** Its answers are read as they arrive. */
	'Search All': { ...search, parameters: { ...search.parameters, returnAll: true } },
	Update: {
		idempotency: 'idempotent',
		success: 200,
		when: inThePath,
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting',
			jobId: '={{ $json.id }}',
			jobName: 'Nightly load',
		},
	},
	Extract: {
		idempotency: 'repeatable',
		success: 200,
		when: inTheBody,
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: '={{ $json.id }}: total 99.50',
			outputStructure: { field: [{ name: 'total', type: 'number' }] },
		},
	},
	Run: {
		idempotency: 'nonIdempotent',
		success: 201,
		when: inThePath,
		parameters: { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' },
	},
} satisfies Record<string, Tried>;

export type TriedName = keyof typeof tried;
export const triedNames = Object.keys(tried) as TriedName[];
