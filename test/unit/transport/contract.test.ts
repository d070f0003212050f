import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parse } from 'yaml';

describe('the types of the API', () => {
	interface Schema {
		type?: string | string[];
		required?: string[];
		properties?: Record<string, Schema>;
		items?: Schema;
		$ref?: string;
	}
	const { schemas } = (
		parse(readFileSync('contract/openapi.yaml', 'utf8')) as {
			components: { schemas: Record<string, Schema> };
		}
	).components;
	const resolve = (schema: Schema): Schema =>
		schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1)!]) : schema;
	const file = 'nodes/DataPlatform/transport/contract.ts';
	const { statements } = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
	);
	/** Names that differ. */
	const NAMES: Record<string, string> = {
		StoredFunction: 'Function',
	};
	const ofContract = (name: string) => schemas[NAMES[name] ?? name];

	/** The kind of JSON that a type allows. */
	const KINDS: Partial<Record<ts.SyntaxKind, string>> = {
		[ts.SyntaxKind.StringKeyword]: 'string',
		[ts.SyntaxKind.NumberKeyword]: 'number',
		[ts.SyntaxKind.BooleanKeyword]: 'boolean',
		[ts.SyntaxKind.ArrayType]: 'array',
		[ts.SyntaxKind.TypeLiteral]: 'object',
	};

	function check(name: string, members: ts.NodeArray<ts.TypeElement>, schema: Schema): void {
		for (const member of members.filter(ts.isPropertySignature)) {
			const key = (member.name as ts.Identifier).text;
			const inContract = schema.properties?.[key];
			expect([name, key, inContract !== undefined]).toEqual([name, key, true]);
			const isOptional = !schema.required?.includes(key);
			expect([name, key, member.questionToken !== undefined]).toEqual([name, key, isOptional]);
			const resolved = resolve(inContract!);
			const types = [resolved.type].flat().map((type) => (type === 'integer' ? 'number' : type));
			const kind = KINDS[member.type!.kind];
			if (kind) expect([name, key, types]).toEqual([name, key, expect.arrayContaining([kind])]);
			if (ts.isTypeLiteralNode(member.type!)) check(key, member.type.members, resolved);
		}
	}

	const interfaces = statements.filter(ts.isInterfaceDeclaration);
	test.each(interfaces.map((each) => [each.name.text, each] as const))(
		'%s is as in the contract',
		(name, { members }) => {
			check(name, members, ofContract(name));
		},
	);
});
