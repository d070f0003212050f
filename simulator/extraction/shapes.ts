import type { ParameterDefinition } from '../../nodes/DataPlatform/api/contract.ts';

/** What a field's definition asks for, read from its type, its further members and its description. */
export type Shape =
	| { form: 'value'; type: string; allowed?: string[] }
	| { form: 'object'; members: Members }
	| { form: 'list'; element: Shape };

type Members = Array<[name: string, definition: ParameterDefinition]>;

/** Other names of types. What is not here stays as it is. */
const TYPES: Record<string, string> = {
	text: 'string',
	str: 'string',
	float: 'number',
	double: 'number',
	decimal: 'number',
	int: 'integer',
	long: 'integer',
	bool: 'boolean',
	list: 'array',
	map: 'object',
	timestamp: 'datetime',
	'date-time': 'datetime',
	'whole number': 'integer',
	'true or false': 'boolean',
};
const TYPE_WORDS =
	'string|text|number|whole number|integer|boolean|true or false|date|datetime|array|list|object';
const ELEMENTS = new RegExp(`\\b(?:list|array) of (${TYPE_WORDS})`, 'i');
const IS_DATE = /^[^()]*\b(?:YYYY-MM-DD|ISO 8601 date)\b/i;
const LINE_ITEMS = /line.?items?|positions?|positionen|posten|rows|order.?items|^items$/i;
const ITEM_MEMBERS: Members = [
	['description', { type: 'string' }],
	['quantity', { type: 'number' }],
	['amount', { type: 'number' }],
];
const MEANS_OBJECTS = /\bobjects?\b|\bobjekte?\b|\beach (?:with|having|containing)\b|\bjeweils\b/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const asDefinition = (value: unknown): ParameterDefinition =>
	isObject(value)
		? { type: 'string', ...value }
		: { type: typeof value === 'string' ? value : 'string' };

const typeOf = (type: unknown): string => {
	const name = String([type].flat().find((each) => each !== 'null') ?? 'string').toLowerCase();
	return TYPES[name] ?? name;
};

/** Members that a definition has in `properties`, as JSON Schema has them. */
function declaredMembers(definition: Record<string, unknown>): Members {
	const { properties, items } = definition;
	if (isObject(properties)) {
		return Object.entries(properties).map(([name, member]) => [name, asDefinition(member)]);
	}
	return isObject(items) ? declaredMembers(items) : [];
}

/** How deep in brackets each position of a text is. */
function depths(text: string): number[] {
	let depth = 0;
	return text.split('').map((sign) => {
		if ('([{'.includes(sign)) return depth++;
		return ')]}'.includes(sign) ? --depth : depth;
	});
}

/** Members described as `name (type)` or `name: type`; what stands behind one until the next describes it. */
function typedMembers(description: string): Members {
	const pattern = new RegExp(
		`["'\`“]?([\\p{L}_][\\p{L}\\p{N}_]*)["'\`”]?\\s*[:(]\\s*(${TYPE_WORDS})\\b`,
		'giu',
	);
	const depth = depths(description);
	const all = [...description.matchAll(pattern)];
	const outer = Math.min(...all.map(({ index }) => depth[index]));
	const members = all.filter(({ index }) => depth[index] === outer);
	return members.map(({ index, 0: whole, 1: name, 2: type }, position) => [
		name,
		{ type, description: description.slice(index + whole.length, members[position + 1]?.index) },
	]);
}

const toCamelCase = (words: string): string =>
	words.trim().replace(/[\s_-]+(\p{L})/gu, (_, letter: string) => letter.toUpperCase());

/** Members named in a description such as "each with description, quantity and price". */
function namedMembers(description: string): Members {
	const quoted = [...description.matchAll(/["'`“]([\p{L}_][\p{L}\p{N}_]*)["'`”]/gu)].map(
		([, name]) => name,
	);
	const listed =
		/(?:with|having|containing|including|members|fields|keys|mit|jeweils|\()\s*:?\s*([^.)]+)/i.exec(
			description,
		);
	const names = quoted.length > 0 ? quoted : (listed?.[1].split(/,|;|\band\b|\bund\b/) ?? []);
	return names
		.map((name) => name.replace(/^\s*(?:a|an|the|its|der|die|das|mit)\s+/i, '').trim())
		.filter((name) => name && name.split(/\s+/).length <= 3)
		.map((name) => [toCamelCase(name), { type: 'string' }]);
}

function membersOf(name: string, definition: ParameterDefinition): Members {
	const description = definition.description ?? '';
	const ways = [
		() => declaredMembers(definition),
		() => typedMembers(description),
		() => namedMembers(description),
		() => (LINE_ITEMS.test(name) ? ITEM_MEMBERS : []),
	];
	for (const way of ways) {
		const members = way();
		if (members.length > 0) return members;
	}
	return [];
}

function allowedValues({
	enum: listed,
	allowedValues: allowed,
	description = '',
}: ParameterDefinition) {
	const given = [listed, allowed].find(Array.isArray);
	if (given) return given.map(String);
	const words = /(?:one of|allowed values?(?: are)?|einer von|eines von)\s*:?\s*([^.);]+)/i.exec(
		description,
	);
	const values = words?.[1]
		.split(/,|;|\||\bor\b|\boder\b/)
		.map((value) => value.replace(/["'`“”]/g, '').trim());
	return values?.filter(Boolean);
}

function elementShape(name: string, definition: ParameterDefinition): Shape {
	const { items, itemType, elementType, description = '' } = definition;
	const described = ELEMENTS.exec(description)?.[1];
	const declared = isObject(items)
		? items
		: { type: items ?? itemType ?? elementType ?? described };
	const type = typeOf(declared.type);
	const describesObjects =
		MEANS_OBJECTS.test(description) ||
		typedMembers(description).length > 0 ||
		LINE_ITEMS.test(name);
	if (
		type === 'object' ||
		declaredMembers(definition).length > 0 ||
		(!declared.type && describesObjects)
	) {
		return { form: 'object', members: membersOf(name, definition) };
	}
	return shapeOf(name, { ...declared, type });
}

/**
 * The shape that a field's definition asks for.
 *
 * @param name the field's name; it decides where type and description leave it open
 */
export function shapeOf(name: string, definition: ParameterDefinition): Shape {
	const type = typeOf(definition.type);
	const element = /^(?:array|list)(?:<(\w+)>|\[(\w+)\])$|^(\w+)\[\]$/
		.exec(type)
		?.slice(1)
		.find(Boolean);
	if (type === 'array' || element) {
		return { form: 'list', element: elementShape(name, { items: element, ...definition }) };
	}
	if (type === 'object') return { form: 'object', members: membersOf(name, definition) };
	const asDate = type === 'string' && IS_DATE.test(definition.description ?? '');
	return { form: 'value', type: asDate ? 'date' : type, allowed: allowedValues(definition) };
}
