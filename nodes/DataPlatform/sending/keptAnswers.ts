import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { ApiFailure } from '../api/failures';
import type { WireRequest } from '../api/request';

/** A failure as it can be saved. */
type UncertainRequest = Pick<ApiFailure, 'message' | 'howToGoOn' | 'facts'>;

/** What this node keeps in the execution. */
interface Store {
	/** Run of the node that the answers belong to; a loop has several. */
	runIndex: number;
	/** Answers by item and request. */
	answers: Record<string, unknown>;
	/** Requests that may have been carried out, by request alone: n8n counts a tool's tries as runs. */
	uncertain: Record<string, UncertainRequest>;
}

/** A request of an earlier try that may have been carried out and is not sent again. */
export class StillUncertain extends ApiFailure {}

/**
 * Remembers what must not be sent again when n8n executes the node once more: by Retry On Fail, by its
 * silent retry when the first output item is a failed one, or by Retry of a failed execution.
 * It lives in the node's context, which n8n keeps from try to try and saves with the execution; it
 * holds answers only, free of the token, and is dropped when the run has succeeded.
 */
export class KeptAnswers {
	private readonly context: IContextObject;

	private readonly baseUrl: string;

	private readonly store: Store;

	/** @param baseUrl where requests go to: another instance's answers are of no use */
	constructor(functions: IExecuteFunctions, baseUrl: string) {
		this.context = functions.getContext('node');
		this.baseUrl = baseUrl;
		const runIndex = functions.getWorkflowDataProxy(0).$runIndex as number;
		const { keptAnswers } = this.context as { keptAnswers?: Store };
		const answers = keptAnswers?.runIndex === runIndex ? keptAnswers.answers : {};
		this.store = { runIndex, answers, uncertain: keptAnswers?.uncertain ?? {} };
		this.context.keptAnswers = this.store;
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
		const { answers, uncertain } = this.store;
		if (Object.hasOwn(answers, key)) return answers[key];
		const known = uncertain[fingerprint];
		if (known) throw new StillUncertain(known.message, known.howToGoOn, known.facts);
		try {
			answers[key] = await send();
			return answers[key];
		} catch (reason) {
			if (reason instanceof ApiFailure && reason.facts.uncertain) {
				const { message, howToGoOn, facts } = reason;
				uncertain[fingerprint] = { message, howToGoOn, facts };
			}
			return await Promise.reject(reason);
		}
	}

	/** Forgets everything: the run has succeeded. */
	drop(): void {
		delete this.context.keptAnswers;
	}

	private fingerprint({ method, path, text }: WireRequest): string {
		const hash = createHash('sha256');
		for (const part of [this.baseUrl, method, path, text]) hash.update(part).update('\n');
		return hash.digest('base64url').slice(0, 22);
	}
}
