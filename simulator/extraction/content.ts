import type { MessageContent } from '../../nodes/DataPlatform/api/contract.ts';

const MEMBERS_WITH_DATA = /data|content|base64|bytes|file|source|body/i;
const BASE64 =
	/^(?:data:[^,]*;base64,)?((?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** @returns the text that a base64 string holds; undefined when it holds none */
function decode(value: string): string | undefined {
	const base64 = BASE64.exec(value)?.[1];
	if (!base64) return undefined;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
		return /[\u0000-\u0008]/.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

/** The text in a content item of a type that the spec does not show: the first base64 member that is text. */
function hiddenText(item: object): string | undefined {
	for (const [name, value] of Object.entries(item)) {
		const text =
			typeof value === 'string'
				? MEMBERS_WITH_DATA.test(name) && decode(value)
				: typeof value === 'object' && value !== null && hiddenText(value);
		if (text) return text;
	}
	return undefined;
}

/**
 * The texts of a request's input, and how many items had none that the rules can read.
 *
 * @returns the texts in the order of the items
 */
export function readContent(input: MessageContent[]): { texts: string[]; ignored: number } {
	const texts = input.map((item) =>
		item.type === 'TEXT' ? (item.text as string) : hiddenText(item),
	);
	const read = texts.filter((text) => text !== undefined);
	return { texts: read, ignored: texts.length - read.length };
}
