import { stringifyJson } from '../helpers/exactJson';
import type { Client } from './client';
import type { SearchRequest } from './contract';
import { ApiError } from './apiError';
import { showsPlatformIsUp } from './retryPolicy';
import type { HttpRequest } from './request';
import type { RequestState } from './retry';

const sort = { field: 'name', ascending: true };
export const PROBE_SEARCH: SearchRequest = { filters: [], sort, limit: 1 };

/** A safe request that shows whether the platform responds: a search for one function. */
export const PROBE: HttpRequest = {
	method: 'POST',
	path: '/api/query/v1/functions/search',
	text: stringifyJson(PROBE_SEARCH),
};

/** Whether the platform responds to a search. An error status such as 401 also shows that it's up. */
export async function probeBySearch(
	client: Client,
	{ bounds, controller }: RequestState,
): Promise<boolean> {
	const { timeout } = bounds;
	const { signal } = controller;
	return await client.send(PROBE, { timeout, signal, finishesOnStop: false }).then(
		() => true,
		(error: unknown) => error instanceof ApiError && showsPlatformIsUp(error),
	);
}
