import type { IDataObject } from 'n8n-workflow';
import { ExecutionController } from '../../../../nodes/DataPlatform/helpers/executionController.ts';
import type { Idempotency } from '../../../../nodes/DataPlatform/transport/idempotency.ts';
import { operations } from '../../../../nodes/DataPlatform/actions/operations.ts';
import type {
	Item,
	ItemResult,
} from '../../../../nodes/DataPlatform/actions/router/validateItems.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';
import { createReport } from '../../../../nodes/DataPlatform/actions/router/report.ts';

interface Reported {
	idempotency?: Idempotency;
	/** Indices of items that are done. */
	done?: number[];
	results?: Record<number, Partial<ItemResult>>;
	/** Why items failed after they were sent, and why they are invalid, by index. */
	failed?: Record<number, unknown>;
	invalid?: Record<number, unknown>;
	ids?: Record<number, IDataObject>;
	isStopped?: boolean;
	isRetry?: boolean;
}

/** The whole numbers from one to another. */
export const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The same reason for each of these items. */
export const because = (indices: number[], reason: unknown = new Error('No')) =>
	Object.fromEntries(indices.map((index) => [index, reason]));

/** The report of an execution with this many items. */
export function reportOf(
	items: number,
	{
		idempotency = 'nonIdempotent',
		done = [],
		results = {},
		failed = {},
		invalid = {},
		ids = Object.fromEntries(
			Array.from({ length: items }, (_, index) => [index, { streamId: `s${index}` }]),
		),
		isStopped = false,
		isRetry = false,
	}: Reported = {},
): Report {
	const operation = operations.find((each) => each.idempotency === idempotency)!;
	const all = Array.from({ length: items }, (_, itemIndex): Item => {
		const completed = done.includes(itemIndex) ? { executionId: itemIndex } : undefined;
		const result = completed ? { completed } : results[itemIndex];
		return {
			itemIndex,
			ids: ids[itemIndex] ?? {},
			isInvalid: itemIndex in invalid,
			reason: failed[itemIndex] ?? invalid[itemIndex],
			result: result && { items: [], ...result },
		};
	});
	const stop = isStopped ? AbortSignal.abort() : undefined;
	const controller = new ExecutionController(stop);
	return createReport(all, { operation, isRetry, controller });
}
