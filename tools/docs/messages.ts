import type { Message } from '../../test/support/messages.ts';
import { sourceMessages } from '../../test/support/messages.ts';
import type { Generated } from './generated.ts';
import { table, withParts } from './markdown.ts';

const PAGE = 'docs/reference/messages.md';

/** The sections of the page, and the source files of each. The first that matches counts. */
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

/** The page of messages, from the source. */
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
			.map(({ texts, advice }) => [texts.map(quoted).join('<br>'), advice.join(' ')]),
	);
	return table([['Message', 'What to do'], ...[...rows].sort(([a], [b]) => a.localeCompare(b))]);
}

/** A few words that are always part of another message. */
function isFragment({ texts: [text], isAlone }: Message): boolean {
	return isAlone && /^[^\p{Lu}'"]/u.test(text) && text.split(' ').length < 6;
}

/** What to do after a message that is made elsewhere: people look up the message. */
function isAdvice({ texts: [text], advice }: Message): boolean {
	return advice.length === 0 && ADVICE.test(text);
}

const ADVICE =
	/^(…, and whether|Check|Choose|Compare|Correct|Enter|Find out|Retry of|Search again|Send less|To get|Try|Write)\b/;

/** A text that begins in the middle of a sentence follows the name of a parameter, or the like. */
function quoted(text: string): string {
	return `\`${/^\p{Ll}/u.test(text) ? `… ${text}` : text}\``;
}

export const messagesFile: Generated = { file: PAGE, make: messagesPage };
