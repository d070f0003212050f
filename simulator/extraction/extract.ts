import type { ExtractRequest, ExtractResponse } from '../../nodes/DataPlatform/api/contract.ts';
import { Refusal } from '../answer.ts';
import { readContent } from './content.ts';
import { readField } from './fields.ts';
import { readSource } from './source.ts';

const MODEL = 'simulator-rules (no language model)';

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
function simulated(name: string, lines: string[]): Output | undefined {
	for (const line of lines) {
		if (line === `null ${name}`) return [[name, null]];
		if (line === `missing ${name}`) return [];
		const value = `value ${name} `;
		if (line.startsWith(value)) return [[name, parseValue(name, line.slice(value.length))]];
	}
	return undefined;
}

const DIRECTIVE = /^[ \t]*simulate:[ \t]*(.+?)[ \t\r]*$/gm;

/** Extraction by rules (`api-spec.md` part 4.4). It says openly that no language model is at work. */
export function createExtractions() {
	let count = 0;

	return {
		/** @throws Refusal 400 when a `simulate: value` line has no JSON */
		extract({ input, outputStructure, model }: ExtractRequest): ExtractResponse {
			const { texts, ignored } = readContent(input);
			const text = texts.join('\n\n');
			const directives = [...text.matchAll(DIRECTIVE)].map(([, directive]) => directive);
			const source = readSource(text.replace(DIRECTIVE, ''));
			const output = Object.entries(outputStructure).flatMap(
				([name, definition]): Output =>
					simulated(name, directives) ?? [[name, readField(name, definition, source)]],
			);
			const requestId = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
			return {
				output: Object.fromEntries(output),
				model: model ? `${MODEL} [${model}]` : MODEL,
				requestId,
				isCustomerModel: /^customer/i.test(model ?? ''),
				modelProviderUsage: {
					provider: MODEL,
					characters: text.length,
					contentItemsRead: texts.length,
					contentItemsIgnored: ignored,
				},
			};
		},
	};
}
