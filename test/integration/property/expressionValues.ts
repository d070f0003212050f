import fc from 'fast-check';

/** Fields of the item that no JSON text has, but that earlier nodes can return. */
export const ITEM = {
	buffer: Buffer.from('bytes'),
	date: new Date(0),
	lostDate: new Date(NaN),
	set: new Set([1]),
	partly: { kept: 1, lost: undefined },
	list: [1, undefined],
	big: 9007199254740993n,
	text: 'text',
	nothing: null,
};

const fields = [...Object.keys(ITEM), 'nowhere', 'partly.lost', 'partly.kept', 'list[1]', 'big'];

/** Values in the source text of an expression: some are JSON, some have toJSON, some get lost in JSON. */
// prettier-ignore
const singleValues = [
	'null', 'true', '0', '-0', '1.5', "''", "' '", "'a'", "'Invalid DateTime'", "'\\ud800'",
	'1e21', '9007199254740991', '-9007199254740992', '9007199254740993n', 'NaN', '-Infinity',
	'new Date(0)', "new Date('31.05.2026')", 'DateTime.fromISO("2026-05-31")', '$today',
	'DateTime.fromISO("31.05.2026")', 'DateTime.fromISO', 'Duration.fromISO("x")',
	'Duration.fromISO("PT1H")', 'Interval.after(DateTime.fromMillis(0), 5)',
	'undefined', 'void 0', '(() => 1)', "Symbol('s')", 'Math', 'JSON', 'DateTime', '/x/g',
	'new Set([1])', 'new Map([[1, 2]])', 'new WeakMap()', "new Error('e')", '$json', '$input',
	'new Number(7)', 'new Number(NaN)', "new String('s')", 'new Boolean(false)', 'Object(1n)',
	'new Uint8Array([1])', 'new ArrayBuffer(2)', 'Array(2)', '[1, , 2]', '[,]', '{}', '[]',
	'Object.create(null)',
	'Object.create({ inherited: 1 })',
	'(function () { return arguments })(1)',
	'({ get bad() { throw new Error("unreadable") } })', '({ toJSON() { throw undefined } })',
	'({ toJSON: () => undefined })',
	'({ toJSON: () => ({ toJSON: () => 1 }) })',
	"({ toJSON: 'a' })",
	'({ toJSON: () => [new Set()] })', '({ [Symbol("s")]: 1 })', "({ ['__proto__']: { a: 1 } })",
	'({ constructor: 1, toString: 2, valueOf: 3 })',
	'(() => { const a = {}; a.a = a; return a })()',
	'Array(5000).fill(0).reduce((inner) => [inner], 1)',
	'[1, 2].values()',
	'new Intl.NumberFormat()',
	'({ isLuxonDateTime: true })', 'new URL("http://a/b")', 'new URLSearchParams("a=b")',
];

/** Source texts of any values, also nested. */
export const sources = fc.letrec<{ value: string }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.constantFrom(...singleValues),
		fc.constantFrom(...fields).map((path) => `$json.${path}`),
		fc.jsonValue().map((json) => `(${JSON.stringify(json)})`),
		fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
		fc
			.array(fc.tuple(fc.constantFrom('a', 'b c', 'price'), tie('value')), { maxLength: 3 })
			.map((members) => members.map(([name, value]) => `'${name}': ${value}`))
			.map((members) => `({ ${members.join(', ')} })`),
	),
})).value;
