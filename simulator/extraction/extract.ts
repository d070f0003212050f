import type { ExtractRequest, ExtractResponse, ParameterDefinition } from '../../contract/types.ts';
import { Refusal } from '../answer.ts';
import { readField } from './fields.ts';
import { readText } from './reading.ts';

const MODEL = 'simulator-no-model';
const NOTE = 'No language model read this: the simulator looks up what is labeled';
const DIRECTIVE = /^[ \t]*simulate:[ \t]*(.+?)[ \t\r]*$/gm;

type Output = Array<[name: string, value: unknown]>;

function parseValue(name: string, json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw new Refusal(400, `"simulate: value ${name}" needs JSON behind it, not: ${json}`);
	}
}

/**
 * Lines of the input that say what to answer for a field: `simulate: null FIELD`, `simulate: missing FIELD`,
 * `simulate: value FIELD JSON`. The function gives the entries of the output, none for a missing field.
 */
function directed(name: string, lines: string[]): Output | undefined {
	for (const line of lines) {
		if (line === `null ${name}`) return [[name, null]];
		if (line === `missing ${name}`) return [];
		const value = `value ${name} `;
		if (line.startsWith(value)) return [[name, parseValue(name, line.slice(value.length))]];
	}
	return undefined;
}

/** The value of the outermost property with that name, as it stands in a JSON document. */
function propertyOf(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	if (Object.hasOwn(value, name)) return value[name as never];
	const inner = Object.values(value).map((each) => propertyOf(each, name));
	return inner.find((found) => found !== undefined);
}

/** What finds the value of a field in a text: the property of that name in JSON, else what labels say. */
function finderIn(text: string) {
	try {
		const document: unknown = JSON.parse(text);
		return (name: string) => propertyOf(document, name) ?? null;
	} catch {
		const reading = readText(text);
		return (name: string, definition: ParameterDefinition) => readField(name, definition, reading);
	}
}

/** Extraction by looking up (`api-spec.md` part 4.4): `model` says openly that none is at work. */
export function createExtractions() {
	let count = 0;

	return {
		/** @throws Refusal 400 when a `simulate: value` line has no JSON */
		extract({ input, outputStructure, model }: ExtractRequest): ExtractResponse {
			const texts = input.flatMap(({ type, text }) => (type === 'TEXT' ? [text as string] : []));
			const text = texts.join('\n\n');
			const directives = [...text.matchAll(DIRECTIVE)].map(([, directive]) => directive);
			const find = finderIn(text.replace(DIRECTIVE, ''));
			const output = Object.entries(outputStructure).flatMap(
				([name, definition]): Output =>
					directed(name, directives) ?? [[name, find(name, definition)]],
			);
			return {
				output: Object.fromEntries(output),
				model: MODEL,
				requestId: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
				isCustomerModel: /^customer/i.test(model ?? ''),
				modelProviderUsage: {
					note: NOTE,
					contentItemsRead: texts.length,
					contentItemsIgnored: input.length - texts.length,
				},
			};
		},
	};
}
