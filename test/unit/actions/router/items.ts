import type { INode } from 'n8n-workflow';
import { failItem, type Item } from '../../../../nodes/DataPlatform/actions/router/items.ts';

export const NODE = {
	name: 'Node',
	type: 'package.dataPlatform',
	parameters: {},
} as unknown as INode;
export const TOOL = { ...NODE, type: 'package.dataPlatformTool' };

interface Outcome {
	result?: Partial<NonNullable<Item['result']>>;
	error?: unknown;
	isInvalid?: boolean;
}

/** An item that is done. */
export const done = (executionId: number): Outcome => ({ result: { completed: { executionId } } });
export const failed = (error: unknown = new Error('No')): Outcome => ({ error });
export const invalid = (): Outcome => ({ error: new Error('Bad'), isInvalid: true });
export const notSent = (): Outcome => ({});

/** Items with the stream IDs s0, s1, and so on. */
export function itemsOf(...outcomes: Outcome[]): Item[] {
	return outcomes.map(({ result, error, isInvalid }, itemIndex) => {
		const ids = { streamId: `s${itemIndex}` };
		const state = result?.completed ? 'completed' : result ? 'returned' : 'notSent';
		const item: Item = {
			itemIndex,
			ids,
			state,
			...(result && { result: { items: [], ...result } }),
		};
		if (error !== undefined) failItem(item, error);
		if (isInvalid) item.state = 'invalid';
		return item;
	});
}

export const repeat = <Value>(count: number, create: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => create(index));
