import { sourceMessages, unusedExceptions } from '../support/messages.ts';
import { sourceTexts } from '../support/texts.ts';

const messages = sourceMessages().flatMap(({ texts, advice }) => [...texts, ...advice]);
const parameterTexts = sourceTexts().flatMap(({ isParameterText, text }) =>
	isParameterText ? text : [],
);

test("no text has words that blame the user, as n8n's guidelines require", () => {
	// "error" in quotes is the name of a field, and On Error is n8n's setting. The others don't blame the user.
	const harmless = /"errors?"|On Error|temporary failure|error (?:statuses|details)/g;
	const blaming = [...messages, ...parameterTexts].filter((text) =>
		/\b(error|problem|failure|mistake)/i.test(text.replace(harmless, '')),
	);

	expect(messages.length).toBeGreaterThan(100);
	expect(parameterTexts.length).toBeGreaterThan(100);
	expect(blaming).toEqual([]);
});

test('every exception in the list of messages is needed', () => {
	expect(unusedExceptions()).toEqual([]);
});
