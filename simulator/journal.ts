import type { OperationId } from '../contract/types.ts';

/** A request to the API. The token is never saved. */
export interface RequestRecord {
	number: number;
	at: number;
	operation?: OperationId;
	method: string;
	path: string;
	/** The path's parameters, decoded. */
	parameters: Record<string, string>;
	headersSeen: Record<string, string>;
	tokenAccepted: boolean;
	/** The received body, parsed if it's valid JSON. */
	body: unknown;
	status?: number;
	handled: boolean;
	/** The number of the connector execution that it started. */
	executionId?: number;
	faults: string[];
	concurrent: number;
	/** The number of the last request that had arrived when this one ended. */
	overAt?: number;
	connectionClosedByClient: boolean;
}

type NewRequest = Pick<RequestRecord, 'method' | 'path' | 'headersSeen' | 'tokenAccepted' | 'body'>;

/** The number of requests in flight from a point in time. */
interface Level {
	at: number;
	inFlight: number;
}

/** The average number of requests in flight during the middle half of the time. */
function usualConcurrencyOf(levels: Level[]): number {
	const [begin = 0, end = 0] = [levels[0]?.at, levels.at(-1)?.at];
	const quarter = (end - begin) / 4;
	const within = (at: number) => Math.min(Math.max(at, begin + quarter), end - quarter);
	return levels.slice(1).reduce((sum, { at }, index) => {
		const before = levels[index];
		return sum + (before.inFlight * (within(at) - within(before.at))) / (2 * quarter || 1);
	}, 0);
}

/** The requests to the API. */
export function createJournal() {
	let records: RequestRecord[] = [];
	let count = 0;
	let inFlight = 0;
	let highestConcurrency = 0;
	let levels: Level[] = [];

	function changeLevel(by: number): void {
		inFlight += by;
		levels.push({ at: Date.now(), inFlight });
	}

	return {
		/** Adds a new request. */
		open(request: NewRequest): RequestRecord {
			changeLevel(1);
			highestConcurrency = Math.max(highestConcurrency, inFlight);
			const record: RequestRecord = {
				...request,
				number: ++count,
				at: Date.now(),
				parameters: {},
				handled: false,
				faults: [],
				concurrent: inFlight,
				connectionClosedByClient: false,
			};
			records.push(record);
			return record;
		},

		close(record: RequestRecord): void {
			changeLevel(-1);
			record.overAt = count;
		},

		/** The requests, newest last. */
		list: (): RequestRecord[] => records,

		/** Removes all requests and restarts their numbers at 1. */
		clear(): void {
			records = [];
			count = 0;
			highestConcurrency = inFlight;
			levels = [];
		},

		stats: () => ({
			requests: count,
			handled: records.filter(({ handled }) => handled).length,
			throttled: records.filter(({ status }) => status === 429 || status === 503).length,
			inFlight,
			highestConcurrency,
			usualConcurrency: usualConcurrencyOf(levels),
		}),
	};
}

export type Journal = ReturnType<typeof createJournal>;
