import type { SearchRequest } from './contract';

const body: SearchRequest = { filters: [], sort: { field: 'name', ascending: true }, limit: 1 };

/** A safe request that shows whether the platform responds: a search for one function. */
export const PROBE = { method: 'POST', path: '/api/query/v1/functions/search', body } as const;
