import ts from 'typescript';
import type { CollectorRules } from './collectTexts';

/**
 * True where a text is for the editor: a label or a description of a field, a choice, an operation or a node. Such are
 * the members of an object with a label, or with a name and a value, and the arguments of functions that make one.
 */
export function createEditorPlaces(checker: ts.TypeChecker, rules: CollectorRules): (node: ts.Node) => boolean {
	const isEntry = (node: ts.ObjectLiteralExpression): boolean => {
		const type = checker.getTypeAtLocation(node);
		const has = (name: string) => type.getProperty(name) !== undefined;
		return has('displayName') || (has('name') && has('value'));
	};
	const isLabelling = ({ expression }: ts.CallExpression) => rules.labellingFunctions.includes(expression.getText());
	/** A function that makes a text, and what it is given for it. */
	const isGivenToMaker = ({ parent }: ts.Node): boolean => ts.isCallExpression(parent) && !isLabelling(parent);
	return (node) => {
		if (rules.editorFiles.some((file) => node.getSourceFile().fileName.endsWith(file))) return true;
		let child = node;
		while (isPassedOn(child) || isGivenToMaker(child)) child = child.parent;
		const { parent } = child;
		if (ts.isPropertyAssignment(parent)) return parent.initializer === child && isEntry(parent.parent);
		if (ts.isShorthandPropertyAssignment(parent)) return isEntry(parent.parent);
		return ts.isCallExpression(parent) && parent.arguments.includes(child as ts.Expression) && isLabelling(parent);
	};
}

/** What a text passes through on its way to the member or the argument that it is for. */
function isPassedOn(node: ts.Node): boolean {
	const { parent } = node;
	const isLookedUpIn = ts.isElementAccessExpression(parent) && parent.expression === node;
	return (
		isLookedUpIn ||
		ts.isTemplateSpan(parent) ||
		ts.isTemplateExpression(parent) ||
		ts.isConditionalExpression(parent) ||
		ts.isBinaryExpression(parent) ||
		ts.isParenthesizedExpression(parent) ||
		ts.isAsExpression(parent) ||
		ts.isPropertyAccessExpression(parent)
	);
}
