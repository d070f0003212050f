// Whether the panel is wide enough, as it opens, for all names and chosen options.
import type {
	INodeProperties,
	INodePropertyCollection,
	NodeParameterValueType,
} from 'n8n-workflow';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, row } from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const connection = connect();
const editor = editorForTests(connection);

type Values = Record<string, NodeParameterValueType>;

/** n8n hides what may be left out while it has its default. */
const NOT_THE_DEFAULT: Values = { boolean: true, json: '{"a": 1}', number: 7, string: 'a' };

const choicesOf = ({ type, options = [] }: INodeProperties) =>
	type === 'options' ? options.flatMap((each) => ('value' in each ? [each.value] : [])) : [];

/** How many panels, or rows, show each option of these fields once. */
const turnsOf = (fields: INodeProperties[]) =>
	Math.max(1, ...fields.map((field) => choicesOf(field).length));

/** Every field with a value. A dropdown has the option of this turn. */
const valuesOf = (fields: INodeProperties[], turn: number): Values =>
	Object.fromEntries(
		fields
			.filter(({ type }) => type !== 'notice')
			.map((field) => [field.name, valueOf(field, turn)]),
	);

function valueOf(field: INodeProperties, turn: number): NodeParameterValueType {
	const { type, options = [], typeOptions } = field;
	if (type === 'collection') return valuesOf(options as INodeProperties[], turn);
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as INodePropertyCollection[];
		const rows = Array.from({ length: turnsOf(values) }, (_, each) => valuesOf(values, each));
		return { [name]: typeOptions?.multipleValues ? rows : valuesOf(values, turn) } as Values;
	}
	const choices = choicesOf(field);
	return choices.length > 0 ? choices[turn % choices.length] : (NOT_THE_DEFAULT[type] ?? []);
}

/** The texts that n8n shows with an ellipsis, and those that don't fit into their input. */
const CUT_OFF = `Array.from(document.querySelectorAll('[data-test-id="node-parameters"] *'))
	.filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
	.filter((each) => each.value || getComputedStyle(each).textOverflow === 'ellipsis')
	.map((each) => each.value || each.textContent.trim())`;

test.each(operations)('nothing is cut off: $option.action', async (operation) => {
	const { page } = editor;
	const fields = [...operation.properties, createRequestOptionsProperty(operation)];
	for (let turn = 0; turn < turnsOf(fields); turn++) {
		const node = dataPlatform('Filled In', connection.credential, {
			resource: operation.resource.value,
			operation: operation.option.value,
			...valuesOf(fields, turn),
		});
		const id = await connection.api.importWorkflow(row('Labels', node));
		await canvas.switchToWorkflow(page, id);
		await canvas.openPanel(page, node.name);
		await panel.parameter(page, 'requestOptions.timeout').waitFor();
		await page.evaluate('document.fonts.ready');
		expect(await page.evaluate(CUT_OFF)).toEqual([]);
	}
});
