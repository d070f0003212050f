import type { INodeProperties } from 'n8n-workflow';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';
import { readExamples } from '../../local/examples.ts';

type Values = Record<string, unknown>;

const { properties } = new DataPlatform().description;

const isShown = ({ displayOptions }: INodeProperties, { resource, operation }: Values) =>
	Object.entries({ resource, operation }).every(
		([name, value]) => displayOptions?.show?.[name]?.includes(value as string) ?? true,
	);

/** The paths of values that no parameter reads, or that a dropdown doesn't offer. */
function findUnknown(values: Values, known: INodeProperties[], path = ''): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const at = `${path}${name}`;
		const named = known.filter((property) => property.name === name);
		if (named.length === 0) return [at];
		const options = named.flatMap((property) => (property.options ?? []) as INodeProperties[]);
		const [{ type }] = named;
		if (type === 'collection') return findUnknown(value as Values, options, `${at}.`);
		if (type === 'fixedCollection') return findUnknownGroups(value as Values, options, `${at}.`);
		const offered = type === 'options' ? options.map((option) => Object(option).value) : [value];
		return offered.includes(value) || String(value).startsWith('=') ? [] : [`${at}: ${value}`];
	});
}

function findUnknownGroups(groups: Values, known: INodeProperties[], path: string): string[] {
	return Object.entries(groups).flatMap(([name, rows]) => {
		const group = known.find((candidate) => candidate.name === name);
		if (group === undefined) return [`${path}${name}`];
		const { values } = group as unknown as { values: INodeProperties[] };
		return [rows as Values | Values[]]
			.flat()
			.flatMap((row) => findUnknown(row, values, `${path}${name}.`));
	});
}

test('every parameter in the examples is one that the node reads', async () => {
	const unknown = (await readExamples()).flatMap(({ file, workflow }) =>
		workflow.nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-data-platform.'))
			.flatMap(({ name, parameters }) => {
				const shown = properties.filter((property) => isShown(property, parameters));
				return findUnknown(parameters, shown).map((path) => `${file}: ${name}: ${path}`);
			}),
	);

	expect(unknown).toEqual([]);
});
