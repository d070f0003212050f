import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text that stands in the shipped source, placeholders written as `…`. */
export interface SourceText {
	text: string;
	file: string;
	/** The names of the declarations and members that it stands in, outermost first. */
	within: string[];
	/** Whether the panel shows it, rather than a message. */
	isPanel: boolean;
	/** Where in the file the `new …(…)` begins that it is an argument of. */
	thrownAt?: number;
}

/** Members of the panel's descriptions that hold what the user reads. */
const PANEL_MEMBERS = new Set([
	'action',
	'addOptionalFieldButtonText',
	'default',
	'description',
	'displayName',
	'hint',
	'name',
	'placeholder',
	'subtitle',
]);

const TWO_WORDS = /\p{L}\S*\s+(\S*\s+)*\S*\p{L}/u;

/** Every text of two words or more in the source of the shipped node and its credentials. */
export function sourceTexts(): SourceText[] {
	const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts']).sort();
	return files.flatMap(textsOfFile);
}

/** The same text whichever parameter it is about, and whether or not blanks stand beside a `…`. */
export function normalized(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/ ?…[ …]*/g, '…')
		.replace(/^('…')?…?/, '')
		.replace(/^ | $/g, '');
}

function textsOfFile(file: string): SourceText[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: SourceText[] = [];
	visit(source);
	return found;

	function visit(node: ts.Node): void {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) {
			ts.forEachChild(node, visit);
			return;
		}
		for (const text of wordings(node)) {
			if (TWO_WORDS.test(text)) found.push({ text, file, ...placeOf(node) });
		}
		if (ts.isTemplateExpression(node)) {
			for (const { expression } of node.templateSpans) {
				if (!ts.isConditionalExpression(expression)) visit(expression);
			}
		}
	}
}

/** What an expression may read as: conditions give one wording for each of their branches. */
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

function placeOf(text: ts.Node): Pick<SourceText, 'within' | 'isPanel' | 'thrownAt'> {
	const within: string[] = [];
	let thrownAt: number | undefined;
	for (let node = text.parent; node; node = node.parent) {
		if (ts.isNewExpression(node)) thrownAt ??= node.pos;
		const { name } = node as ts.NamedDeclaration;
		if (name) within.unshift(name.getText());
	}
	return { within, thrownAt, isPanel: thrownAt === undefined && PANEL_MEMBERS.has(within.at(-1)!) };
}
