import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation, Outcome } from '../operations/operation';
import { StillUncertain } from '../sending/keptAnswers';
import { Aborted, RunController } from '../sending/runController';
import { marksFailed } from '../values';
import { errorItem, stopError } from './errors';
import { itemsAtATime, openRun, performItem } from './item';

/**
 * Runs an operation for every input item, several at a time within Max Concurrency, and pairs every
 * output item with its input. Items come out in input order.
 *
 * With Continue On Fail a failed item becomes an item with `error`. Else the first one ends the run:
 * nothing more is sent, what is under way settles, and the error says what had been done.
 * @throws NodeOperationError | NodeApiError with the item's index
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	const controller = new RunController(context.getExecutionCancelSignal?.());
	const opening = openRun(context, operation);
	// Each item awaits `opening` too, and fails with its reason where it failed.
	const run = await opening.catch(() => undefined);
	const outcomes = new Map<number, Outcome>();
	const failures = new Map<number, unknown>();

	async function settle(itemIndex: number): Promise<void> {
		try {
			// What an earlier try has done is told also by one that was ended before it began.
			if (!run?.keptAnswers?.isOfEarlierTry) controller.throwIfAborted();
			outcomes.set(itemIndex, await performItem(await opening, itemIndex, controller.forItem()));
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failures.set(itemIndex, reason);
			if (!context.continueOnFail() && !(reason instanceof StillUncertain)) controller.abort();
		}
	}

	const waiting = inputs.keys();
	await Promise.all(
		Array.from({ length: run ? itemsAtATime(run) : 1 }, async () => {
			for (const itemIndex of waiting) await settle(itemIndex);
		}),
	);

	const { isStopped } = controller;
	if (isStopped || (failures.size > 0 && !context.continueOnFail())) {
		run?.keptAnswers?.runFailed();
		throw stopError(context.getNode(), { items: inputs.length, outcomes, failures, isStopped });
	}
	const output = [...inputs.keys()].flatMap((itemIndex) => {
		const outcome = outcomes.get(itemIndex);
		// One for all of them: an input item may become a million items.
		const pairedItem = { item: itemIndex };
		return outcome
			? outcome.items.map((json) => ({ json, pairedItem }))
			: [errorItem(context.getNode(), failures.get(itemIndex), itemIndex)];
	});
	if (isTriedAgain(context, output)) run?.keptAnswers?.runFailed();
	else run?.keptAnswers?.runSucceeded();
	showHints(context, run?.hints ?? [], outcomes.values());
	return output;
}

/** n8n executes the node again without a word when the first item that comes out is a failed one. */
function isTriedAgain(context: IExecuteFunctions, [first]: INodeExecutionData[]): boolean {
	return context.getNode().retryOnFail === true && marksFailed(first?.json.error);
}

function showHints(
	context: IExecuteFunctions,
	ofParameters: Iterable<string>,
	outcomes: Iterable<Outcome>,
): void {
	const hints = new Set(ofParameters);
	for (const outcome of outcomes) outcome.hints?.forEach((hint) => hints.add(hint));
	for (const message of hints) {
		// Missing in older versions of n8n.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}
