import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client } from '../api/client';
import { openClient } from '../api/client';
import { ApiFailure } from '../api/failures';
import type { ApiRequest, WireRequest } from '../api/request';
import { onWire } from '../api/request';
import { parsedForItems } from '../exactJson';
import type { Operation, Outcome } from '../operations/operation';
import type { ParameterReader } from '../parameters/reader';
import type { RunOptions } from '../parameters/requestOptions';
import { readRequestOptions, readRunOptions } from '../parameters/requestOptions';
import { EFFECTS } from '../sending/effects';
import { KeptAnswers } from '../sending/keptAnswers';
import { Pace } from '../sending/pace';
import { faultOf } from '../sending/retries';
import type { RunController } from '../sending/runController';
import { Aborted } from '../sending/runController';
import type { Sender } from '../sending/send';
import { sendWithRetries } from '../sending/send';
import { itemView } from './itemView';
import { panelReader } from './panelReader';

/** What all items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	inputs: INodeExecutionData[];
	/** The panel as one item has it. */
	readerOf: (itemIndex: number) => ParameterReader;
	options: RunOptions;
	client: Client;
	pace: Pace;
	/** Where nothing is kept, everything may be sent again. */
	keptAnswers?: KeptAnswers;
	/** Hints about how the panel was understood. */
	hints: Set<string>;
}

/**
 * Opens a run: the way to the platform, at the pace that the first item gives.
 * @throws RefusedParameter | ApiFailure when there is none
 */
export async function openRun(context: IExecuteFunctions, operation: Operation): Promise<Run> {
	const { settlesOnStop, keepsAnswers } = EFFECTS[operation.effect];
	const readerOf = panelReader(context, operation);
	const options = readRunOptions(readerOf(0), operation.requestDefaults);
	const client = await openClient(context, settlesOnStop);
	return {
		context,
		operation,
		inputs: context.getInputData(),
		readerOf,
		options,
		client,
		pace: new Pace(options),
		...(keepsAnswers && { keptAnswers: new KeptAnswers(context, client.baseUrl) }),
		hints: new Set(),
	};
}

/** How many items of a run go their way at a time. */
export function itemsAtATime({ inputs, options }: Run): number {
	return Math.min(options.maxConcurrency, inputs.length);
}

/**
 * One input item's way: panel → parameters → requests → items. What it asked for ahead ends with it.
 * @param controller the item's own
 * @throws RefusedParameter, ApiFailure, Aborted
 */
export async function performItem(
	run: Run,
	itemIndex: number,
	controller: RunController,
): Promise<Outcome> {
	const { context, operation, inputs, readerOf, options, client, pace } = run;
	const read = readerOf(itemIndex);
	const bounds = readRequestOptions(read, operation.requestDefaults, options);
	const item = itemView(context, inputs[itemIndex], itemIndex);
	const parameters = await operation.parameters(read, item);
	operation.hints?.(parameters).forEach((hint) => run.hints.add(hint));
	if (bounds.showRequest) return shownRequest(operation.request(parameters));
	try {
		return await sentOutcome(run, itemIndex, parameters, { client, pace, controller, bounds });
	} finally {
		controller.abort();
	}
}

function shownRequest(request: ApiRequest): Outcome {
	const { method, path, text } = onWire(request);
	return {
		items: [{ method, path, body: parsedForItems(text) as IDataObject }],
		hints: ['Nothing was sent: Show Request is on under Request Options.'],
	};
}

async function sentOutcome(
	run: Run,
	itemIndex: number,
	parameters: unknown,
	sender: Sender,
): Promise<Outcome> {
	const { operation, keptAnswers } = run;
	let sent: WireRequest | undefined;

	async function send(request: ApiRequest): Promise<unknown> {
		const wire = onWire(request);
		const answerNow = async () => {
			sent = wire;
			return operation.answer(await sendWithRetries(sender, wire, operation.effect));
		};
		return keptAnswers ? await keptAnswers.answer(itemIndex, wire, answerNow) : await answerNow();
	}

	try {
		const pagesAtATime = Math.ceil(run.options.maxConcurrency / itemsAtATime(run));
		return await operation.perform(parameters, send, pagesAtATime);
	} catch (reason) {
		const failure = sent && uncertainFailure(run, parameters, reason, sender);
		if (sent && failure) keptAnswers?.keepUncertain(itemIndex, sent, failure);
		throw failure ?? reason;
	}
}

/**
 * The failure of a request that may have started something, and says so: whatever went wrong after it
 * went out, also what nobody thought of.
 */
function uncertainFailure(
	{ operation }: Run,
	parameters: unknown,
	reason: unknown,
	{ bounds }: Sender,
): ApiFailure | undefined {
	if (operation.effect !== 'starts' || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiFailure;
	if (isFailure && !faultOf(reason, bounds.trustsNotNow).mayBeDone) return undefined;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiFailure(`${what}: ${(reason as Error).message}`, whereToLook, {
		...(isFailure && reason.facts),
		uncertain: true,
	});
}
