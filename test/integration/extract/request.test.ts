import { pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf } from './harness.ts';

const { platform, extract } = extractor();

test('Show Request Only shows what would be sent for each item', async () => {
	const parameters = {
		text: '={{ $json.text }}',
		specifyFields: 'example',
		jsonExample: '={{ $json.example }}',
		...perElement('={{ $json.list }}'),
		items: '={{ $json.list ? "perElement" : "perInput" }}',
		options: { instructions: 'Be exact' },
	};
	const input = [
		{ text: 'one', example: { total: 1 } },
		{ text: 'two', example: '{"lines": [{"a": "b"}]}', list: 'lines' },
		{ text: 'three', example: { paid: true } },
	];
	const structures = [
		{ total: { type: 'number' } },
		{
			lines: {
				type: 'array',
				description:
					'JSON Schema: {"items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}}',
			},
		},
		{ paid: { type: 'boolean' } },
	];
	const requestOptions = { showRequest: true, maxConcurrency: 1 };
	const ended = await extract({ parameters: { ...parameters, requestOptions }, input });
	const previews = itemsOf(ended);

	expect(platform.requests()).toHaveLength(0);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	expect(previews).toEqual(
		structures.map((outputStructure, index) => ({
			sent: false,
			method: 'POST',
			path: '/api/ai/v1/extract',
			body: {
				input: [{ type: 'TEXT', text: input[index].text }],
				outputStructure,
				instructions: 'Be exact',
			},
		})),
	);

	await extract({ parameters, input });
	expect(platform.bodies()).toEqual(previews.map(({ body }) => body));
});
