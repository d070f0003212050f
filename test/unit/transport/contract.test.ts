import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parse } from 'yaml';
import { functionSearch } from '../../../nodes/DataPlatform/actions/function/search.operation.ts';
import * as shipped from '../../../nodes/DataPlatform/transport/contract.ts';
import { withInner } from '../actions/withInner.ts';

interface Schema {
	type?: string | string[];
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: true | Schema;
	items?: Schema;
	$ref?: string;
}
const { schemas } = (
	parse(readFileSync('contract/openapi.yaml', 'utf8')) as {
		components: { schemas: Record<string, Schema> };
	}
).components;
const file = 'nodes/DataPlatform/transport/contract.ts';
const source = readFileSync(file, 'utf8');
const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
/** `Function` would hide JavaScript's. */
const resolve = ({ $ref, ...own }: Schema) => ($ref ? schemas[$ref.split('/').at(-1)!] : own);
const ofContract = (name: string) => schemas[name === 'StoredFunction' ? 'Function' : name];

/** The kind of JSON that a type allows. */
const KINDS: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.StringKeyword]: 'string',
	[ts.SyntaxKind.NumberKeyword]: 'number',
	[ts.SyntaxKind.BooleanKeyword]: 'boolean',
	[ts.SyntaxKind.ArrayType]: 'array',
	[ts.SyntaxKind.TypeLiteral]: 'object',
};

function check(members: ts.NodeArray<ts.TypeElement>, schema: Schema): void {
	for (const { name, type, questionToken } of members.filter(ts.isPropertySignature)) {
		const key = (name as ts.Identifier).text;
		expect(schema.properties).toHaveProperty(key);
		const inContract = resolve(schema.properties![key]);
		const isOptional = !schema.required?.includes(key);
		expect([key, questionToken !== undefined]).toEqual([key, isOptional]);
		const types = [inContract.type].flat().map((each) => (each === 'integer' ? 'number' : each));
		const kind = KINDS[type!.kind];
		if (kind) expect([key, ...types]).toEqual(expect.arrayContaining([key, kind]));
		if (ts.isTypeLiteralNode(type!)) check(type.members, inContract);
	}
}

const interfaces = statements.filter(ts.isInterfaceDeclaration);
test.each(interfaces.map((each) => [each.name.text, each.members] as const))(
	'the type %s is as in the contract',
	(name, members) => check(members, ofContract(name)),
);

test.each([
	['Function', shipped.FUNCTION_MEMBERS],
	['ConnectorExecution', shipped.EXECUTION_MEMBERS],
])('every member of %s is known, so users can select it', (name, members) => {
	expect(members).toEqual(Object.keys(schemas[name].properties!));
});

test('Sort offers every field of a function', () => {
	const field = functionSearch.properties
		.flatMap(withInner)
		.find(({ name, type }) => name === 'field' && type === 'options')!;
	const offered = field.options!.map((option) => 'value' in option && option.value);

	expect(offered.sort()).toEqual([...shipped.FUNCTION_MEMBERS, 'otherField'].sort());
});

const NAMES: Record<string, string> = { string: 'text', integer: 'wholeNumber', object: 'object' };

/** Returns a schema of the contract in the form of `requestSchemas`. */
function toShipped(schema: Schema): unknown {
	const { type, items, properties, additionalProperties: others } = resolve(schema);
	if (items) return [toShipped(items)];
	if (!properties && typeof others !== 'object') return NAMES[String(type)];
	const members = Object.entries(properties ?? {});
	return {
		...Object.fromEntries(members.map(([name, inner]) => [name, toShipped(inner)])),
		...(others && { '*': others === true ? 'anything' : toShipped(others) }),
	};
}

const { MessageContent, ...fixedSchemas } = shipped.requestSchemas;

test.each(
	Object.entries<unknown>({
		...fixedSchemas,
		TextContent: MessageContent({ type: 'TEXT' }),
		OtherContent: MessageContent({ type: 'IMAGE' }),
	}),
)('the request schema %s is as in the contract', (name, schema) => {
	expect(schema).toEqual(toShipped(schemas[name]));
});
