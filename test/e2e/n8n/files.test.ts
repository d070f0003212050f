import { itemsOfNode } from '../../../local/n8n-api.ts';
import {
	dataPlatform,
	editFields,
	items,
	manualTrigger,
	node,
	row,
} from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const { api, credential } = connect();

/** Ways to give a file, by the workflow's binary mode. */
const WAYS: Record<'separate' | 'combined', Record<'here' | 'earlier', string[]>> = {
	separate: {
		here: ['data', '={{ $binary.data }}', "={{ $('File').item.binary.data }}"],
		earlier: ["={{ $('File').item.binary.data }}"],
	},
	combined: {
		here: ['data', '_files.data', '={{ $json._files.data }}', "={{ $('File').item._files.data }}"],
		earlier: ["={{ $('File').item._files.data }}"],
	},
};

const CASES = Object.entries(WAYS).flatMap(([binaryMode, { here, earlier }]) => [
	...here.map((way) => ({ binaryMode, way, between: [] })),
	...earlier.map((way) => ({ binaryMode, way, between: [editFields('Renamed', { a: 'b' })] })),
]);

test.each(CASES)(
	'files on disk, binary mode $binaryMode: $way, $between.length steps between',
	async ({ binaryMode, way, between }) => {
		const texts = [1, 2].map((total) => ({ text: `simulate: value total ${total}` }));
		const definition = row(
			'Files',
			manualTrigger(),
			...items('Mails', texts),
			node('File', 'convertToFile', 1.1, {
				operation: 'toText',
				sourceProperty: 'text',
				options: {},
			}),
			...between,
			dataPlatform('Data Platform', credential, {
				resource: 'ai',
				operation: 'extract',
				inputType: 'content',
				content: { item: [{ kind: 'textFile', inputDataFieldName: way }] },
				outputStructure: { field: [{ name: 'total', type: 'number' }] },
			}),
		);
		const settings = { ...definition.settings, binaryMode };
		const workflowId = await api.importWorkflow({ ...definition, settings });
		const execution = await api.runWorkflow(workflowId, 'Start');

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const [{ json, binary }] = itemsOfNode(execution, 'File');
		const files = binaryMode === 'combined' ? json._files : binary;
		expect(files).toEqual({
			data: expect.objectContaining({ id: expect.stringMatching(/^filesystem/) }),
		});
		expect(itemsOfNode(execution, 'Data Platform').map((item) => item.json)).toEqual([
			{ total: 1 },
			{ total: 2 },
		]);
	},
);
