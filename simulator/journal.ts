import type { OperationId } from '../contract/types.ts';

/** A request to the API. The token is never saved. */
export interface RequestRecord {
	number: number;
	at: number;
	operation?: OperationId;
	method: string;
	path: string;
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

/** The requests to the API. */
export function createJournal() {
	let records: RequestRecord[] = [];
	let inFlight = 0;

	function open(
		request: Pick<RequestRecord, 'method' | 'path' | 'headersSeen' | 'tokenAccepted' | 'body'>,
	): RequestRecord {
		const number = records.length + 1;
		const initial = { parameters: {}, faults: [], handled: false, connectionClosedByClient: false };
		const record = { ...request, ...initial, number, at: Date.now(), concurrent: ++inFlight };
		records.push(record);
		return record;
	}

	function close(record: RequestRecord): void {
		inFlight--;
		record.overAt = records.length;
	}

	const stats = () => ({
		requests: records.length,
		handled: records.filter(({ handled }) => handled).length,
		throttled: records.filter(({ status }) => status === 429 || status === 503).length,
		inFlight,
	});

	const list = () => records;
	/** Removes all requests and restarts their numbers at 1. */
	const clear = () => void (records = []);

	return { open, close, stats, list, clear };
}

export type Journal = ReturnType<typeof createJournal>;
