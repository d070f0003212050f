import { createWriteStream } from 'node:fs';
import type { OperationId } from '../contract/types.ts';

/** What the simulator remembers of a request to the API, as maintainers/simulator.md says. The token itself is never kept. */
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
	/** The body as JSON, or as text when it is none; as it came, like the path. */
	body: unknown;
	status?: number;
	handled: boolean;
	items?: object;
	faults: string[];
	concurrent: number;
	/** The number of the last request that had arrived when this one was over. */
	overAt?: number;
	connectionClosedByClient: boolean;
}

type Seen = Pick<RequestRecord, 'method' | 'path' | 'headersSeen' | 'tokenAccepted' | 'body'>;

const KEPT_RECORDS = 100_000;

/** How many requests were in flight from then on. */
interface Level {
	at: number;
	inFlight: number;
}

/** How many requests were in flight on average in the middle half of the time. */
function usualConcurrencyOf(levels: Level[]): number {
	const [begin = 0, end = 0] = [levels[0]?.at, levels.at(-1)?.at];
	const quarter = (end - begin) / 4;
	const within = (at: number) => Math.min(Math.max(at, begin + quarter), end - quarter);
	return levels.slice(1).reduce((sum, { at }, index) => {
		const before = levels[index];
		return sum + (before.inFlight * (within(at) - within(before.at))) / (2 * quarter || 1);
	}, 0);
}

/** @param file where each finished request becomes a line of JSON; none without it */
export function createJournal(file?: string) {
	const lines = file ? createWriteStream(file, { flags: 'a' }) : undefined;
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
		/** Takes a new request down, unfinished. */
		open(seen: Seen): RequestRecord {
			changeLevel(1);
			highestConcurrency = Math.max(highestConcurrency, inFlight);
			const record: RequestRecord = {
				...seen,
				number: ++count,
				at: Date.now(),
				parameters: {},
				handled: false,
				faults: [],
				concurrent: inFlight,
				connectionClosedByClient: false,
			};
			records.push(record);
			if (records.length > 2 * KEPT_RECORDS) records = records.slice(-KEPT_RECORDS);
			return record;
		},

		close(record: RequestRecord): void {
			changeLevel(-1);
			record.overAt = count;
			const { at, headersSeen: _, ...rest } = record;
			lines?.write(`${JSON.stringify({ time: new Date(at).toISOString(), ...rest })}\n`);
		},

		/** The newest is last; of a very long run only the newest 100,000 or more are kept. */
		list: (): RequestRecord[] => records,

		/** Forgets all requests, and counts from 1 again. */
		clear(): RequestRecord[] {
			records = [];
			count = 0;
			highestConcurrency = inFlight;
			levels = [];
			return records;
		},

		stats: () => ({
			requests: count,
			handled: records.filter(({ handled }) => handled).length,
			refused: records.filter(({ status }) => status === 429 || status === 503).length,
			inFlight,
			highestConcurrency,
			usualConcurrency: usualConcurrencyOf(levels),
		}),

		end: (): void => void lines?.end(),
	};
}

export type Journal = ReturnType<typeof createJournal>;
