import ts from 'typescript';
import { symbolOf } from './nameReferences';

/** The place of a value that differs from case to case. */
export const VARIES = '…';

/** Reads texts as they are written down in some sources. */
export interface TextReader {
	/** All that an expression can come to, with … for each part that is not written down; none where nothing is. */
	textsOf(node: ts.Expression | undefined): string[];
	/** The declaration of the constant that a name stands for, where its value is written down. */
	constantOf(node: ts.Node): (ts.VariableDeclaration & { initializer: ts.Expression }) | undefined;
}

export function createTextReader(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]): TextReader {
	const constantOf: TextReader['constantOf'] = (node) => {
		const declaration = ts.isIdentifier(node) ? symbolOf(checker, node)?.valueDeclaration : undefined;
		if (!declaration || !ts.isVariableDeclaration(declaration) || !hasInitializer(declaration)) return undefined;
		const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
		return isConstant && sources.includes(declaration.getSourceFile()) ? declaration : undefined;
	};
	const read = (node: ts.Expression): string[] => {
		if (ts.isStringLiteralLike(node)) return [node.text];
		if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return read(node.expression);
		if (ts.isConditionalExpression(node)) return [...read(node.whenTrue), ...read(node.whenFalse)];
		if (ts.isTemplateExpression(node)) return readTemplate(node);
		if (ts.isBinaryExpression(node)) return readBinary(node);
		if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return read(node.body);
		const value = constantOf(node)?.initializer;
		return value && isText(value) ? read(value) : [VARIES];
	};
	const readTemplate = ({ head, templateSpans }: ts.TemplateExpression): string[] =>
		templateSpans.reduce(
			(beginnings, { expression, literal }) =>
				beginnings.flatMap((beginning) => [...new Set(read(expression))].map((part) => beginning + part + literal.text)),
			[head.text],
		);
	const readBinary = ({ left, operatorToken, right }: ts.BinaryExpression): string[] => {
		switch (operatorToken.kind) {
			case ts.SyntaxKind.PlusToken:
				return read(left).flatMap((beginning) => read(right).map((end) => beginning + end));
			case ts.SyntaxKind.AmpersandAmpersandToken:
				return read(right);
			case ts.SyntaxKind.QuestionQuestionToken:
			case ts.SyntaxKind.BarBarToken:
				return [...read(left), ...read(right)];
			default:
				return [VARIES];
		}
	};
	return { constantOf, textsOf: (node) => (node ? read(node).filter((text) => /\p{L}/u.test(text)) : []) };
}

const hasInitializer = (node: ts.VariableDeclaration): node is ts.VariableDeclaration & { initializer: ts.Expression } => node.initializer !== undefined;

/** True for a text that is written down in whole or in part. */
export function isText(node: ts.Node): boolean {
	if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
	if (ts.isConditionalExpression(node)) return isText(node.whenTrue) && isText(node.whenFalse);
	if (ts.isParenthesizedExpression(node)) return isText(node.expression);
	return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(node.left) || isText(node.right));
}

/** Two words, or a word beside something that varies. */
export const isProse = (text: string): boolean => /\p{L}{2,}/u.test(text) && /\s/.test(text.trim());
