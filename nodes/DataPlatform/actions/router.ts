import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from './operation';
import { ExecutionController } from '../transport/abort';
import { marksFailed } from '../helpers/values';
import { validateItems } from './router/validateItems';
import { errorItem, stopError } from './router/errors';
import { openPlatform } from './router/executeItem';
import type { Report } from './router/report';
import {
	failuresInWords,
	hintInWords,
	hintsOfOutcomes,
	limitHints,
	otherTokenInWords,
	shownInWords,
} from './router/report';
import { sendItems } from './router/sendItems';

/**
 * Runs an operation for every input item, several at a time within Max Concurrency, and pairs every
 * output item with its input. Items come out in input order.
 *
 * With Continue On Fail a failed item becomes an item with `error`. Else nothing is sent when the panel
 * of any item is refused, and the first failure ends the run: nothing more is sent, what is under way
 * settles, and the error says what had been done.
 * @throws NodeOperationError | NodeApiError with the item's index
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const controller = new ExecutionController(context.getExecutionCancelSignal?.());
	const endsAtFailure = !context.continueOnFail();
	const opening = openPlatform(context, operation);
	const responseCache = await opening.then(
		(platform) => platform.responseCache,
		() => undefined,
	);
	// What an earlier try has done is told also by one that was ended before it began.
	const isOfEarlierTry = responseCache?.isOfEarlierTry === true;
	const isWanted = () => isOfEarlierTry || !controller.isStopped;
	const checked = await validateItems(context, operation, isWanted);
	const sending = { operation, opening, controller, endsAtFailure, isOfEarlierTry };
	const { outcomes, failures } = await sendItems(checked, sending);

	const { isStopped } = controller;
	const report: Report = {
		idempotency: operation.idempotency,
		items: context.getInputData().length,
		identities: checked.identities,
		outcomes,
		failures,
		refused: isOfEarlierTry ? new Map() : checked.invalid,
		isStopped,
	};
	if (isStopped || (endsAtFailure && failures.size > 0)) {
		responseCache?.runFailed();
		throw stopError(context.getNode(), report);
	}
	const output = outputOf(context.getNode(), report);
	if (isTriedAgain(context, output)) responseCache?.runFailed();
	else responseCache?.runSucceeded();
	const understood = [...checked.hints, ...hintsOfOutcomes(outcomes)].map(([hint, concerned]) =>
		hintInWords(hint, concerned, report),
	);
	const ofOtherToken = responseCache?.itemsOfOtherToken ?? new Set();
	const hints = [
		...failuresInWords(report),
		...otherTokenInWords(ofOtherToken, report),
		...[...shownInWords(report), ...understood],
	];
	for (const message of limitHints(hints)) {
		// Missing in older versions of n8n.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
	return output;
}

function outputOf(node: INode, report: Report): INodeExecutionData[] {
	return [...Array(report.items).keys()].flatMap((itemIndex) => {
		const outcome = report.outcomes.get(itemIndex);
		if (!outcome) return [errorItem(node, report, itemIndex)];
		// One for all of them: an input item may become a million items.
		const pairedItem = { item: itemIndex };
		return outcome.items.map((json) => ({ json, pairedItem }));
	});
}

/** n8n executes the node again without a word when the first item that comes out is a failed one. */
function isTriedAgain(context: IExecuteFunctions, [first]: INodeExecutionData[]): boolean {
	return context.getNode().retryOnFail === true && marksFailed(first?.json.error);
}
