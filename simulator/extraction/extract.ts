import type { ExtractRequest, ExtractResponse, ParameterDefinition } from '../../contract/types.ts';
import { HttpError } from '../response.ts';
import { readField } from './fields.ts';
import { readText } from './reading.ts';

const MODEL = 'simulator-no-model';
const NOTE = 'No language model read this: the simulator finds labeled values';
const DIRECTIVE = /^[ \t]*simulate:[ \t]*(.+?)[ \t\r]*$/gm;

type Output = Array<[name: string, value: unknown]>;

function parseValue(name: string, json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw new HttpError(400, `"simulate: value ${name}" needs JSON after the name, not: ${json}`);
	}
}

/**
 * Returns the output that a line of the input sets for a field: `simulate: null FIELD`,
 * `simulate: missing FIELD`, or `simulate: value FIELD JSON`.
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

/** The value of the outermost property with that name. */
function propertyOf(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	if (Object.hasOwn(value, name)) return value[name as never];
	const inner = Object.values(value).map((each) => propertyOf(each, name));
	return inner.find((found) => found !== undefined);
}

/** Returns a function that finds a field's value: by property name in JSON, otherwise by label. */
function finderIn(text: string) {
	try {
		const document: unknown = JSON.parse(text);
		return (name: string) => propertyOf(document, name) ?? null;
	} catch {
		const reading = readText(text);
		return (name: string, definition: ParameterDefinition) => readField(name, definition, reading);
	}
}

/**
 * Extraction without a model (`api-spec.md` part 4.4).
 *
 * @throws HttpError 400 when a `simulate: value` line has no valid JSON
 */
export function extract(
	count: number,
	{ input, outputStructure, model }: ExtractRequest,
): ExtractResponse {
	const texts = input.flatMap(({ type, text }) => (type === 'TEXT' ? [text as string] : []));
	const text = texts.join('\n\n');
	const directives = [...text.matchAll(DIRECTIVE)].map(([, directive]) => directive);
	const find = finderIn(text.replace(DIRECTIVE, ''));
	const output = Object.entries(outputStructure).flatMap(
		([name, definition]): Output => directed(name, directives) ?? [[name, find(name, definition)]],
	);
	return {
		output: Object.fromEntries(output),
		model: MODEL,
		requestId: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
		isCustomerModel: /^customer/i.test(model ?? ''),
		modelProviderUsage: {
			note: NOTE,
			contentItemsRead: texts.length,
			contentItemsIgnored: input.length - texts.length,
		},
	};
}
