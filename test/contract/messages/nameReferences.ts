import ts from 'typescript';

/** The symbol that a name or a member stands for, through imports. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
	const name = ts.isPropertyAccessExpression(node) ? node.name : node;
	const shorthand = ts.isShorthandPropertyAssignment(name.parent) ? checker.getShorthandAssignmentValueSymbol(name.parent) : undefined;
	const symbol = shorthand ?? checker.getSymbolAtLocation(name);
	return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}

export type NameReferences = ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;

/** Where each name is used; declarations and imports do not count. */
export function indexReferences(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]): NameReferences {
	const references = new Map<ts.Symbol, ts.Identifier[]>();
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		const symbol = ts.isIdentifier(node) && !isDeclared(node) ? symbolOf(checker, node) : undefined;
		if (symbol) references.set(symbol, [...(references.get(symbol) ?? []), node as ts.Identifier]);
		ts.forEachChild(node, visit);
	};
	for (const source of sources) visit(source);
	return references;
}

const isDeclared = (node: ts.Identifier): boolean => {
	const { parent } = node;
	const isDeclaration = ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isFunctionDeclaration(parent) || ts.isPropertyAssignment(parent);
	return isDeclaration && parent.name === node;
};
