import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

const fields = { outputStructure: { field: [{ name: 'total', type: 'number' }] } };
const rest = ({ input: _, outputStructure: __, ...further }: IDataObject) => further;
const sent = () => platform.bodies().map((body) => rest(body as IDataObject));

test('instructions, model, session and reasoning, each per item', async () => {
	const session = '123e4567-e89b-12d3-a456-426614174000';
	const ended = await extract({
		parameters: {
			text: 'a',
			...fields,
			options: {
				instructions: '={{ $json.instructions ?? "" }}',
				model: '={{ $json.model ?? "" }}',
				sessionId: '={{ $json.session ?? "" }}',
				modelSettingsJson: '={{ $json.settings ?? "" }}',
			},
		},
		input: [
			{ instructions: 'Be exact.\nIn euros.', model: 'large' },
			{ session: ` ${session} `, settings: { reasoningConfig: { effort: 'low', steps: [1] } } },
			{
				session: session.toUpperCase(),
				settings: '{"reasoningConfig": {"effort": "high"}}',
				model: 7,
			},
			{ instructions: '', model: ' ', session: null, settings: '' },
		],
	});
	itemsOf(ended);
	expect(sent()).toEqual([
		{ instructions: 'Be exact.\nIn euros.', model: 'large' },
		{ sessionId: session, reasoningConfig: { effort: 'low', steps: [1] } },
		{ sessionId: session.toUpperCase(), reasoningConfig: { effort: 'high' }, model: '7' },
		{},
	]);
});

describe('Show Request', () => {
	const requestOptions = { showRequest: true, maxConcurrency: 1 };
	const show = async (parameters: object, input: IDataObject[]) => {
		const ended = await runNode({
			parameters: { ...parameters, requestOptions },
			input: input.map((json) => ({ json })),
			credentials: platform.credentials(),
		});
		expect(platform.requests()).toHaveLength(0);
		expect(pairsOf(ended)).toEqual(input.map((_, index) => index));
		expect(hintsOf(ended)).toContain(
			'Nothing was sent: Show Request Only is on under Request Options',
		);
		return jsonOf(ended);
	};

	test('what would be sent for each item', async () => {
		const extraction = {
			resource: 'ai',
			operation: 'extract',
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
		const shown = await show(extraction, input);
		expect(shown).toEqual(
			[
				{ total: { type: 'number' } },
				{ lines: { type: 'array', description: 'List of objects, each with a (text).' } },
				{ paid: { type: 'boolean' } },
			].map((outputStructure, index) => ({
				sent: false,
				characters: input[index].text.length,
				method: 'POST',
				path: '/api/ai/v1/extract',
				body: {
					input: [{ type: 'TEXT', text: input[index].text }],
					outputStructure,
					instructions: 'Be exact',
				},
			})),
		);

		await runNode({
			parameters: { ...extraction, requestOptions: { maxConcurrency: 1 } },
			input: input.map((json) => ({ json })),
			credentials: platform.credentials(),
		});
		expect(platform.bodies()).toEqual(shown.map(({ body }) => body));
	});

	test('a value that would be refused is refused here too', async () => {
		const ended = await extract({
			parameters: { text: '={{ $json.text ?? "" }}', ...fields, requestOptions },
			input: [{}],
		});
		expect(messageOf(ended)).toContain("'Text' is empty");
	});
});
