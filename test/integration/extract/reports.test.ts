// Public bug reports about other tools, tried on this one. The others are rows of values.jsonl.
import { errorOf, hintsOf } from '../../support/engine/engine.ts';
import { extractor } from './harness.ts';

const { platform, extract } = extractor();

test.each([
	['a placeholder', 'number', 'N/A', { ifMissing: 'failIfEmpty' }, 'v (empty)'],
	['a placeholder as a list', 'array', 'none', {}, 'The response has no list "v"'],
])('%s fails the item', async (_, type, v, options, message) => {
	platform.faults([{ fault: 'wrong-shape', body: { output: { v } } }]);
	const ended = await extract({
		parameters: {
			text: 'Hello',
			specifyFields: 'schema',
			jsonSchema: { type: 'object', properties: { v: { type } } },
			...(type === 'array' && { items: 'perElement', list: 'v' }),
			options,
		},
		input: [{}],
	});
	expect(errorOf(ended)?.message).toContain(message);
});

test('a hint names an unknown type', async () => {
	const jsonSchema = { type: 'object', properties: { v: { type: 'money' } } };
	const ended = await extract({
		parameters: { text: '5 EUR', specifyFields: 'schema', jsonSchema },
		input: [{}],
	});
	expect(hintsOf(ended).join()).toContain('properties.v.type "money"');
});
