import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { ApiFailure } from '../api/failures';
import type { ApiRequest } from '../api/request';

/** What is known of a request that must not be sent again. */
type Kept = { answer: unknown } | { doubt: Pick<ApiFailure, 'message' | 'howToGoOn' | 'facts'> };

/** What this node keeps in the execution, for one run of the node (a loop has several). */
interface Store {
	runIndex: number;
	kept: Record<string, Kept>;
}

/** A request of an earlier try that may have been carried out and is not sent again. */
export class StillInDoubt extends ApiFailure {}

/**
 * Remembers what must not be sent again when n8n executes the node once more: by Retry On Fail, by its
 * silent retry when the first output item is a failed one, or by Retry of a failed execution.
 * It lives in the node's context, which n8n keeps from try to try and saves with the execution; it
 * holds answers only, free of the token, and is dropped when the run has succeeded.
 */
export class Resume {
	private readonly context: IContextObject;

	private readonly kept: Record<string, Kept>;

	constructor(functions: IExecuteFunctions) {
		this.context = functions.getContext('node');
		const runIndex = functions.getWorkflowDataProxy(0).$runIndex as number;
		const store = this.context.resume as Store | undefined;
		this.kept = store?.runIndex === runIndex ? store.kept : {};
		this.context.resume = { runIndex, kept: this.kept } satisfies Store;
	}

	/**
	 * The answer to a request: the one of an earlier try, else the one that `send` gets.
	 * @throws StillInDoubt when an earlier try ended in doubt; else what `send` throws
	 */
	async answer(
		itemIndex: number,
		request: ApiRequest,
		send: () => Promise<unknown>,
	): Promise<unknown> {
		const key = keyOf(itemIndex, request);
		const kept = Object.hasOwn(this.kept, key) ? this.kept[key] : undefined;
		if (kept && 'answer' in kept) return kept.answer;
		if (kept) throw new StillInDoubt(kept.doubt.message, kept.doubt.howToGoOn, kept.doubt.facts);
		const answer = await send();
		this.kept[key] = { answer };
		return answer;
	}

	/**
	 * Takes note that an item failed, perhaps by what its answer held: then that answer is not used
	 * again. A doubt is kept.
	 */
	failed(itemIndex: number, request: ApiRequest, { message, howToGoOn, facts }: ApiFailure): void {
		const key = keyOf(itemIndex, request);
		if (facts.inDoubt) this.kept[key] = { doubt: { message, howToGoOn, facts } };
		else delete this.kept[key];
	}

	/** Forgets everything: the run has succeeded. */
	drop(): void {
		delete this.context.resume;
	}
}

function keyOf(itemIndex: number, { method, path, body }: ApiRequest): string {
	const text = JSON.stringify([method, path, body]);
	return `${itemIndex}:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}
