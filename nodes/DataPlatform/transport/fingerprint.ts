import { createHash } from 'node:crypto';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Access } from './credentials';
import type { SerializedRequest } from './request';
import { stringifyJson, stringifyLikeN8n } from '../helpers/exactJson';

/** Returns 32 digits that identify these texts. */
function hash(...texts: string[]): string {
	const digest = createHash('sha256');
	for (const text of texts) digest.update(text).update('\n');
	return digest.digest('hex').slice(0, 32);
}

/** Returns 8 digits. They are enough to distinguish tokens, and too few to find out a long, random one. */
export const hashToken = ({ token }: Access) => hash(token).slice(0, 8);

/** Identifies what a request replaces or starts. */
export function hashTarget({ baseUrl }: Access, { path }: SerializedRequest): string {
	return hash(baseUrl, path);
}

/** Identifies a request by its content and where it's sent. */
export function hashRequest({ baseUrl }: Access, { method, path, text }: SerializedRequest) {
	return hash(baseUrl, method, path, text);
}

/** Identifies where requests are sent. */
export const hashBaseUrl = ({ baseUrl }: Access) => hash(baseUrl);

/**
 * Identifies what the first request of an item is made from: the node's saved parameters, and the item's JSON and
 * files. Returns undefined if n8n couldn't save the item as JSON.
 */
export function hashSource(
	node: INode,
	{ json, binary = {} }: INodeExecutionData,
): string | undefined {
	// Request Options don't change what is sent.
	const parameters = { ...node.parameters, requestOptions: undefined };
	// Of a stored file, `data` doesn't have the content.
	const files = Object.entries(binary).flatMap(([name, { id, data }]) => [name, id ?? data]);
	try {
		// As n8n saves it, because after n8n's Retry, the item is read from what was saved.
		return hash(stringifyJson(parameters), stringifyLikeN8n(json), ...files);
	} catch {
		return undefined;
	}
}
