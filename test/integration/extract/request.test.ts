import { hintsOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf } from './harness.ts';

const { platform, extract } = extractor();

test('Show Request Only shows what would be sent for each item', async () => {
	const parameters = {
		text: '={{ $json.text }}',
		specifyStructure: 'example',
		jsonExample: '={{ $json.example }}',
		...perElement('={{ $json.list }}'),
		extractionFormat: '={{ $json.list ? "perElement" : "perInput" }}',
		options: { instructions: 'Be exact' },
	};
	const input = [
		{ text: 'one', example: { total: 1 } },
		{ text: 'two', example: '{"lines": [{"a": "b"}]}', list: 'lines' },
		{ text: 'three', example: { paid: true } },
	];
	const requestOptions = { showRequest: true, maxConcurrency: 1 };
	const ended = await extract({ parameters: { ...parameters, requestOptions }, input });
	const shown = itemsOf(ended);

	expect(platform.requests()).toHaveLength(0);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	expect(hintsOf(ended)).toContain(
		'Nothing was sent: Show Request Only is on under Request Options',
	);
	expect(shown).toEqual(
		[
			{ total: { type: 'number' } },
			{
				lines: {
					type: 'array',
					description:
						'JSON Schema: {"items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}}',
				},
			},
			{ paid: { type: 'boolean' } },
		].map((outputStructure, index) => ({
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
	expect(platform.bodies()).toEqual(shown.map(({ body }) => body));
});
