import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parse } from 'yaml';
import { executionShape } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../../nodes/DataPlatform/actions/function/search/functionResult.ts';

interface Schema {
	type?: string | string[];
	required?: string[];
	properties?: Record<string, Schema>;
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
		const { $ref, ...own } = schema.properties![key];
		const inContract = $ref ? schemas[$ref.split('/').at(-1)!] : own;
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
	['Function', functionShape],
	['ConnectorExecution', executionShape],
])('users can select every member of %s', (name, { members }) => {
	expect(members).toEqual(Object.keys(schemas[name].properties!));
});
