import type { IDataObject } from 'n8n-workflow';
import {
	failItem,
	type Item,
	type ItemResult,
} from '../../../../nodes/DataPlatform/actions/router/item.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';

interface Reported {
	/** Indices of items that are done. */
	done?: number[];
	results?: Record<number, Partial<ItemResult>>;
	/** Why items failed after they were sent, and why they are invalid, by index. */
	failed?: Record<number, unknown>;
	invalid?: Record<number, unknown>;
	ids?: Record<number, IDataObject>;
	isStopped?: boolean;
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
		done = [],
		results = {},
		failed = {},
		invalid = {},
		ids = Object.fromEntries(
			Array.from({ length: items }, (_, index) => [index, { streamId: `s${index}` }]),
		),
		isStopped = false,
	}: Reported = {},
): Report {
	const all = Array.from({ length: items }, (_, itemIndex): Item => {
		const completed = done.includes(itemIndex) ? { executionId: itemIndex } : undefined;
		const result = completed ? { completed } : results[itemIndex];
		const state = completed ? 'completed' : result ? 'returned' : 'notSent';
		const item: Item = { itemIndex, ids: ids[itemIndex] ?? {}, state };
		if (result) item.result = { items: [], ...result };
		const reason = failed[itemIndex] ?? invalid[itemIndex];
		if (reason !== undefined) failItem(item, reason);
		if (itemIndex in invalid) item.state = 'invalid';
		return item;
	});
	return { items: all, isStopped };
}
