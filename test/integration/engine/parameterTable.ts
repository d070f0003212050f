import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { createNodeProperties } from '../../../nodes/DataPlatform/actions/operations.ts';

/** A parameter at any depth, and how a workflow sets it. */
export interface ParameterCase {
	/** Its path, for the test's name. */
	path: string;
	property: INodeProperties;
	/** Returns valid node parameters in which this one has a value. */
	withValue(value: unknown): INodeParameters;
}

/** Parameters that make a node of each operation valid. */
const VALID: Record<string, INodeParameters> = {
	'ai extract': {
		text: 'Total 7',
		fields: {
			field: [
				{ name: 'total', type: 'number' },
				{ name: 'lines', type: 'array' },
			],
		},
	},
	'connector run': { streamId: '4711' },
	'function search': {},
	'job update': { applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly' },
};

/** Values of the parameters next to the tested one. */
const SIBLINGS: INodeParameters = {
	inputDataFieldName: 'data',
	template: '{"type": "FILE", "data": "%base64%"}',
	field: 'owner',
	property: 'value',
	name: 'label',
	otherField: 'owner',
	otherType: 'money',
	text: 'Total 7',
	selectedFields: ['id'],
};

/** Every parameter that a user can set, with a node that shows it. */
export function parameterCases(): ParameterCase[] {
	const isOf = (operation: string, { displayOptions }: INodeProperties) => {
		const [resource, option] = operation.split(' ');
		const { show = {} } = displayOptions ?? {};
		return show.resource?.includes(resource) === true && show.operation?.includes(option) === true;
	};
	return Object.entries(VALID).flatMap(([operation, valid]) => {
		const [resource, option] = operation.split(' ');
		const root = { resource, operation: option, ...valid };
		const fields = createNodeProperties().filter((field) => isOf(operation, field));
		return casesIn(fields, operation, root, (values, ofRoot) => ({ ...values, ...ofRoot }));
	});
}

type Values = Record<string, unknown>;

/** @param inRoot inserts values into the parameters of the node */
function casesIn(
	fields: INodeProperties[],
	path: string,
	base: Values,
	inRoot: (values: Values, root: Values) => Values,
): ParameterCase[] {
	return fields.flatMap((property) => {
		if (property.type === 'notice') return [];
		const own = `${path} ${property.name}`;
		const { root, siblings } = shownBy(property);
		const put = (value: unknown, outer: Values = {}) =>
			inRoot({ ...base, ...siblings, [property.name]: value }, { ...root, ...outer });
		if (property.type === 'collection') {
			const inner = property.options as INodeProperties[];
			return casesIn(inner, own, {}, put);
		}
		if (property.type === 'fixedCollection') {
			const [{ name, values }] = property.options as INodePropertyCollection[];
			const isList = property.typeOptions?.multipleValues === true;
			return casesIn(values, own, siblingsOf(values), (row, outer) =>
				put({ [name]: isList ? [row] : row }, outer),
			);
		}
		const withValue = (value: unknown) =>
			put(
				property.type === 'resourceLocator' ? { __rl: true, mode: 'path', value } : value,
			) as INodeParameters;
		return [{ path: own, property, withValue }];
	});
}

function siblingsOf(fields: INodeProperties[]): Values {
	const names = fields.map(({ name }) => name);
	return Object.fromEntries(Object.entries(SIBLINGS).filter(([name]) => names.includes(name)));
}

/** The values that make a parameter visible, next to it and at the top level. */
function shownBy({ displayOptions }: INodeProperties) {
	const root: Values = {};
	const siblings: Values = {};
	for (const [name, [value]] of Object.entries(displayOptions?.show ?? {}) as Array<
		[string, unknown[]]
	>) {
		if (name.startsWith('/')) root[name.slice(1)] = value;
		else if (name !== 'resource' && name !== 'operation') siblings[name] = value;
	}
	return { root, siblings };
}
