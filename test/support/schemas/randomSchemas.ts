// Random JSON Schemas in the shapes of pydantic, zod and OpenAPI, and values that may match them.

export type JsonSchema = Record<string, unknown>;

/** Returns a function that returns numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const WORDS = ['open', 'Paid', '007', '3.10', '1,299.00 EUR', '2026-05-31', 'yes', 'A-17', 'x y'];
const NUMBERS = [0, 5, -3, 2.5, 1299, 12345678, 0.1];
const NAMES = ['id', 'total', 'name', 'Due Date', 'type', 'größe'];
const DECIMAL = '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$';

/** Creates schemas and values by a function that returns random numbers. */
export function createSchemas(random: () => number) {
	const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
	const chance = (share: number) => random() < share;
	const some = <Value>(values: readonly Value[], share = 0.5) => values.filter(() => chance(share));

	function scalar(): JsonSchema {
		return pick([
			() => ({ type: 'string' }),
			() => ({ type: 'string', minLength: 1 }),
			() => ({ type: 'string', format: 'date' }),
			() => ({ type: 'string', format: 'date', enum: ['2026-05-31', 'open'] }),
			() => ({ type: 'string', enum: some(WORDS, 0.4).concat('open') }),
			() => ({
				enum: [...some(WORDS, 0.2), ...some(NUMBERS, 0.3), 'b', ...(chance(0.3) ? [null] : [])],
			}),
			() => ({ const: pick([...WORDS, ...NUMBERS, true]) }),
			() => ({ type: 'number' }),
			() => ({ type: 'number', minimum: -5 }),
			() => ({ type: 'integer' }),
			() => ({ type: 'boolean' }),
			() => ({
				type: pick([
					['string', 'null'],
					['integer', 'null'],
					['number', 'string'],
					['boolean', 'integer'],
				]),
			}),
			() => ({ type: ['string', 'integer', 'null'] }),
			() => ({}),
		])();
	}

	function object(depth: number): JsonSchema {
		const names = some(NAMES).concat('key');
		const properties = Object.fromEntries(names.map((name) => [name, schema(depth - 1)]));
		return {
			type: 'object',
			properties,
			required: some(names, 0.7),
			...(chance(0.2) && { additionalProperties: pick([true, false, { type: 'number' }]) }),
			...(chance(0.1) && { patternProperties: { '^x-': { type: 'string' } } }),
			...(chance(0.1) && { title: 'An object', description: 'What it is' }),
		};
	}

	/** A part of an object's schema, which says nothing about other values. */
	function untyped(depth: number): JsonSchema {
		const part = object(depth);
		delete part.type;
		return part;
	}

	function choice(depth: number): JsonSchema {
		const keyword = pick(['anyOf', 'oneOf', 'anyOf']);
		const inner = () => schema(depth - 1);
		return pick([
			() => ({ anyOf: [inner(), { type: 'null' }], title: 'Optional' }),
			() => ({ [keyword]: [inner(), inner()] }),
			() => ({ [keyword]: [inner(), inner(), inner()] }),
			() => ({ anyOf: [{ type: 'number' }, { type: 'string', pattern: DECIMAL }] }),
			() => ({ anyOf: [{ type: 'integer' }, { type: 'string', enum: ['unlimited'] }] }),
			() => ({
				oneOf: [
					{ const: 'A', title: 'Active' },
					{ const: 'P', description: 'Paused' },
				],
			}),
			() => ({ oneOf: [object(depth - 1), object(depth - 1)] }),
			() => ({ anyOf: [{ type: 'array', items: inner() }, inner()] }),
			() => ({
				type: ['string', 'number'],
				anyOf: [{ enum: ['open', 5] }, { minimum: 5, type: 'number' }],
			}),
		])();
	}

	function schema(depth: number): JsonSchema {
		if (depth <= 0 || chance(0.35)) return scalar();
		return pick([
			() => object(depth),
			() => ({ type: 'array', items: schema(depth - 1) }),
			() => choice(depth),
			() => ({ allOf: [object(depth - 1), object(depth - 1)] }),
			() => ({ allOf: [schema(depth - 1)], description: 'One part' }),
			() => ({ allOf: [{ ...object(0), type: ['object', 'null'] }, untyped(depth - 1)] }),
			() => ({ type: ['string', 'null'], allOf: [{ format: 'date' }] }),
			() => ({ ...choice(depth), ...pick([{ format: 'date' }, { items: scalar() }]) }),
			() => ({ $ref: pick(['#/$defs/A', '#/$defs/B']), ...(chance(0.3) && { description: 'd' }) }),
			() => ({ type: 'array', prefixItems: [scalar(), scalar()] }),
		])();
	}

	/** Returns a value that often matches the schema. Ajv decides whether it does. */
	function value(given: unknown, defs: JsonSchema): unknown {
		const of = given as JsonSchema;
		if (chance(0.08)) return pick<unknown>([...WORDS, ...NUMBERS, true, null, {}, [], ['open']]);
		if (typeof of.$ref === 'string') return value(defs[of.$ref.slice('#/$defs/'.length)], defs);
		if ('const' in of) return of.const;
		if (Array.isArray(of.enum)) return pick<unknown>(of.enum);
		const choices = (of.anyOf ?? of.oneOf) as JsonSchema[] | undefined;
		if (choices) return value(pick(choices), defs);
		if (Array.isArray(of.allOf)) {
			const parts = of.allOf.map((part) => value(part, defs));
			if (parts[0] === null) return null;
			const areObjects = parts.every((part) => typeof part === 'object' && !Array.isArray(part));
			return areObjects ? Object.assign({}, ...(parts as object[])) : parts[0];
		}
		const type = Array.isArray(of.type) ? pick<unknown>(of.type) : of.type;
		if (Array.isArray(of.prefixItems)) return of.prefixItems.map((part) => value(part, defs));
		if (type === 'array') return some([1, 2, 3]).map(() => value(of.items, defs));
		if (type === 'object' || (!type && of.properties)) return members(of, defs);
		if (type === 'null') return null;
		if (type === 'boolean') return chance(0.5);
		if (type === 'integer') return pick(NUMBERS.filter(Number.isInteger));
		if (type === 'number') return pick(NUMBERS);
		if (of.format === 'date') return pick(['2026-05-31', '1999-01-01']);
		if (of.pattern === DECIMAL) return pick(['3.10', '007', '-5']);
		return pick<unknown>(type === 'string' ? WORDS : [...WORDS, ...NUMBERS]);
	}

	function members(of: JsonSchema, defs: JsonSchema) {
		const { properties, required, additionalProperties } = of as Record<string, JsonSchema>;
		const names = Object.keys(properties).filter((name) => {
			return chance((required as unknown as string[]).includes(name) ? 0.95 : 0.5);
		});
		const given = names.map((name) => [name, value(properties[name], defs)]);
		if (additionalProperties && chance(0.5)) given.push(['color', pick([5, 7])]);
		if (of.patternProperties && chance(0.5)) given.push(['x-a', 'red']);
		return Object.fromEntries(given) as JsonSchema;
	}

	/** Returns a schema of depth 3, and definitions that it may refer to. */
	const next = () => ({
		schema: schema(3),
		defs: { A: scalar(), B: { ...object(0), ...object(0) } },
	});
	return { next, value };
}
