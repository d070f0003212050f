import { jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { callTool } from '../../support/engine/tools.ts';
import { perElement } from '../../support/workflows.ts';

const platform = simulatedPlatform();
const TEXT = 'Order number: 7\n- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00';

test.each([
	['left empty', ''],
	['named by the model', perElement("={{ $fromAI('list', 'which list', 'string') }}").list],
])('an agent gets one item per list element if the list is %s', async (_, list) => {
	const parameters = {
		resource: 'ai',
		operation: 'extract',
		text: "={{ $fromAI('text', 'a text', 'string') }}",
		fields: {
			field: [{ name: 'lines', type: 'array', columns: { column: [{ name: 'article' }] } }],
		},
		items: 'perElement',
		list,
	};
	const ended = await callTool('invokes', { parameters }, [{ text: TEXT, list: 'lines' }], {
		credentials: platform.credentials(),
	});
	const [{ output }] = jsonOf(ended, 0, 'Agent');
	expect(JSON.parse(String(output))).toEqual([
		{ article: 'Desk lamp' },
		{ article: 'Office chair' },
	]);
});
