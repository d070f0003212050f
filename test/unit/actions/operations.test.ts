import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import {
	createNodeProperties,
	operations,
} from '../../../nodes/DataPlatform/actions/operations.ts';
import { withInner } from './withInner.ts';

const properties = createNodeProperties();
const all = properties.flatMap(withInner);
const valuesIn = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** The parameters of an operation, and those of all operations. */
function propertiesOf({
	resource,
	option,
}: Pick<(typeof operations)[number], 'resource' | 'option'>) {
	return properties.filter(({ displayOptions: { show = {} } = {} }) => {
		const isFor = (values: unknown[] | undefined, value: unknown) =>
			values?.includes(value) ?? true;
		return isFor(show.resource, resource.value) && isFor(show.operation, option.value);
	});
}

test('Resource and Operation list every operation', () => {
	const [resource, ...rest] = properties;

	// n8n doesn't save defaults.
	expect(resource).toMatchObject({ name: 'resource', noDataExpression: true, default: 'ai' });
	const resources = new Set(operations.map((each) => each.resource.value));
	expect(valuesIn(resource)).toEqual([...resources].sort());
	for (const choice of rest.filter(({ name }) => name === 'operation')) {
		const [shownFor] = choice.displayOptions!.show!.resource!;
		const own = operations.filter((each) => each.resource.value === shownFor);
		expect(valuesIn(choice)).toEqual(own.map(({ option }) => option.value));
		expect(choice.default).toBe(own[0].option.value);
	}
});

test('every other parameter is shown for one operation, and depends on parameters that it has', () => {
	const ofNode = ['resource', 'operation', 'showRequestNotice'];
	for (const { name, displayOptions } of properties.filter((each) => !ofNode.includes(each.name))) {
		const { resource, operation, ...conditions } = displayOptions!.show!;
		const owner = operations.filter((each) => {
			return resource?.[0] === each.resource.value && operation?.[0] === each.option.value;
		});
		expect([name, owner.length]).toEqual([name, 1]);
		const names = propertiesOf(owner[0]).map((each) => each.name);
		expect(['@tool', ...names]).toEqual(expect.arrayContaining(Object.keys(conditions)));
	}
});

/** Counts a parameter and those inside it. */
const count = (property: INodeProperties) =>
	withInner(property).filter(({ type }) => type !== 'notice').length;

test.each([
	['extract', 36],
	['search', 22],
	['update', 32],
	['run', 10],
])('%s has at most %d parameters at default settings, with those inside', (name, most) => {
	const operation = operations.find(({ option }) => option.value === name)!;
	const own = propertiesOf(operation);
	const defaults = new Map<string, unknown>(own.map((each) => [each.name, each.default]));
	defaults.set('resource', operation.resource.value).set('operation', name);
	const shown = own.filter(({ displayOptions: { show = {} } = {} }) =>
		Object.entries(show).every(([by, values]) => (values as unknown[]).includes(defaults.get(by))),
	);

	expect(shown.reduce((sum, property) => sum + count(property), 0)).toBeLessThanOrEqual(most);
});

test('every dropdown has different values, and its default is one of them', () => {
	for (const field of all.filter(({ type }) => type === 'options' || type === 'multiOptions')) {
		const values = valuesIn(field);
		expect(new Set(values).size).toBe(values.length);
		expect([field.name, ...values]).toEqual(
			expect.arrayContaining(field.type === 'options' ? [field.default] : []),
		);
	}
});

test('defaults and placeholders of JSON parameters are valid JSON', () => {
	for (const { type, default: initial, placeholder = '' } of all) {
		const texts = type === 'json' ? [initial as string, placeholder] : [];
		for (const text of texts.filter((each) => each !== '')) {
			expect(() => JSON.parse(text.replace(/^e\.g\. /, ''))).not.toThrow();
		}
	}
});

test('the parameters of a collection have different names', () => {
	for (const { options = [] } of all) {
		const groups = [options, ...options.map((each) => ('values' in each ? each.values : []))];
		for (const group of groups) {
			const names = group.flatMap((each) => ('value' in each ? [] : [each.name]));
			expect(new Set(names).size).toBe(names.length);
		}
	}
});

test('a tool that starts or replaces something has a notice about approval', () => {
	const notices = properties.filter(({ name }) => name === 'approvalNotice');

	expect(notices.map(({ displayOptions }) => displayOptions?.show)).toEqual([
		{ resource: ['connector'], operation: ['run'], '@tool': [true] },
		{ resource: ['job'], operation: ['update'], '@tool': [true] },
	]);
});

test('the node can be a tool, and requires its credential', () => {
	expect(new DataPlatform().description).toMatchObject({
		...{ name: 'dataPlatform', usableAsTool: true, properties },
		credentials: [{ name: 'dataPlatformApi', required: true }],
	});
});
