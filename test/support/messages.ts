import type { SourceText } from './texts.ts';
import { sourceTexts } from './texts.ts';

/** Texts of two words or more that aren't messages, and why. */
const NO_MESSAGES: Array<{ file?: string; within?: string; reason: string }> = [
	{ file: 'extract/askAgain.ts', within: 'again', reason: 'for the model' },
	{ file: 'extract/describe.ts', reason: 'for the model' },
	{ file: 'extract/calendarWords.ts', reason: 'words to recognize' },
	{ file: 'extract/dates.ts', reason: 'patterns' },
	{ file: 'extract/currencies.ts', reason: 'words to recognize' },
	{ file: 'verify/htmlNames.ts', reason: 'words to recognize' },
	{ file: 'builderHint.ts', reason: 'for assistants' },
	{ file: 'transport/failures.ts', within: 'FAILURE_KINDS', reason: 'for assistants' },
	{ file: 'helpers/characters.ts', reason: 'characters to recognize' },
	{ file: 'parameters/shortenForAssistants.ts', reason: 'for assistants' },
	{ file: 'outputTypes.ts', reason: 'for assistants' },
	{ within: 'propertyHint', reason: 'for assistants' },
	{ within: 'assistantNotes', reason: 'for assistants' },
	{ within: 'createNodeSubtitle', reason: 'shown on the canvas' },
	{ file: 'update/definition.ts', within: 'PAYLOAD', reason: 'names of parameters' },
	{ file: 'helpers/executionController.ts', within: 'Aborted', reason: 'never shown' },
	{ file: 'parameters/schema.ts', within: 'TYPES', reason: 'part of a message' },
	{ file: 'transport/credentials.ts', within: 'problems', reason: 'part of a message' },
	{ file: 'helpers/values.ts', within: 'quote', reason: 'part of a message' },
];

/** Parts of messages that look like messages. */
const PARTS = ['unknown reason', 'a file'];

/** A message with the advice that the node shows with it. */
export interface Message {
	file: string;
	/** The wordings of the message. */
	texts: string[];
	advice: string[];
	/** Whether it's a constant, not an argument of an error. */
	isAlone: boolean;
}

/** Every message and hint of the shipped source. */
export function sourceMessages(): Message[] {
	const texts = sourceTexts().filter(
		(text) =>
			!text.isParameterText &&
			// Tables of choices.
			!text.text.includes(' | ') &&
			!PARTS.includes(text.text) &&
			!NO_MESSAGES.some((place) => matches(place, text)),
	);
	const groups = Map.groupBy(texts, ({ file, group }, index) => `${file} ${group ?? `#${index}`}`);
	return [...groups.values()].map((members) => {
		const first = Math.min(...members.map(({ position = 0 }) => position));
		const isMessage = ({ position = 0 }: SourceText) => position === first;
		return {
			file: members[0].file,
			texts: unique(members.filter(isMessage)),
			advice: unique(members.filter((member) => !isMessage(member))),
			isAlone: members[0].group === undefined,
		};
	});
}

/** Entries of NO_MESSAGES that no text needs anymore. */
export function unusedExceptions(): string[] {
	const texts = sourceTexts();
	return NO_MESSAGES.filter((place) => !texts.some((text) => matches(place, text))).map(
		({ file, within }) => `${file} ${within}`,
	);
}

function matches({ file, within }: (typeof NO_MESSAGES)[number], text: SourceText): boolean {
	const isThere = file === undefined || text.file.endsWith(`/${file}`);
	return isThere && (within === undefined || text.within.includes(within));
}

const unique = (texts: SourceText[]) => [...new Set(texts.map(({ text }) => text.trim()))];
