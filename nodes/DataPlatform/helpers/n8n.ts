// Facts about n8n.
import type { INode } from 'n8n-workflow';

/** Whether the node is an AI agent's tool. n8n then gives it another type, which ends in Tool. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** Whether n8n's Retry On Fail treats an item with this `json.error` as failed. */
export function marksItemAsFailed(error: unknown): boolean {
	return error !== undefined && error !== null && error !== false;
}

/** Escapes text that n8n shows as HTML. Quotes stay, because the text is never in an attribute. */
export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
