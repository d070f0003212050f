import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openClient } from '../api/client';
import { ApiFailure } from '../api/failures';
import type { ApiRequest, WireRequest } from '../api/request';
import { onWire } from '../api/request';
import { EFFECTS } from '../sending/effects';
import { faultOf } from '../sending/retries';
import type { Operation, Outcome } from '../operations/operation';
import type { ParameterReader } from '../parameters/reader';
import { readRequestOptions } from '../parameters/requestOptions';
import { marksFailed } from '../values';
import { errorItem, stopError } from './errors';
import type { Sender } from '../sending/send';
import { sendWithRetries } from '../sending/send';
import { RunController, Aborted } from '../sending/runController';
import { Pace } from '../sending/pace';
import { itemView } from './itemView';
import { panelReader } from './panelReader';
import { KeptAnswers, StillUncertain } from '../sending/keptAnswers';

/** A sender, and how many requests it carries at a time. */
interface RunSender extends Sender {
	maxConcurrency: number;
	/** Whether requests are shown instead of sent. */
	showRequest: boolean;
}

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
	const readerOf = panelReader(context, operation);
	const controller = new RunController(context.getExecutionCancelSignal?.());
	const sender = await openSender(context, operation, readerOf(0), controller).catch(
		(reason: unknown) => new CannotOpen(reason),
	);
	const keptAnswers =
		EFFECTS[operation.effect].keepsAnswers && !(sender instanceof CannotOpen)
			? new KeptAnswers(context, sender.client.baseUrl)
			: undefined;
	const atATime = sender instanceof CannotOpen ? 1 : Math.min(sender.maxConcurrency, inputs.length);

	const hints = new Set<string>();
	const outcomes = new Map<number, Outcome>();
	const failures = new Map<number, unknown>();

	async function perform(itemIndex: number): Promise<Outcome> {
		if (sender instanceof CannotOpen) return await Promise.reject(sender.reason);
		const item = itemView(context, inputs[itemIndex], itemIndex);
		const parameters = await operation.parameters(readerOf(itemIndex), item);
		operation.hints?.(parameters).forEach((hint) => hints.add(hint));
		if (sender.showRequest) return shownRequest(operation.request(parameters));
		const send = async (request: ApiRequest): Promise<unknown> => {
			const wire = onWire(request);
			const sendNow = async () => await checkedAnswer(sender, operation, parameters, wire);
			return keptAnswers ? await keptAnswers.answer(itemIndex, wire, sendNow) : await sendNow();
		};
		return await operation.perform(parameters, send, Math.ceil(sender.maxConcurrency / atATime));
	}

	async function settle(itemIndex: number): Promise<void> {
		try {
			controller.throwIfAborted();
			outcomes.set(itemIndex, await perform(itemIndex));
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failures.set(itemIndex, reason);
			if (!context.continueOnFail() && !(reason instanceof StillUncertain)) controller.abort();
		}
	}

	const waiting = inputs.keys();
	await Promise.all(
		Array.from({ length: atATime }, async () => {
			for (const itemIndex of waiting) await settle(itemIndex);
		}),
	);

	// Pages that were asked for ahead and are not wanted any more are not sent.
	controller.abort();
	if (controller.isStopped || (failures.size > 0 && !context.continueOnFail())) {
		const { isStopped } = controller;
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
	if (!isTriedAgain(context, output)) keptAnswers?.drop();
	showHints(context, hints, outcomes.values());
	return output;
}

class CannotOpen {
	readonly reason: unknown;

	constructor(reason: unknown) {
		this.reason = reason;
	}
}

async function openSender(
	context: IExecuteFunctions,
	operation: Operation,
	read: ParameterReader,
	controller: RunController,
): Promise<RunSender> {
	const options = readRequestOptions(read, operation.requestDefaults);
	return {
		client: await openClient(context, options.timeout, EFFECTS[operation.effect].settlesOnStop),
		pace: new Pace(options, controller),
		controller,
		bounds: options,
		maxConcurrency: options.maxConcurrency,
		showRequest: options.showRequest,
	};
}

function shownRequest({ method, path, body }: ApiRequest): Outcome {
	return {
		items: [{ method, path, body: body as IDataObject }],
		hints: ['Nothing was sent: Show Request is on under Request Options.'],
	};
}

/**
 * The answer to a request, checked for what the operation needs of it. A failure after which something
 * may have started says so.
 */
async function checkedAnswer<Values, Answer>(
	sender: Sender,
	operation: Operation<Values, Answer>,
	parameters: Values,
	request: WireRequest,
): Promise<Answer> {
	try {
		return operation.answer(await sendWithRetries(sender, request, operation.effect));
	} catch (reason) {
		return await Promise.reject(judged(operation, parameters, reason, sender.bounds.trustsNotNow));
	}
}

function judged<Values>(
	operation: Operation<Values>,
	parameters: Values,
	reason: unknown,
	trustsNotNow: boolean,
): unknown {
	const uncertain =
		operation.effect === 'starts' &&
		reason instanceof ApiFailure &&
		faultOf(reason, trustsNotNow).mayBeDone;
	if (!uncertain) return reason;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiFailure(`${what}: ${reason.message}`, whereToLook, {
		...reason.facts,
		uncertain: true,
	});
}

/** n8n executes the node again without a word when the first item that comes out is a failed one. */
function isTriedAgain(context: IExecuteFunctions, [first]: INodeExecutionData[]): boolean {
	return context.getNode().retryOnFail === true && marksFailed(first?.json.error);
}

function showHints(
	context: IExecuteFunctions,
	ofParameters: Set<string>,
	outcomes: Iterable<Outcome>,
): void {
	const hints = new Set(ofParameters);
	for (const outcome of outcomes) outcome.hints?.forEach((hint) => hints.add(hint));
	for (const message of hints) {
		// Missing in older versions of n8n.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}
