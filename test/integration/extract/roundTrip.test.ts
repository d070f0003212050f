import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { aiExtract } from '../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { collectItems } from '../../support/run-operation.ts';

const name = fc.oneof(
	fc.string(),
	fc.constantFrom('constructor', '__proto__', 'toString', '', 'a.b', 'type', 'items', 'null'),
);
const scalar = fc.oneof(
	// Shorter texts may be placeholders such as `-`, which become null.
	fc.string({ minLength: 5 }),
	fc.constantFrom('1,299.00 EUR', '12', 'true', '03.05.2026', '[1]', '{}', ''),
	// Whole numbers beyond 2^53 come out as text: `test/unit/helpers/exactJson.test.ts`.
	fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'medium' },
		scalar,
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(name, tie('value'), { maxKeys: 4 }),
	),
}));

/** Objects as JSON has them, at least one member, none that n8n or the schema check would take over. */
const example = fc
	.dictionary(name, value, { minKeys: 1, maxKeys: 5 })
	.map((object) => JSON.parse(JSON.stringify(object)) as IDataObject)
	.filter((object) => !Object.hasOwn(object, 'error') && !Object.hasOwn(object, '$schema'))
	.filter((object) => object.type !== 'object');

const options = fc.record({
	convertTypes: fc.boolean(),
	sendJsonSchema: fc.boolean(),
	ifMissing: fc.constantFrom('failIfMissing', 'null'),
});

test('the structure of an example, answered with that example, gives that example', async () => {
	await fc.assert(
		fc.asyncProperty(example, options, async (object, given) => {
			const values = { text: 'a', specifyFields: 'example', jsonExample: object, options: given };
			const items = await collectItems(aiExtract, values, { output: object });
			expect(items.map((item) => JSON.stringify(item))).toEqual([JSON.stringify(object)]);
		}),
		{ numRuns: 500 },
	);
});
