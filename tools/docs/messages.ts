import type { Message } from '../../test/support/messages.ts';
import { sourceMessages } from '../../test/support/messages.ts';
import type { Generated } from './generated.ts';
import { table, withParts } from '../../test/support/markdown.ts';

const PAGE = 'docs/reference/messages.md';

/** The sections of the page and their source files. The first match counts. */
const SECTIONS: Array<[title: string, files: RegExp]> = [
	['AI: Extract', /actions\/ai\//],
	['Connector: Run', /actions\/connector\//],
	['Function: Search', /actions\/function\//],
	['Job: Update', /actions\/job\//],
	['Parameters', /parameters\//],
	['Credential', /credential/i],
	['Requests and responses', /transport\//],
	['Executions', /./],
];

function messagesPage(): string {
	const bySection = Map.groupBy(
		sourceMessages(),
		({ file }) => SECTIONS.find(([, files]) => files.test(file))![0],
	);
	const sections = SECTIONS.flatMap(([title]) => {
		const messages = bySection.get(title);
		return messages ? [`## ${title}\n\n${tableOf(messages)}`] : [];
	});
	return withParts(PAGE, { messages: sections.join('\n\n') });
}

function tableOf(messages: Message[]): string {
	const rows = new Map(
		messages
			.filter((message) => !isFragment(message) && !isAdvice(message))
			.map(({ texts, advice }) => [texts.map(quote).join('<br>'), advice.join(' ')]),
	);
	return table([['Message', 'What to do'], ...[...rows].sort(([a], [b]) => a.localeCompare(b))]);
}

/** A few words that are part of another message. */
function isFragment({ texts: [text], isAlone }: Message): boolean {
	return isAlone && /^[^\p{Lu}'"]/u.test(text) && text.split(' ').length < 6;
}

/** Advice without its message. Users look up the message. */
function isAdvice({ texts: [text], advice }: Message): boolean {
	return advice.length === 0 && ADVICE.test(text);
}

const ADVICE =
	/^(…, and whether|Check|Choose|Compare|Correct|Enter|Find out|Retry of|Search again|Send less|To get|Try|Write)\b/;

/** A text that starts in lower case follows, for example, the name of a parameter. */
function quote(text: string): string {
	return `\`${/^\p{Ll}/u.test(text) ? `… ${text}` : text}\``;
}

export const messagesFile: Generated = { file: PAGE, make: messagesPage };
