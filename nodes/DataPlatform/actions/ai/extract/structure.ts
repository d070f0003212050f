import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { OutputStructure } from '../../../transport/contract';
import { requestSchemas } from '../../../transport/requestSchemas';
import { isJsonSchema, shapesOfExample } from './fromExample';
import { shapesOfSchema } from './fromSchema';
import type { Shape } from './shape';
import { ANY, toDefinition } from './shape';
import { isObject, withoutUnset } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import { readFieldList } from './fieldList';
import { fieldListField } from './fieldRow';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';

/** The fields to extract, as the API takes them and as the node understands them. */
export interface Structure {
	definition: OutputStructure;
	shapes: ReadonlyMap<string, Shape>;
	/** What the user should know of how the structure was understood. */
	hints: string[];
}

const shownFor = (source: string) => ({ show: { specifyStructure: [source] } });

/** Which fields to extract (api-spec.md 2.7, outputStructure), in four ways. */
export const outputStructureFields: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'specifyStructure',
		type: 'options',
		default: 'fieldList',
		description: 'How you name the fields to extract',
		options: [
			{
				name: 'Field List',
				value: 'fieldList',
				description: 'Name them one by one',
			},
			{
				name: 'From JSON Example',
				value: 'example',
				description: 'Show how the result should look',
			},
			{
				name: 'From JSON Schema',
				value: 'schema',
				description: 'Use a schema that you have already',
			},
			{
				name: 'Output Structure (JSON)',
				value: 'structure',
				description: 'As the API takes it',
			},
		],
	},
	{ ...fieldListField, displayOptions: shownFor('fieldList') },
	{
		displayName: 'JSON Example',
		name: 'jsonExample',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": "2026-0815",\n  "dueDate": "2026-05-31",\n  "total": 99.5,\n  "lines": [{ "article": "Lamp", "quantity": 2 }]\n}',
		description:
			'An object as it should come out. Its names and kinds of values matter, the values do not; 2026-05-31 stands for a date.',
		displayOptions: shownFor('example'),
	},
	{
		displayName: 'JSON Schema',
		name: 'jsonSchema',
		type: 'json',
		required: true,
		default:
			'{\n  "type": "object",\n  "properties": {\n    "invoiceNumber": { "type": "string" },\n    "total": { "type": "number" }\n  }\n}',
		description:
			'A JSON Schema of an object. What the API documents no property for goes into the descriptions; what is not said there is named in a hint.',
		displayOptions: shownFor('schema'),
	},
	{
		displayName: 'Output Structure',
		name: 'structureJson',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": { "type": "string", "description": "Number of the invoice" }\n}',
		description:
			'Sent as it is: each field with "type" and "description". The API leaves other properties open.',
		displayOptions: shownFor('structure'),
	},
];

/**
 * The structure that the panel describes for this item.
 * @param withMembers whether nested shapes are sent as further members beside the description
 * @throws InvalidParameterError when it names no field, or is not what it should be
 */
export function readOutputStructure(read: ParameterReader, withMembers: boolean): Structure {
	const source = read.choice<keyof typeof SOURCES>('specifyStructure');
	const { parameter, shapesIn } = SOURCES[source];
	const { shapes, hints, ...given }: Shapes = shapesIn(read, parameter);
	const definition =
		given.definition ??
		(Object.fromEntries(
			[...shapes].map(([name, shape]) => [name, toDefinition(shape, withMembers)]),
		) as OutputStructure);
	if (shapes.size > 0) return { definition, shapes, hints };
	throw new InvalidParameterError(
		read.displayName(parameter),
		'names no field to extract',
		source === 'fieldList'
			? 'Fill in the Name of a field: click Add Field where there is none.'
			: 'Name at least one field.',
	);
}

/** The definition is there when the user wrote it out. */
type Shapes = Omit<Structure, 'definition'> & Partial<Structure>;

/** The parameter of each way to name the fields, and how it is read. */
const SOURCES = {
	fieldList: { parameter: 'outputStructure', shapesIn: readFieldList },
	example: { parameter: 'jsonExample', shapesIn: fromExample },
	schema: { parameter: 'jsonSchema', shapesIn: fromSchema },
	structure: { parameter: 'structureJson', shapesIn: fromStructure },
};

function fromExample(read: ParameterReader, parameter: string): Shapes {
	const example = readObject(read, parameter);
	if (!isJsonSchema(example)) return { shapes: shapesOfExample(example), hints: [] };
	const { shapes, hints } = fromSchema(read, parameter, example);
	const recognised =
		"'JSON Example' holds a JSON Schema and was read as one. Choose From JSON Schema under Specify Fields.";
	return { shapes, hints: [recognised, ...hints] };
}

function fromSchema(
	read: ParameterReader,
	parameter: string,
	schema = readObject(read, parameter),
): Shapes {
	try {
		const { shapes, left } = shapesOfSchema(schema);
		const unsaid = `Not sent of the schema, because the node has no words for it: ${left.join(', ')}.`;
		return { shapes, hints: left.length === 0 ? [] : [unsaid] };
	} catch (reason) {
		throw refusedSchema(read.displayName(parameter), reason as Error);
	}
}

function refusedSchema(parameter: string, { message }: Error): InvalidParameterError {
	return new InvalidParameterError(parameter, message, 'Correct the schema.');
}

function fromStructure(read: ParameterReader, parameter: string): Shapes {
	const structure = readObject(read, parameter);
	validateSchema(read.displayName(parameter), structure, requestSchemas.OutputStructure);
	const definition = structure as unknown as OutputStructure;
	return { shapes: shapesOfDefinitions(structure), hints: [], definition };
}

/** `items` and `properties` are not documented, but where they are sent the user means them. */
function shapesOfDefinitions(definitions: IDataObject): Map<string, Shape> {
	return new Map(
		Object.entries(definitions).map(([name, definition]) => [name, shapeOfDefinition(definition)]),
	);
}

function shapeOfDefinition(definition: unknown): Shape {
	const { type, items, properties, enum: values } = isObject(definition) ? definition : {};
	return withoutUnset<Shape>({
		type: typeof type === 'string' ? type : ANY,
		values: Array.isArray(values) ? values : undefined,
		items: isObject(items) ? shapeOfDefinition(items) : undefined,
		members: isObject(properties) ? shapesOfDefinitions(properties) : undefined,
	});
}

function readObject(read: ParameterReader, name: string): IDataObject {
	const value = read.required(name, read.json(name));
	if (isObject(value)) return value;
	throw new InvalidParameterError(
		read.displayName(name),
		`must be a JSON object, but is ${Array.isArray(value) ? 'a list' : String(value)}`,
		'Write it as {"name": …}. For a list, wrap it: {"entries": [ … ]}, and choose One Item per List Element as Output.',
	);
}
