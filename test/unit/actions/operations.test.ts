import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import {
	operations,
	createNodeProperties,
} from '../../../nodes/DataPlatform/actions/operations.ts';
import { withInner } from './withInner.ts';

const properties = createNodeProperties();
const fieldsOf = (resource: unknown, operation: unknown) =>
	properties.filter(({ displayOptions }) => {
		const { resource: resources = [], operation: shown = [] } = displayOptions?.show ?? {};
		return resources.includes(resource as string) && shown.includes(operation as string);
	});

const names = operations.map(({ resource, option }) => ({
	operation: `${resource.name} → ${option.name}`,
	resource: resource.value,
	value: option.value,
}));

test('the parameters offer every operation below its resource', () => {
	const [resource, ...rest] = properties;
	const valuesIn = ({ options }: INodeProperties) =>
		(options as INodePropertyOptions[]).map(({ value }) => value);

	// n8n doesn't save defaults.
	expect(resource).toMatchObject({ name: 'resource', noDataExpression: true, default: 'ai' });
	expect(valuesIn(resource)).toEqual(['ai', 'connector', 'function', 'job']);
	const offered = rest.filter(({ name }) => name === 'operation');
	expect(
		offered.map((each) => [each.displayOptions?.show?.resource, valuesIn(each), each.default]),
	).toEqual([
		[['ai'], ['extract'], 'extract'],
		[['connector'], ['run'], 'run'],
		[['function'], ['search'], 'search'],
		[['job'], ['update'], 'update'],
	]);
});

test('every field but those of the whole node belongs to exactly one operation', () => {
	const ofNode = ['resource', 'operation', 'showRequestNotice', 'approvalNotice'];
	const others = properties.filter(({ name }) => !ofNode.includes(name));

	for (const field of others) {
		const belongsTo = names.filter(({ resource, value }) =>
			fieldsOf(resource, value).includes(field),
		);
		expect([field.name, belongsTo.length]).toEqual([field.name, 1]);
	}
	expect(others).toHaveLength(
		operations.flatMap(({ properties }) => properties).length + operations.length,
	);
});

test.each(operations)(
	'$option.action: keeps the conditions under which a field is shown, and has Request Options',
	({ resource, option, properties: own }) => {
		const fields = fieldsOf(resource.value, option.value);
		expect(fields.map(({ name }) => name)).toContain('requestOptions');
		for (const { name, displayOptions } of own) {
			expect(fields.find((field) => field.name === name)?.displayOptions?.show).toMatchObject(
				displayOptions?.show ?? {},
			);
		}
	},
);

const all = properties.flatMap(withInner);
const ofType = (...types: string[]) =>
	all
		.filter(({ type }) => types.includes(type))
		.map((field) => ({ ...field, named: field.displayName }));

test.each(ofType('options', 'multiOptions'))('$named has a default among its options', (field) => {
	const offered = (field.options as INodePropertyOptions[]).map(({ value }) => value);

	expect(new Set(offered).size).toBe(offered.length);
	for (const value of [field.default].flat()) expect(offered).toContain(value);
	expect(Array.isArray(field.default)).toBe(field.type === 'multiOptions');
});

test.each(ofType('json'))('$named has a default and a placeholder that parse', (field) => {
	for (const text of [field.default as string, field.placeholder ?? '']) {
		if (text !== '') expect(() => JSON.parse(text.replace(/^e\.g\. /, ''))).not.toThrow();
	}
});

test('names inside one collection are different', () => {
	for (const { options = [] } of all) {
		for (const group of options) {
			const inner = 'values' in group ? group.values.map(({ name }) => name) : [];
			expect(new Set(inner).size).toBe(inner.length);
		}
		const own = options.flatMap((option) => ('name' in option ? [option.name] : []));
		expect(new Set(own).size).toBe(own.length);
	}
});

test('what a field is shown by exists next to it', () => {
	for (const { resource, value } of names) {
		const fields = fieldsOf(resource, value);
		const atTheTop = [...fields.map(({ name }) => name), 'resource', 'operation'];
		for (const field of fields) {
			const shownBy = Object.keys(field.displayOptions!.show!).filter((name) => name !== '@tool');
			expect(atTheTop).toEqual(expect.arrayContaining(shownBy));
		}
	}
});

test('a tool that starts or replaces something has a notice about approval', () => {
	const notices = properties.filter(({ name }) => name === 'approvalNotice');

	const changing = operations.filter(
		({ idempotency }) => idempotency === 'nonIdempotent' || idempotency === 'idempotent',
	);
	expect(notices.map(({ displayOptions }) => displayOptions)).toEqual(
		changing.map(({ resource, option }) => ({
			show: { resource: [resource.value], operation: [option.value], '@tool': [true] },
		})),
	);
	expect(notices.length).toBeGreaterThan(0);
});

test('the node can be a tool, and requires its credential', () => {
	expect(new DataPlatform().description).toMatchObject({
		...{ name: 'dataPlatform', usableAsTool: true, properties },
		credentials: [{ name: 'dataPlatformApi', required: true }],
	});
});
