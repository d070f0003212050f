import type { ExtractRequest, ExtractResponse } from '../../contract/types.ts';
import { readField, readText } from './fields.ts';

const DIRECTIVE = /^[ \t]*simulate:[ \t]*(.+?)[ \t\r]*$/gm;

type Output = Array<[name: string, value: unknown]>;

/**
 * Returns the output that a line of the input sets for a field: `simulate: null FIELD`,
 * `simulate: missing FIELD`, or `simulate: value FIELD JSON`.
 *
 * @throws SyntaxError when the value isn't JSON
 */
function directed(name: string, directives: string[]): Output | undefined {
	for (const directive of directives) {
		if (directive === `null ${name}`) return [[name, null]];
		if (directive === `missing ${name}`) return [];
		const value = `value ${name} `;
		if (directive.startsWith(value)) return [[name, JSON.parse(directive.slice(value.length))]];
	}
	return undefined;
}

/** Extraction without a model (`api-spec.md` part 4.4): finds values by their labels. */
export function extract(
	count: number,
	{ input, outputStructure, model }: ExtractRequest,
): ExtractResponse {
	const texts = input.flatMap(({ type, text }) => (type === 'TEXT' ? [text as string] : []));
	const text = texts.join('\n\n');
	const directives = [...text.matchAll(DIRECTIVE)].map(([, directive]) => directive);
	const reading = readText(text.replace(DIRECTIVE, ''));
	const output = Object.entries(outputStructure).flatMap(
		([name, definition]): Output =>
			directed(name, directives) ?? [[name, readField(name, definition, reading)]],
	);
	return {
		output: Object.fromEntries(output),
		model: 'simulator-no-model',
		requestId: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
		isCustomerModel: /^customer/i.test(model ?? ''),
		modelProviderUsage: {
			note: 'No language model read this: the simulator finds labeled values',
			contentItemsRead: texts.length,
			contentItemsIgnored: input.length - texts.length,
		},
	};
}
