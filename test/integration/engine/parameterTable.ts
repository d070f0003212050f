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

type Values = Record<string, unknown>;

const FIELDS = {
	field: [
		{ name: 'total', type: 'number' },
		{ name: 'lines', type: 'array' },
	],
};

/** Parameters that make a node of each operation valid. */
const VALID: Record<string, Values> = {
	'ai extract': { text: 'Total 7', outputStructure: FIELDS, fields: FIELDS },
	'connector run': { streamId: '4711' },
	'function search': {},
	'job update': { applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly' },
};

/** Values of the parameters in the same row as the tested one. */
const ROW: Values = {
	...{ inputDataFieldName: 'data', template: '{"type": "FILE", "data": "%base64%"}' },
	...{ field: 'owner', property: 'value', name: 'label', otherField: 'owner', text: 'Total 7' },
};

/** Every parameter that a user can set, with a node that shows it. */
export function parameterCases(): ParameterCase[] {
	return Object.entries(VALID).flatMap(([path, valid]) => {
		const [resource, operation] = path.split(' ');
		const fields = createNodeProperties().filter(({ displayOptions: { show = {} } = {} }) => {
			return show.resource?.[0] === resource && show.operation?.[0] === operation;
		});
		const root = { resource, operation, ...valid };
		return casesIn(fields, path, root, (values, ofRoot) => ({ ...values, ...ofRoot }));
	});
}

/** @param insert returns the parameters of the node with these values, and these at the top level */
function casesIn(
	fields: INodeProperties[],
	outerPath: string,
	siblings: Values,
	insert: (values: Values, root: Values) => Values,
): ParameterCase[] {
	return fields.flatMap((property) => {
		const { name, type, options, typeOptions } = property;
		if (type === 'notice') return [];
		const path = `${outerPath} ${name}`;
		const { root, siblingValues } = findConditions(property);
		const put = (value: unknown, outer: Values = {}) =>
			insert({ ...siblings, ...siblingValues, [name]: value }, { ...root, ...outer });
		if (type === 'collection') return casesIn(options as INodeProperties[], path, {}, put);
		if (type !== 'fixedCollection') {
			return [{ path, property, withValue: (value) => put(value) as INodeParameters }];
		}
		const [group] = options as INodePropertyCollection[];
		const inRow = Object.entries(ROW).filter(([each]) =>
			group.values.some((field) => field.name === each),
		);
		return casesIn(group.values, path, Object.fromEntries(inRow), (row, outer) =>
			put({ [group.name]: typeOptions?.multipleValues === true ? [row] : row }, outer),
		);
	});
}

/** Returns the values that make a parameter visible: at the top level, and next to it. */
function findConditions({ displayOptions }: INodeProperties) {
	const { resource: _, operation: __, ...conditions } = displayOptions?.show ?? {};
	const root: Values = {};
	const siblingValues: Values = {};
	for (const [by, values] of Object.entries(conditions)) {
		if (by.startsWith('/')) root[by.slice(1)] = values?.[0];
		else siblingValues[by] = values?.[0];
	}
	return { root, siblingValues };
}
