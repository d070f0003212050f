import { createHash } from 'node:crypto';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Access } from './credentials';
import type { SerializedRequest } from './request';
import { stringifyJson } from '../helpers/exactJson';

/** Returns 32 digits that identify these texts. */
function hash(...texts: string[]): string {
	const digest = createHash('sha256');
	for (const text of texts) digest.update(text).update('\n');
	return digest.digest('hex').slice(0, 32);
}

/** Identifies the platform, and the credential if the items of the execution have different ones. */
function hashAccess({ baseUrl, token, isPerItem }: Access): string {
	// 8 digits are enough to distinguish tokens, and too few to find out a token.
	return hash(baseUrl, isPerItem ? hash(token).slice(0, 8) : '');
}

/** Identifies a request by its content and where it's sent. */
export function hashRequest({ method, path, text }: SerializedRequest, access: Access): string {
	return hash(hashAccess(access), method, path, text);
}

/** Identifies what a request replaces. */
export function hashTarget({ path }: SerializedRequest, access: Access): string {
	return hash(hashAccess(access), path);
}

/**
 * Identifies what the first request of an item is made from: the node's saved parameters, the item's JSON and files,
 * and where it's sent. Returns undefined if n8n couldn't save the item as JSON.
 */
export function hashSource(node: INode, item: INodeExecutionData, access: Access) {
	// Request Options don't change what is sent.
	const parameters = { ...node.parameters, requestOptions: undefined };
	// Of a stored file, `data` doesn't have the content.
	const files = Object.entries(item.binary ?? {});
	const contents = files.flatMap(([name, { id, data }]) => [name, id ?? data]);
	try {
		return hash(
			hashAccess(access),
			stringifyJson(parameters),
			stringifyJson(item.json),
			...contents,
		);
	} catch {
		return undefined;
	}
}
