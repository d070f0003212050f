import { type SourceText, sourceTexts } from './texts.ts';

/** Files of texts that aren't messages, or names of declarations after a colon, and why. */
const NO_MESSAGES = {
	'for the model': 'extract/describe.ts',
	'words to recognize':
		'extract/calendarWords.ts extract/currencies.ts helpers/htmlNames.ts helpers/characters.ts',
	patterns: 'extract/dates.ts',
	'for assistants':
		'builderHint.ts transport/apiError.ts:FAILURE_KINDS parameters/shortenForAssistants.ts outputTypes.ts :propertyHint :assistantNotes',
	'shown on the canvas': ':createNodeSubtitle',
	'names of parameters': 'update/definition.ts:PAYLOAD',
	'never shown': 'helpers/executionController.ts:Aborted',
	'part of a message':
		'parameters/schema.ts:TYPES transport/credentials.ts:problems helpers/values.ts:quote',
};
const EXCEPTIONS = Object.values(NO_MESSAGES).flatMap((places) => places.split(' '));

/** Parts of messages that look like messages. */
const PARTS = ['unknown reason', 'a file'];

/** A message with the advice that the node shows with it. */
export interface Message {
	file: string;
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
			!EXCEPTIONS.some((place) => matches(place, text)),
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

/** Exceptions that no text needs anymore. */
export function unusedExceptions(): string[] {
	const texts = sourceTexts();
	return EXCEPTIONS.filter((place) => !texts.some((text) => matches(place, text)));
}

function matches(place: string, text: SourceText): boolean {
	const [file, within] = place.split(':');
	const isThere = file === '' || text.file.endsWith(`/${file}`);
	return isThere && (within === undefined || text.within.includes(within));
}

/** Several placeholders in a row are one. */
const unique = (texts: SourceText[]) => [
	...new Set(texts.map(({ text }) => text.trim().replace(/…+/g, '…'))),
];
