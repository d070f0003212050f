import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openClient } from '../api/client';
import { ApiFailure } from '../api/failures';
import type { ApiRequest, WireRequest } from '../api/request';
import { onWire } from '../api/request';
import { faultOf } from '../api/retry';
import type { Operation, Outcome } from '../operations/operation';
import type { ParameterReader } from '../parameters/reader';
import { readRequestOptions } from '../parameters/requestOptions';
import { marksFailed } from '../values';
import { errorItem, stopError } from './errors';
import type { Line } from './exchange';
import { exchange } from './exchange';
import { Halt, Halted } from './halt';
import { Pace } from './pace';
import { itemView } from './itemView';
import { panelReader } from './panelReader';
import { Resume, StillInDoubt } from './resume';

/** A line, and how many requests it carries at a time. */
interface OpenLine extends Line {
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
	const halt = new Halt(context.getExecutionCancelSignal?.());
	const line = await openLine(context, operation, readerOf(0), halt).catch(
		(reason: unknown) => new CannotOpen(reason),
	);
	const resume =
		operation.keepsAnswers && !(line instanceof CannotOpen)
			? new Resume(context, line.client.baseUrl)
			: undefined;
	const atATime = line instanceof CannotOpen ? 1 : Math.min(line.maxConcurrency, inputs.length);

	const notes = new Set<string>();
	const outcomes = new Map<number, Outcome>();
	const failures = new Map<number, unknown>();

	async function perform(itemIndex: number): Promise<Outcome> {
		if (line instanceof CannotOpen) return await Promise.reject(line.reason);
		const item = itemView(context, inputs[itemIndex], itemIndex);
		const parameters = await operation.parameters(readerOf(itemIndex), item);
		operation.notes?.(parameters).forEach((note) => notes.add(note));
		if (line.showRequest) return shownRequest(operation.request(parameters));
		const send = async (request: ApiRequest): Promise<unknown> => {
			const wire = onWire(request);
			const sendNow = async () => await checkedAnswer(line, operation, parameters, wire);
			return resume ? await resume.answer(itemIndex, wire, sendNow) : await sendNow();
		};
		return await operation.perform(parameters, send, Math.ceil(line.maxConcurrency / atATime));
	}

	async function settle(itemIndex: number): Promise<void> {
		try {
			halt.check();
			outcomes.set(itemIndex, await perform(itemIndex));
		} catch (reason) {
			if (reason instanceof Halted) return;
			failures.set(itemIndex, reason);
			if (!context.continueOnFail() && !(reason instanceof StillInDoubt)) halt.call();
		}
	}

	const waiting = inputs.keys();
	await Promise.all(
		Array.from({ length: atATime }, async () => {
			for (const itemIndex of waiting) await settle(itemIndex);
		}),
	);

	// Pages that were asked for ahead and are not wanted any more are not sent.
	halt.call();
	if (halt.isStopped || (failures.size > 0 && !context.continueOnFail())) {
		const { isStopped } = halt;
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
	if (!isTriedAgain(context, output)) resume?.drop();
	showHints(context, notes, outcomes.values());
	return output;
}

class CannotOpen {
	readonly reason: unknown;

	constructor(reason: unknown) {
		this.reason = reason;
	}
}

async function openLine(
	context: IExecuteFunctions,
	operation: Operation,
	read: ParameterReader,
	halt: Halt,
): Promise<OpenLine> {
	const options = readRequestOptions(read, operation.requestDefaults);
	return {
		client: await openClient(context, options.timeout, operation.isWrite),
		pace: new Pace(options, halt),
		halt,
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
async function checkedAnswer<Parameters, Answer>(
	line: Line,
	operation: Operation<Parameters, Answer>,
	parameters: Parameters,
	request: WireRequest,
): Promise<Answer> {
	try {
		return operation.answer(await exchange(line, request, operation.retryClass));
	} catch (reason) {
		return await Promise.reject(judged(operation, parameters, reason));
	}
}

function judged<Parameters>(
	operation: Operation<Parameters>,
	parameters: Parameters,
	reason: unknown,
): unknown {
	const inDoubt =
		operation.retryClass === 'once' && reason instanceof ApiFailure && faultOf(reason).mayBeDone;
	if (!inDoubt) return reason;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiFailure(`${what}: ${reason.message}`, whereToLook, {
		...reason.facts,
		inDoubt: true,
	});
}

/** n8n executes the node again without a word when the first item that comes out is a failed one. */
function isTriedAgain(context: IExecuteFunctions, [first]: INodeExecutionData[]): boolean {
	return context.getNode().retryOnFail === true && marksFailed(first?.json.error);
}

function showHints(
	context: IExecuteFunctions,
	notes: Set<string>,
	outcomes: Iterable<Outcome>,
): void {
	const hints = new Set(notes);
	for (const outcome of outcomes) outcome.hints?.forEach((hint) => hints.add(hint));
	for (const message of hints) {
		// Missing in older versions of n8n.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}
