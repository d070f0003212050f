import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { ApiError } from './failures';
import type { WireRequest } from './request';
import { isTool } from '../helpers/values';

/** A failure as it can be saved, and no more of it than the next one must say. */
interface UncertainRequest {
	message: string;
	description: string;
	httpCode?: number;
	networkCode?: string;
}

/** An answer that came. */
interface KeptAnswer {
	answer: unknown;
	/** The node's run that it belongs to; a loop has several, and each try of a tool is one. */
	runIndex: number;
	/** Of a tool whose run failed: how many more tries n8n makes, each under another index. */
	triesLeft?: number;
}

/** What this node keeps in the execution. */
interface Store {
	/** Answers by item and request. */
	answers: Record<string, KeptAnswer>;
	/** Requests that may have been carried out, by request alone, as long as the execution. */
	uncertain: Record<string, UncertainRequest>;
}

/** A request of an earlier try that may have been carried out and is not sent again. */
export class StillUncertain extends ApiError {}

/**
 * Remembers what must not be sent again when n8n executes the node once more: by Retry On Fail, by its
 * silent retry when the first output item is a failed one, by a tool's tries, or by Retry of a failed
 * execution. It lives in the node's context, which n8n keeps from try to try and saves with the
 * execution, free of the token. Answers are dropped when the run has succeeded; what may have been
 * carried out stays, for a loop or an agent may ask for it again.
 */
export class KeptAnswers {
	/** Whether an earlier try left something behind. */
	readonly isOfEarlierTry: boolean;

	private readonly context: { keptAnswers?: Store } & IContextObject;

	private readonly baseUrl: string;

	private readonly node: INode;

	private readonly runIndex: number;

	/** @param baseUrl where requests go to: another instance's answers are of no use */
	constructor(functions: IExecuteFunctions, baseUrl: string) {
		this.context = functions.getContext('node');
		this.baseUrl = baseUrl;
		this.node = functions.getNode();
		this.runIndex = functions.getWorkflowDataProxy(0).$runIndex as number;
		// What an earlier turn of a loop left behind is not this turn's.
		if (!isTool(this.node)) this.forget(({ runIndex }) => runIndex !== this.runIndex);
		this.isOfEarlierTry = this.context.keptAnswers !== undefined;
	}

	/**
	 * The answer to a request: the one of an earlier try, else the one that `send` gets.
	 * @throws StillUncertain when an earlier try ended uncertain; else what `send` throws
	 */
	async answer(
		itemIndex: number,
		request: WireRequest,
		send: () => Promise<unknown>,
	): Promise<unknown> {
		const fingerprint = this.fingerprint(request);
		const key = `${itemIndex}:${fingerprint}`;
		const kept = this.keptAnswer(key);
		if (kept) return kept.answer;
		const known = this.store.uncertain[fingerprint];
		if (known) {
			const { message, description, ...codes } = known;
			throw new StillUncertain(message, description, { ...codes, uncertain: true });
		}
		const answer = await send();
		this.store.answers[key] = { answer, runIndex: this.runIndex };
		return answer;
	}

	/** Keeps that a request may have been carried out; then its answer, if there was one, does not count. */
	keepUncertain(itemIndex: number, request: WireRequest, failure: ApiError): void {
		const { message, description, details } = failure;
		const { httpCode, networkCode } = details;
		const fingerprint = this.fingerprint(request);
		delete this.store.answers[`${itemIndex}:${fingerprint}`];
		this.store.uncertain[fingerprint] = { message, description, httpCode, networkCode };
	}

	/** The run has succeeded: its answers are not needed any more. */
	runSucceeded(): void {
		this.forget(({ runIndex }) => runIndex === this.runIndex);
	}

	/** The run has failed: its answers are for the tries that follow. */
	runFailed(): void {
		if (!isTool(this.node)) return;
		for (const kept of Object.values(this.store.answers)) {
			if (kept.runIndex !== this.runIndex) continue;
			kept.triesLeft = (kept.triesLeft ?? triesOf(this.node)) - 1;
		}
		this.forget(({ triesLeft }) => triesLeft === 0);
	}

	private keptAnswer(key: string): KeptAnswer | undefined {
		const { answers } = this.store;
		const kept = Object.hasOwn(answers, key) ? answers[key] : undefined;
		if (kept?.runIndex !== this.runIndex && !kept?.triesLeft) return undefined;
		kept.runIndex = this.runIndex;
		return kept;
	}

	/** Several runs may be under way at a time, of a tool: they share it. */
	private get store(): Store {
		return (this.context.keptAnswers ??= { answers: {}, uncertain: {} });
	}

	private forget(isOver: (kept: KeptAnswer) => boolean): void {
		const { answers, uncertain } = this.store;
		for (const [key, kept] of Object.entries(answers)) if (isOver(kept)) delete answers[key];
		const isEmpty = Object.keys(answers).length + Object.keys(uncertain).length === 0;
		if (isEmpty) delete this.context.keptAnswers;
	}

	private fingerprint({ method, path, text }: WireRequest): string {
		const hash = createHash('sha256');
		for (const part of [this.baseUrl, method, path, text]) hash.update(part).update('\n');
		return hash.digest('base64url').slice(0, 22);
	}
}

/** How often n8n tries a failing tool in all. */
function triesOf({ retryOnFail, maxTries = 3 }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}
