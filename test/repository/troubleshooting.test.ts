import { readFileSync } from 'node:fs';
import type { SourceText } from '../../harness/unit/texts.ts';
import { normalized, sourceTexts } from '../../harness/unit/texts.ts';

/** Where texts stand that no user reads as a message, and why. */
const NO_MESSAGES: Array<{ file?: string; within?: string; reason: string }> = [
	{ file: 'actions/ai/extract/describe.ts', reason: 'words for the model' },
	{ within: 'propertyHint', reason: 'words for assistants' },
	{ file: 'transport/idempotency.ts', within: 'IDEMPOTENCY', reason: 'fills a message in' },
	{ file: 'extract/askAgain.ts', within: 'again', reason: 'words for the model' },
	{ file: 'extract/currencies.ts', reason: 'names of currencies' },
	{ file: 'extract/dates.ts', reason: 'notations of dates' },
	{ file: 'transport/abort.ts', within: 'Aborted', reason: 'caught by the runner' },
	{ file: 'transport/rateLimiter.ts', within: 'PausedTooLong', reason: 'caught by the sender' },
	{ file: 'parameters/schema.ts', within: 'TYPES', reason: 'fills a message in' },
	{ file: 'transport/credentials.ts', within: 'reasons', reason: 'names of fields' },
	{ file: 'transport/credentialTest.ts', within: 'what', reason: 'looked for in a message' },
	{ file: 'transport/credentialTest.ts', within: 'location', reason: 'fills a message in' },
	{ file: 'transport/authentication.ts', within: 'originOf', reason: 'fills a message in' },
	{ file: 'parameters/validators.ts', within: 'boundsInWords', reason: 'fills a message in' },
	{ file: 'actions/router/report.ts', within: 'more', reason: 'fills a message in' },
	{ file: 'actions/router/report.ts', within: 'inWords', reason: 'fills a message in' },
	{ file: 'helpers/values.ts', within: 'quote', reason: 'fills a message in' },
	{ file: 'builderHint.ts', reason: 'words for assistants' },
	{ file: 'parameters/compact.ts', reason: 'words for assistants' },
	{ file: 'outputTypes.ts', reason: 'words for assistants' },
	{ within: 'builderNotes', reason: 'words for assistants' },
	{ within: 'panelSubtitle', reason: 'stands on the canvas' },
];

/** Texts that fill a message in beside one that is a message. */
const FILLERS = ['unknown reason', 'a file', 'it says no more', 'this name', 'these filters'];

function excludes({ file, within }: (typeof NO_MESSAGES)[number], text: SourceText): boolean {
	const isThere = file === undefined || text.file.endsWith(`/${file}`);
	return isThere && (within === undefined || text.within.includes(within));
}

const texts = sourceTexts();
const messages = texts.filter(
	(text) =>
		!text.isPanel &&
		!FILLERS.includes(text.text) &&
		!NO_MESSAGES.some((place) => excludes(place, text)),
);

/** What the page says that the node says: in code or in italics, in the lists of its entries. */
function quoted(entry: string): string[] {
	const lines = entry.split('\n').filter((line) => line.startsWith('- '));
	return lines
		.flatMap((line) => [...line.matchAll(/`([^`]+)`|(?<!\w)_([^_]+)_(?!\w)/g)])
		.map(([, message, advice]) => normalized(message ?? advice));
}

const [, ...groups] = readFileSync('docs/troubleshooting.md', 'utf8').split(/^## /m);
const entries = groups.flatMap((group) => group.split(/^### /m).slice(1));

test('the page has every message that the source has', () => {
	const onPage = new Set(entries.flatMap(quoted));

	expect(messages.length).toBeGreaterThan(100);
	expect(messages.filter(({ text }) => !onPage.has(normalized(text)))).toEqual([]);
});

test('the page has no message that the source does not have', () => {
	const inSource = new Set(messages.map(({ text }) => normalized(text)));

	expect(entries.flatMap(quoted).filter((text) => !inSource.has(text))).toEqual([]);
});

test('a message stands in one entry with what the node adds to it', () => {
	const thrown = messages.filter(({ thrownAt }) => thrownAt !== undefined);
	const apart = thrown.filter(({ file, thrownAt }) => {
		const said = thrown
			.filter((other) => other.file === file && other.thrownAt === thrownAt)
			.map(({ text }) => normalized(text));
		return !entries.some((entry) => said.every((text) => quoted(entry).includes(text)));
	});

	expect(thrown.length).toBeGreaterThan(80);
	expect(apart).toEqual([]);
});

test('every entry says what its messages mean', () => {
	const silent = entries.filter((entry) => {
		const [, ...paragraphs] = entry.trim().split('\n\n');
		return !paragraphs.some((paragraph) => !paragraph.startsWith('- '));
	});

	expect(silent.map((entry) => entry.split('\n')[0])).toEqual([]);
});

test('nothing is left out of the page that is not there any more', () => {
	expect(NO_MESSAGES.filter((place) => !texts.some((text) => excludes(place, text)))).toEqual([]);
	expect(FILLERS.filter((filler) => !texts.some(({ text }) => text === filler))).toEqual([]);
});

test('no text that a user reads blames: n8n asks to do without these words', () => {
	// "error" in quotes is the name of a field, of n8n or of the platform; On Error is n8n's setting.
	const read = [...messages, ...texts.filter(({ isPanel }) => isPanel)];
	const blaming = read.filter(({ text }) =>
		/\b(error|problem|failure|mistake)/i.test(text.replace(/"errors?"|On Error/g, '')),
	);

	expect(texts.filter(({ isPanel }) => isPanel).length).toBeGreaterThan(100);
	expect(blaming).toEqual([]);
});
