import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { noAnswer } from './failures';

/** The body of an answer that n8n was asked to hand over as it arrives. */
type Body = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

const BYTE_ORDER_MARK = '\uFEFF';

/** Whether an answer's body is still to be read. */
export function isStream(body: IN8nHttpFullResponse['body']): body is Body {
	return typeof (body as Body | null)?.setEncoding === 'function';
}

/**
 * Reads a body piece by piece. n8n's helper, asked for text, holds all pieces, their sum and the text at
 * once, outside of the heap: for pages of megabytes that made V8 look through n8n's whole memory twice as
 * often, which was a quarter of a search's CPU. For small answers the helper's own way costs less.
 * @param timeout milliseconds without a piece after which it is given up; n8n's helper watches over the
 * headers only
 * @param request breaks the request off. To destroy the body would not do: in n8n 2 it is a generator
 * that waits for the next piece
 * @throws ApiFailure when it breaks off
 */
export async function streamedText(
	body: Body,
	timeout: number,
	request: AbortController,
): Promise<string> {
	let text = '';
	let heard = Date.now();
	const watch = giveUpInSilence(request, timeout, () => heard);
	try {
		for await (const piece of body.setEncoding('utf8')) {
			text += piece as string;
			heard = Date.now();
		}
	} catch (error) {
		const code = request.signal.aborted ? 'ECONNABORTED' : (error as { code?: unknown }).code;
		throw noAnswer(String(code ?? 'ECONNRESET'));
	} finally {
		watch.isOver = true;
	}
	return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

function giveUpInSilence(request: AbortController, timeout: number, heardAt: () => number) {
	const watch = { isOver: false };
	const look = (): void => {
		if (watch.isOver) return;
		const rest = heardAt() + timeout - Date.now();
		if (rest <= 0) request.abort();
		// n8n bans timers in nodes; this one, unlike n8n's `sleep`, keeps no process alive.
		else AbortSignal.timeout(rest).addEventListener('abort', look);
	};
	look();
	return watch;
}
