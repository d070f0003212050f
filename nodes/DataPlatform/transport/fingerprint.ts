import { createHash } from 'node:crypto';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Access } from './credentials';
import type { SerializedRequest } from './request';
import { stringifyJson } from '../helpers/exactJson';

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns 32 digits that identify JSON and the platform it's for, and the credential if the items of the
 * execution have different ones.
 */
function identify({ baseUrl, token, isPerItem }: Access, ...content: unknown[]): string {
	// 8 digits are enough to distinguish tokens, and too few to find out a token.
	const owner = isPerItem ? hash(token).slice(0, 8) : '';
	return hash(stringifyJson([baseUrl, owner, ...content])).slice(0, 32);
}

/** Identifies a request by its content and where it's sent. */
export function hashRequest({ method, path, text }: SerializedRequest, access: Access): string {
	return identify(access, method, path, text);
}

/** Identifies what a request replaces. */
export function hashTarget({ path }: SerializedRequest, access: Access): string {
	return identify(access, path);
}

/**
 * Identifies what the first request of an item is made from: the node's saved parameters, the item's JSON and files,
 * and where it's sent. Returns undefined if n8n couldn't save the item as JSON.
 */
export function hashSource(node: INode, item: INodeExecutionData, access: Access) {
	// Request Options don't change what is sent.
	const parameters = { ...node.parameters, requestOptions: undefined };
	// Of a stored file, `data` doesn't have the content.
	const files = Object.entries(item.binary ?? {}).map(([name, { id, data }]) => [name, id ?? data]);
	try {
		return identify(access, parameters, item.json, files);
	} catch {
		return undefined;
	}
}
