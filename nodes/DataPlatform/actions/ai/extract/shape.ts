import type { IDataObject } from 'n8n-workflow';
import type { ParameterDefinition } from '../../../transport/contract';
import { writtenJson } from '../../../helpers/exactJson';
import { quote, withoutUnset } from '../../../helpers/values';

/** What one field, one member or one list element looks like, whichever way the user said it. */
export interface Shape {
	/** `string`, `number`, `integer`, `boolean`, `array`, `object`, `date`, any other by name, or ANY. */
	type: string;
	/** The user's own words. */
	description?: string;
	/** The only values allowed. */
	values?: unknown[];
	/** What the elements of a list look like. */
	items?: Shape;
	/** The members of an object, in order. */
	members?: ReadonlyMap<string, Shape>;
	/** Whether null is a value of it. */
	nullable?: boolean;
	/** Whether an object may be without it: some of an example's list elements are. */
	optional?: boolean;
	/** Whether the model is to conclude it: then it need not stand in the text. */
	notFromText?: boolean;
	/** Further rules in words, such as `at least 1`. */
	rules?: string[];
	/** Members of the definition that the user wrote out; sent as they are. */
	furtherMembers?: IDataObject;
}

/** The type of values that may be of any kind. */
export const ANY = '';

const DATE = 'date';

const NOUNS: Record<string, { one: string; many: string }> = {
	string: { one: 'text', many: 'texts' },
	number: { one: 'number', many: 'numbers' },
	integer: { one: 'whole number', many: 'whole numbers' },
	boolean: { one: 'true or false', many: 'true or false values' },
	array: { one: 'list', many: 'lists' },
	object: { one: 'object', many: 'objects' },
	[ANY]: { one: 'any value', many: 'any values' },
	[DATE]: { one: 'date as YYYY-MM-DD', many: 'dates as YYYY-MM-DD' },
};

/**
 * A field as the API takes it (api-spec.md 2.7). Only `type` and `description` are documented, so the
 * rest of the shape is put into words at the end of the description.
 * @param withMembers whether the shape is sent as further members too: `enum`, `items`, `properties`
 */
export function toDefinition(shape: Shape, withMembers: boolean): ParameterDefinition {
	const words = shapeWords(shape);
	const described = words === '' ? [shape.description] : [shape.description, words].map(sentence);
	const description = described.filter(Boolean).join(' ');
	return withoutUnset<ParameterDefinition>({
		...(withMembers && schemaMembers(shape)),
		...shape.furtherMembers,
		type: sentType(shape.type) ?? 'string',
		...(description !== '' && { description }),
	});
}

/** The API documents no type for dates: they travel as text, and the description says how. */
function sentType(type: string): string | undefined {
	return type === DATE ? 'string' : type || undefined;
}

/** What a field's description must add to its type; empty when the type says everything. */
function shapeWords(shape: Shape): string {
	const isPlain = !shape.items && !shape.members && shape.type !== DATE;
	const rules = ruleWords(shape);
	if (isPlain) return rules.join('; ');
	return [capitalized(phrase(shape)), ...rules].join('; ');
}

/** `list of objects, each with quantity (number) and price (number)`. */
function phrase(shape: Shape): string {
	if (shape.items) return `list of ${phraseOfMany(shape.items)}`;
	if (shape.members) return `object with ${memberWords(shape.members)}`;
	return NOUNS[shape.type]?.one ?? shape.type;
}

function phraseOfMany(element: Shape): string {
	const details = [
		...(element.members ? [`each with ${memberWords(element.members)}`] : []),
		...(element.items ? [`each a ${phrase(element)}`] : []),
		...ruleWords(element),
	];
	return [NOUNS[element.type]?.many ?? `${element.type} values`, ...details].join(', ');
}

function memberWords(members: ReadonlyMap<string, Shape>): string {
	const words = [...members].map(([name, member]) => {
		const details = [phrase(member), ...ruleWords(member), member.description].filter(Boolean);
		return `${name} (${details.join('; ')})`;
	});
	if (words.length === 0) return 'any members';
	const last = words.pop()!;
	return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

function ruleWords({ values, nullable, rules = [] }: Shape): string[] {
	return [
		...(values ? [`one of ${values.map(valueWords).join(', ')}`] : []),
		...rules,
		...(nullable ? ['null if there is none'] : []),
	];
}

function valueWords(value: unknown): string {
	return typeof value === 'object' ? writtenJson(value) : quote(value);
}

function sentence(text: string | undefined): string {
	const trimmed = (text ?? '').trim();
	return trimmed === '' || /[.!?:]$/.test(trimmed) ? trimmed : `${capitalized(trimmed)}.`;
}

function capitalized(text: string): string {
	return text === '' ? '' : text[0].toUpperCase() + text.slice(1);
}

/** The shape in the words of JSON Schema, which the API does not document for a definition. */
function schemaMembers({ type, description, values, items, members }: Shape): IDataObject {
	return withoutUnset<IDataObject>({
		type: sentType(type),
		format: type === DATE ? DATE : undefined,
		enum: values as IDataObject['enum'],
		items: items && schemaMembers(items),
		properties:
			members &&
			Object.fromEntries([...members].map(([name, member]) => [name, schemaMembers(member)])),
		description,
	});
}
