import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text in the shipped source, with `…` for placeholders. */
export interface SourceText {
	text: string;
	file: string;
	/** The names of the declarations and members around it, outermost first. */
	within: string[];
	/** Whether it's a text of a parameter, not a message. */
	isParameterText: boolean;
	/** Start of the `new …(…)`, or of the object with a `message`, that it belongs to. */
	group?: number;
	/** The number of its argument or member in this group. */
	position?: number;
}

const words = (text: string) => new Set(text.split(' '));

/** Members of a parameter's description that the user reads. */
const PARAMETER_MEMBERS = words(
	'action addOptionalFieldButtonText default description displayName hint name placeholder subtitle',
);
/** Functions that declare a parameter (parameters/declare.ts), and three that call them. */
const DECLARATIONS = words(
	'collection createOutputProperty dateTime json jsonSource multiSelect notice number definitionPart rows select text toggle',
);
const ERRORS = words('invalid createIssuesError');

const TWO_WORDS = /\p{L}\S*\s+(\S*\s+)*\S*\p{L}/u;

/** Every text of two words or more in the source of the shipped node and its credentials. */
export function sourceTexts(): SourceText[] {
	return globSync(['nodes/**/*.ts', 'credentials/**/*.ts']).sort().flatMap(textsOfFile);
}

function textsOfFile(file: string): SourceText[] {
	const found: SourceText[] = [];
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	return found;

	function visit(node: ts.Node): void {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) {
			ts.forEachChild(node, visit);
			return;
		}
		for (const text of wordings(node)) {
			if (TWO_WORDS.test(text)) found.push({ text, file, ...locate(node) });
		}
		if (ts.isTemplateExpression(node)) {
			for (const { expression } of node.templateSpans) {
				if (!ts.isConditionalExpression(expression)) visit(expression);
			}
		}
	}
}

/** The possible texts of an expression: one for each branch of a condition. */
function wordings(expression: ts.Expression): string[] {
	if (ts.isStringLiteralLike(expression)) return [expression.text];
	if (ts.isConditionalExpression(expression)) {
		return [expression.whenTrue, expression.whenFalse].flatMap(wordings);
	}
	if (!ts.isTemplateExpression(expression)) return ['…'];
	return expression.templateSpans.reduce(
		(beginnings, { expression: inner, literal }) =>
			beginnings.flatMap((beginning) =>
				wordings(inner).map((wording) => `${beginning}${wording}${literal.text}`),
			),
		[expression.head.text],
	);
}

function locate(text: ts.Node): Omit<SourceText, 'text' | 'file'> {
	const within: string[] = [];
	let group: number | undefined;
	let position: number | undefined;
	for (let node = text, parent = text.parent; parent; node = parent, parent = parent.parent) {
		const members = group === undefined ? membersOfMessage(parent) : [];
		if (members.length > 0) {
			group = parent.pos;
			position = members.indexOf(node);
		}
		const { name } = parent as ts.NamedDeclaration;
		if (name) within.unshift(name.getText());
	}
	const isMember = group === undefined && PARAMETER_MEMBERS.has(within.at(-1)!);
	const isParameterText = isMember || DECLARATIONS.has(calledBy(text.parent));
	return { within, group, position, isParameterText };
}

function calledBy(node: ts.Node): string {
	return ts.isCallExpression(node) ? node.expression.getText().split('.').pop()! : '';
}

/** The parts of an expression that creates an error, or of an object with a message. */
function membersOfMessage(node: ts.Node): readonly ts.Node[] {
	if (ts.isNewExpression(node) || ERRORS.has(calledBy(node)))
		return (node as ts.NewExpression).arguments ?? [];
	if (!ts.isObjectLiteralExpression(node)) return [];
	return node.properties.some(({ name }) => name?.getText() === 'message') ? node.properties : [];
}
