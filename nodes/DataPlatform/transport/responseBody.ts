import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { unexpectedResponse } from './response';

/** The body of a response that n8n was asked to pass on as it arrives. */
type Stream = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

/** More than any response of the API; a compressed bomb must not take n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a body piece by piece. n8n's helper, asked for text, would hold all pieces, their sum and the
 * text at once.
 * @throws ApiError if it is too large; the error of the stream if it breaks off
 */
export async function readBody(
	body: IN8nHttpFullResponse['body'],
	statusCode: number,
): Promise<string> {
	if (!isStream(body)) return typeof body === 'string' ? body : '';
	let text = '';
	let bytes = 0;
	for await (const piece of body.setEncoding('utf8')) {
		text += piece as string;
		bytes += Buffer.byteLength(piece as string);
		if (bytes > MAX_BYTES) {
			throw unexpectedResponse('is larger than 64 MB', { statusCode, body: '' });
		}
	}
	return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

function isStream(body: IN8nHttpFullResponse['body']): body is Stream {
	return typeof (body as Stream | null)?.setEncoding === 'function';
}
