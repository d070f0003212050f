import type { ParameterDefinition } from '../../contract/types.ts';

type Properties = Array<[name: string, definition: ParameterDefinition]>;

const isObject = (value: unknown): value is Record<string, unknown> => Object(value) === value;

const DATE = /\bYYYY-MM-DD\b/;
const ELEMENTS = /\blist of ([\w -]+)/i;
/** The text after each "with", up to a period outside of parentheses. */
const PROPERTIES = /\bwith\s+((?:\([^()]*\)|[^.()])+)/gi;
const BETWEEN_PROPERTIES = /(?:,|\band\b)\s*(?![^(]*\))/;
const PROPERTY = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?:\((.*)\))?$/u;
const ALLOWED = /\bone of:?\s*([^.;)]+)/i;

/** Properties from JSON Schema, otherwise from a description such as "with a (number) and b (text)". */
function propertiesOf({ description = '', properties, items }: ParameterDefinition): Properties {
	const declared = properties ?? (isObject(items) ? items.properties : undefined);
	if (isObject(declared)) return Object.entries(declared) as Properties;
	const named = Array.from(description.matchAll(PROPERTIES), ([, words]) => namedIn(words));
	return named.sort((left, right) => right.length - left.length)[0] ?? [];
}

function namedIn(words: string): Properties {
	return words.split(BETWEEN_PROPERTIES).flatMap((part): Properties => {
		const [, name, details = 'text'] = PROPERTY.exec(part.trim()) ?? [];
		return name ? [[name, { type: details, description: details }]] : [];
	});
}

function allowedValues({ enum: values, description = '' }: ParameterDefinition) {
	if (Array.isArray(values)) return values.map(String);
	const [, listed] = ALLOWED.exec(description) ?? [];
	return listed?.split(',').map((value) => value.replaceAll('"', '').trim());
}

/** Reads a definition (`api-spec.md` 2.7), including JSON Schema keywords. */
export function shapeOf(definition: ParameterDefinition) {
	const { description = '', items } = definition;
	const type = String(definition.type);
	const isList = /^(?:array|list)/i.test(type);
	const element = isObject(items) ? String(items.type) : (ELEMENTS.exec(description)?.[1] ?? '');
	return {
		isList,
		/** The type of a value or of a list's elements, as the definition names it. */
		type: isList ? element : DATE.test(description) ? 'date' : type,
		/** The properties of an object or of a list's elements. Empty for other values. */
		properties: isList || /^object/i.test(type) ? propertiesOf(definition) : [],
		/** Allowed values. Undefined for any. */
		allowed: allowedValues(definition),
	};
}

/** The type, properties, and allowed values of a field. */
export type FieldShape = ReturnType<typeof shapeOf>;
