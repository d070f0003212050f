import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SearchRequest } from '../../nodes/DataPlatform/api/contract.ts';
import { createFunctions } from '../../simulator/functions.ts';
import type { Finding } from './invariants.ts';
import { isFailure, isShown, pairOf } from './invariants.ts';
import type { OperationName } from './night.ts';
import type { Ending, Sent, Story } from './run.ts';

const CAN_BE_INCOMPLETE = /can be incomplete/;

/** What an output tells of the item that it belongs to; undefined where that cannot be told. */
const TELLS: Record<
	Exclude<OperationName, 'Search'>,
	(json: IDataObject, sent: Sent[]) => string | undefined
> = {
	Run: ({ streamId, executionId }, sent) => {
		const isOwn = sent.some(({ items }) => {
			const started = items as { executionId?: unknown } | undefined;
			return started?.executionId === executionId;
		});
		return isOwn ? String(streamId) : `execution ${String(executionId)}`;
	},
	Update: ({ message }) => /^Job (\S+) of/.exec(String(message))?.[1],
	Extract: ({ orderNumber, output }) => {
		const extracted = orderNumber ?? (output as IDataObject | undefined)?.orderNumber;
		return extracted === undefined || extracted === null ? undefined : String(extracted);
	},
};

/** Outputs belong to the item that they are paired with. */
export function checkContent({ night }: Story, ending: Ending): Finding[] {
	const { operation } = night;
	return (ending.outputs ?? []).flat().flatMap((each) => {
		const item = pairOf(each) ?? -1;
		if (isFailure(each) || !ending.items[item]) return [];
		const id = String(ending.items[item].json.id);
		const told = isShown(ending, item)
			? shownId(each)
			: operation === 'Search'
				? undefined
				: TELLS[operation](
						each.json,
						ending.sent.filter((sent) => sent.id === id),
					);
		const isForged = ending.sent.some(
			(sent) => sent.id === id && sent.faults.includes('wrong-shape'),
		);
		return told === undefined || told === id || isForged
			? []
			: [`turn ${ending.turn}: the output of ${id} is that of ${told}`];
	});
}

function shownId({ json }: INodeExecutionData): string | undefined {
	return /\b1\d{4}\b/.exec(JSON.stringify(json))?.[0] ?? 'nobody';
}

/** A search holds each function once, and each that was there all the time, or says that some can be missing. */
export function checkLists({ night, fired }: Story, ending: Ending): Finding[] {
	if (night.operation !== 'Search' || !ending.outputs) return [];
	const functions = createFunctions(night.functions);
	const removed = night.moods
		.map(({ fault, records }, index) =>
			fault === 'shrinking-list' ? Number(records) * fired[index] : 0,
		)
		.reduce((sum, each) => sum + each, 0);
	return ending.items.flatMap(({ json }, item) => {
		const found = ending.outputs!.flat().filter((each) => pairOf(each) === item);
		const sent = ending.sent.filter(({ id }) => id === json.id);
		if (found.some(isFailure) || isShown(ending, item) || found.length > night.functions) return [];
		const ids = found.map((each) => Number(each.json.id));
		const request = sent.at(-1)?.body as SearchRequest | undefined;
		if (request === undefined)
			return [`turn ${ending.turn}: ${String(json.id)} was not searched for`];
		const expected = functions
			.search({ ...request, offset: 0, limit: 5000 })
			.results.map(({ id }) => Number(id));
		const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
		const strange = ids.filter((id) => !expected.includes(id));
		const missing = expected.slice(removed).filter((id) => !ids.includes(id));
		const isToldToEnd = sent.some(({ faults }) => faults.includes('has-more-never'));
		const mayMiss =
			isToldToEnd ||
			night.way === 'tool' ||
			ending.hints.some((hint) => CAN_BE_INCOMPLETE.test(hint));
		return [
			...(twice.length > 0
				? [`the search of ${String(json.id)} has ${twice.join(', ')} twice`]
				: []),
			...(strange.length > 0
				? [`the search of ${String(json.id)} has ${strange.join(', ')} of others`]
				: []),
			...(missing.length > 0 && !mayMiss
				? [`the search of ${String(json.id)} lacks ${missing.join(', ')} and does not say so`]
				: []),
		];
	});
}
