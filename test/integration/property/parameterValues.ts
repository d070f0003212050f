import fc from 'fast-check';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/** Texts that often cause bugs. */
// prettier-ignore
const UNUSUAL_TEXTS = [
	'', ' ', '\n', '\u0000', '\ud800', '..', '../..', '%2e%2e', '%2E%2E/x', 'a/../b', 'a\\b',
	'a/b?c=d#e', 'ä😀', 'x'.repeat(10_000), '{{ 1 }}', '={{ 1 }}', '__proto__', 'constructor',
	'toString', 'error', 'NaN', '-0', '1e21', '007', '9007199254740993', 'null', '<b>', '1,,',
];

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const UUID = '123e4567-e89b-12d3-a456-426614174000';

const text = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom<unknown>('4711', 'name', '12, 13', UUID, 815) },
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(...UNUSUAL_TEXTS),
);

const number = fc.oneof(
	fc.integer({ min: -10, max: 10_000 }),
	fc.double(),
	fc.constantFrom<unknown>('5', ' 5 ', '5.5', NaN, Infinity, 1e21, -0, 2 ** 53, '1e3', 10n),
);

const jsonObject = fc.dictionary(
	fc.oneof(fc.string(), fc.constantFrom(...UNUSUAL_TEXTS)),
	fc.jsonValue(),
);

const json = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constantFrom<unknown>(
			'{"jobName": "Nightly", "executionTimeout": 60, "accounts": [1]}',
			{ total: { type: 'number' }, lines: [{ price: 1 }] },
			[{ field: 'owner', type: 'OTHER', text: 'a' }],
			'[{"type": "TEXT", "text": "a", "field": "b"}]',
		),
	},
	fc.json(),
	fc.jsonValue(),
	jsonObject,
	jsonObject.map((object) => JSON.stringify(object)),
	fc.array(jsonObject),
	fc.constantFrom(nested(1000), `{"a":${nested(1000)}}`, '{"a":1e999}', '{"__proto__":{"a":1}}'),
);

/** Any result of an expression. */
const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });

const mostly = (usual: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: anything });

const BY_TYPE: Partial<Record<INodeProperties['type'], fc.Arbitrary<unknown>>> = {
	string: text,
	number,
	boolean: fc.oneof(fc.boolean(), fc.constantFrom('true', 'False', '1')),
	json,
};

function valueOf(property: INodeProperties): fc.Arbitrary<unknown> {
	const { type, options = [], typeOptions, default: fallback } = property;
	if (type === 'options') return mostly(fc.constantFrom(...options.flatMap(valueIn), fallback));
	if (type === 'multiOptions') {
		return mostly(fc.array(fc.constantFrom(...options.flatMap(valueIn))));
	}
	if (type === 'collection') return mostly(parameterValues(options as INodeProperties[]));
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as INodePropertyCollection[];
		const row = parameterValues(values);
		return mostly(
			typeOptions?.multipleValues
				? fc.array(row, { maxLength: 4 }).map((rows) => ({ [name]: rows }))
				: row.map((single) => ({ [name]: single })),
		);
	}
	const usual = BY_TYPE[type] ?? fc.constant(fallback);
	return mostly(fc.oneof({ weight: 8, arbitrary: usual }, fc.constant(fallback)));
}

function valueIn(option: NonNullable<INodeProperties['options']>[number]): unknown[] {
	return 'value' in option ? [option.value] : [];
}

/** Values of parameters, from users or expressions. Optional ones may be missing. */
export function parameterValues(
	properties: INodeProperties[],
): fc.Arbitrary<Record<string, unknown>> {
	const fields = properties.filter(({ type }) => type !== 'notice');
	const required = fields.filter((field) => field.required);
	const optional = fields.filter((field) => !field.required);
	return fc.subarray(optional, { maxLength: Math.min(4, optional.length) }).chain((some) => {
		const set = [...required, ...some].map((field) => [field.name, valueOf(field)]);
		return fc.record(Object.fromEntries(set) as Record<string, fc.Arbitrary<unknown>>);
	});
}
