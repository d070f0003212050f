import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';

type Values = Record<string, unknown>;

/** A parameter at any depth, and how a workflow sets it. */
interface ParameterCase {
	/** Its path, for the test's name. */
	path: string;
	property: INodeProperties;
	/** Returns valid node parameters in which this one has a value. */
	withValue(value: unknown): INodeParameters;
}

const FIELDS = {
	field: [
		{ name: 'total', type: 'number' },
		{ name: 'lines', type: 'array' },
	],
};

/** Parameters that make a node valid, by operation. */
const VALID: Record<string, Values> = {
	extract: { text: 'Total 7', outputStructure: FIELDS, fields: FIELDS },
	run: { streamId: '4711' },
	search: {},
	update: { applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly' },
};

/** Values of the parameters in the same row as the tested one. */
// prettier-ignore
const ROW: Values = {
	inputDataFieldName: 'data', template: '{"type": "FILE", "data": "%base64%"}',
	field: 'owner', name: 'label', otherField: 'owner', text: 'Total 7',
};

/** Every parameter that a user can set, with a node that shows it. */
export const parameterCases = operations.flatMap((operation) => {
	const { resource, option } = operation;
	const properties = [...operation.properties, createRequestOptionsProperty(operation)];
	const root = { resource: resource.value, operation: option.value };
	const valid = VALID[String(option.value)];
	return casesIn(properties, String(option.value), (own, atRoot) => {
		return { ...root, ...valid, ...own, ...atRoot } as INodeParameters;
	});
});

/** @param insert returns the parameters of the node with these values, and these at the top level */
function casesIn(
	fields: INodeProperties[],
	outerPath: string,
	insert: (values: Values, atRoot: Values) => INodeParameters,
): ParameterCase[] {
	return fields.flatMap((property) => {
		const { name, type, options, typeOptions } = property;
		if (type === 'notice') return [];
		const path = `${outerPath} ${name}`;
		const { atRoot, near } = conditionsOf(property);
		const put = (value: unknown, outer: Values = {}) =>
			insert({ ...near, [name]: value }, { ...atRoot, ...outer });
		if (type === 'collection') return casesIn(options as INodeProperties[], path, put);
		if (type !== 'fixedCollection') return [{ path, property, withValue: put }];
		const [group] = options as INodePropertyCollection[];
		const names = group.values.map((field) => field.name);
		const others = Object.fromEntries(Object.entries(ROW).filter(([key]) => names.includes(key)));
		return casesIn(group.values, path, (values, outer) => {
			const row = { ...others, ...values };
			return put({ [group.name]: typeOptions?.multipleValues ? [row] : row }, outer);
		});
	});
}

/** The values that make a parameter visible: at the top level, and in the same collection. */
function conditionsOf({ displayOptions }: INodeProperties) {
	const { resource: _, operation: __, ...conditions } = displayOptions?.show ?? {};
	const atRoot: Values = {};
	const near: Values = {};
	for (const [name, values] of Object.entries(conditions)) {
		if (name.startsWith('/')) atRoot[name.slice(1)] = values?.[0];
		else near[name] = values?.[0];
	}
	return { atRoot, near };
}
