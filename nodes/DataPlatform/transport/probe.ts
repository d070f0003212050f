import { stringifyJson } from '../helpers/exactJson';
import type { SearchRequest } from './contract';
import type { HttpRequest } from './request';

const sort = { field: 'name', ascending: true };
export const PROBE_SEARCH: SearchRequest = { filters: [], sort, limit: 1 };

/** A safe request that shows whether the platform responds: a search for one function. */
export const PROBE: HttpRequest = {
	method: 'POST',
	path: '/api/query/v1/functions/search',
	text: stringifyJson(PROBE_SEARCH),
};
