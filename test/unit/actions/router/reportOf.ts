import type { IDataObject } from 'n8n-workflow';
import { ExecutionController } from '../../../../nodes/DataPlatform/helpers/executionController.ts';
import type { Idempotency } from '../../../../nodes/DataPlatform/transport/idempotency.ts';
import { operations } from '../../../../nodes/DataPlatform/actions/operations.ts';
import type { ItemResult } from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
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

const byIndex = <Value>(values: Record<number, Value>) =>
	new Map(Object.entries(values).map(([index, value]) => [Number(index), value]));

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
	const completed = done.map((index) => [index, { completed: { executionId: index } }] as const);
	const all = [...completed, ...byIndex(results)].map(([index, result]): [number, ItemResult] => [
		index,
		{ items: [], ...result },
	]);
	const stop = isStopped ? AbortSignal.abort() : undefined;
	return createReport(
		operation,
		items,
		{ valid: new Map(), invalid: byIndex(invalid), itemIds: byIndex(ids), hints: new Map() },
		{ results: new Map(all), failures: new Map([...byIndex(invalid), ...byIndex(failed)]) },
		{ isRetry, controller: new ExecutionController(stop) },
	);
}
