import { withInner } from './withInner.ts';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';

const { properties, ...description } = new DataPlatform().description;

test('every other parameter is shown for one operation, and depends on parameters that it has', () => {
	const ofNode = ['resource', 'operation', 'showRequestNotice'];
	for (const { name, displayOptions } of properties.filter((each) => !ofNode.includes(each.name))) {
		const { resource, operation, ...conditions } = displayOptions!.show!;
		const owners = operations.filter((each) => {
			return resource?.[0] === each.resource.value && operation?.[0] === each.option.value;
		});
		expect([name, owners.length]).toEqual([name, 1]);
		const names = owners[0].properties.map((each) => each.name);
		expect(['@tool', ...names]).toEqual(expect.arrayContaining(Object.keys(conditions)));
	}
});

test('a parameter that is on or off by default is a switch', () => {
	const fields = properties.flatMap(withInner);
	const switches = fields.filter((each) => typeof each.default === 'boolean');

	expect(new Set(switches.map(({ type }) => type))).toEqual(new Set(['boolean']));
});

test('defaults and placeholders of JSON parameters are valid JSON', () => {
	const fields = properties.flatMap(withInner).filter(({ type }) => type === 'json');
	const texts = fields.flatMap((each) => [String(each.default), each.placeholder ?? '']);
	for (const text of texts.filter((each) => each !== '')) {
		expect(() => JSON.parse(text.replace(/^e\.g\. /, ''))).not.toThrow();
	}
});

test('a tool that starts or replaces something has a notice about approval', () => {
	const notices = properties.filter(({ name }) => name === 'approvalNotice');

	expect(notices.map(({ displayOptions }) => displayOptions?.show)).toEqual([
		{ resource: ['connector'], operation: ['run'], '@tool': [true] },
		{ resource: ['job'], operation: ['update'], '@tool': [true] },
	]);
});

test('Resource and Operation are dropdowns', () => {
	const choices = properties.filter(({ name }) => name === 'resource' || name === 'operation');

	expect(new Set(choices.map(({ type }) => type))).toEqual(new Set(['options']));
});

test('the node has its name, can be a tool, and requires its credential', () => {
	expect(properties[0]).toMatchObject({ name: 'resource', default: 'ai', noDataExpression: true });
	expect(description).toMatchObject({
		name: 'dataPlatform',
		usableAsTool: true,
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: new DataPlatformApi().name, required: true }],
	});
});
