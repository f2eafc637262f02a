import { relative } from 'node:path';
import ts from 'typescript';
import { createEditorPlaces } from './editorTexts';
import { indexReferences, symbolOf } from './nameReferences';
import { createTextReader, isProse, isText } from './writtenTexts';

/** A text that a person can get to see, with … for what is different from case to case. */
export interface CollectedText {
	text: string;
	/** What the source says with it on what to do, in the same object or call. */
	advice: string[];
	/** File and line, for the person who looks for it. */
	places: string[];
}

export interface Collection {
	texts: CollectedText[];
	/** Errors whose words cannot be told from the sources, with file and line: each is a gap. */
	unresolved: string[];
}

/** What the syntax does not tell. A name that is missing here makes the collection larger or unresolved, never smaller. */
export interface CollectorRules {
	/** Functions whose texts are labels or descriptions of fields. */
	labellingFunctions: readonly string[];
	/** Files that hold nothing but texts of the editor. */
	editorFiles: readonly string[];
	/** Members that hold texts of the editor, with all that is in them. */
	editorMembers: readonly string[];
	/** For each error class, the arguments of its constructor that are texts: first the message, then the advice. */
	errorTexts: Readonly<Record<string, readonly number[]>>;
	/** Texts of errors that come from elsewhere, as they are written in the source. */
	passedOn: readonly string[];
}

const MESSAGE_MEMBERS = new Set(['message', 'sentence', 'reachedSentence', 'pendingSentence', 'acceptedSentence', 'failedSentence']);
const ADVICE_MEMBERS = new Set(['description', 'advice', 'nextStep']);

/**
 * Every text in the sources that reads like prose or stands where only a message can stand, but for those of the editor.
 * So none is missed whatever way it takes to a person.
 */
export function collectTexts(program: ts.Program, files: readonly string[], root: string, rules: CollectorRules): Collection {
	const checker = program.getTypeChecker();
	const sources = files.map((file) => program.getSourceFile(file)).filter((source) => source !== undefined);
	const references = indexReferences(checker, sources);
	const { textsOf, constantOf } = createTextReader(checker, sources);
	const isEditorPlace = createEditorPlaces(checker, rules);
	const collected = new Map<string, CollectedText>();
	const unresolved: string[] = [];
	/** What stands beside a message as its advice, and is told with it. */
	const advising = new Set<ts.Node>();

	const placeOf = (node: ts.Node) => {
		const source = node.getSourceFile();
		return `${relative(root, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
	};
	const add = (node: ts.Node, texts: readonly string[], advice: readonly string[] = []) => {
		for (const text of texts) {
			const known = collected.get(text) ?? { text, advice: [], places: [] };
			known.advice = [...new Set([...known.advice, ...advice])];
			known.places = [...new Set([...known.places, placeOf(node)])];
			collected.set(text, known);
		}
	};

	/** Message and advice that stand side by side. */
	const pair = (message: ts.Expression | undefined, advice: ts.Expression | undefined): void => {
		const texts = textsOf(message);
		if (!message || texts.length === 0) return;
		const advices = textsOf(advice);
		add(message, texts, advices);
		if (advice && advices.length > 0) markAdvice(advice);
	};
	const markAdvice = (node: ts.Node): void => {
		if (ts.isCallExpression(node)) return;
		advising.add(node);
		ts.forEachChild(node, markAdvice);
	};
	const memberOf = (node: ts.Node | undefined, names: ReadonlySet<string>): ts.Expression | undefined =>
		node && ts.isObjectLiteralExpression(node)
			? node.properties.filter(ts.isPropertyAssignment).find(({ name }) => names.has(name.getText()))?.initializer
			: undefined;

	const visitError = (node: ts.NewExpression): void => {
		const name = node.expression.getText();
		const indices = rules.errorTexts[name];
		if (!indices) return void unresolved.push(`${placeOf(node)}: which arguments of ${name} are texts is not known`);
		const [message, advice] = indices.map((index) => node.arguments?.[index]);
		pair(message, memberOf(advice, ADVICE_MEMBERS) ?? advice);
		if (message) requireWords(message, true);
		if (advice && !ts.isObjectLiteralExpression(advice)) requireWords(advice, false);
	};
	/** Follows a text to where it is written down. A member of an object of this package is collected where it is made. */
	const requireWords = (node: ts.Expression, isMessage: boolean, seen: ReadonlySet<ts.Node> = new Set()): void => {
		if (seen.has(node) || rules.passedOn.includes(node.getText()) || node.getText() === 'undefined') return;
		const follow = (next: ts.Expression) => requireWords(next, isMessage, new Set([...seen, node]));
		if (isText(node)) return isMessage ? add(node, textsOf(node)) : undefined;
		if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].forEach(follow);
		if (ts.isBinaryExpression(node)) return [node.left, node.right].forEach(follow);
		const constant = constantOf(node);
		if (constant) return follow(constant.initializer);
		const declaration = symbolOf(checker, node)?.valueDeclaration;
		const given = declaration && ts.isParameter(declaration) ? argumentsFor(declaration) : [];
		if (given.length > 0) return given.forEach(follow);
		const isOwnMember = declaration && ts.isPropertySignature(declaration) && sources.includes(declaration.getSourceFile());
		if (!isOwnMember) unresolved.push(`${placeOf(node)}: what '${node.getText()}' says is not written down`);
	};
	/** What is given for a parameter, wherever its function is called by its name. */
	const argumentsFor = (parameter: ts.ParameterDeclaration): ts.Expression[] => {
		const { parent: declared } = parameter;
		const name = ts.isVariableDeclaration(declared.parent) ? declared.parent.name : declared.name;
		const symbol = name && checker.getSymbolAtLocation(name);
		const index = declared.parameters.indexOf(parameter);
		return (symbol ? (references.get(symbol) ?? []) : []).flatMap((reference) =>
			ts.isCallExpression(reference.parent) && reference.parent.expression === reference ? (reference.parent.arguments[index] ?? []) : [],
		);
	};

	const visitPairs = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && isErrorType(checker.getTypeAtLocation(node))) visitError(node);
		if (ts.isCallExpression(node)) {
			const at = checker.getResolvedSignature(node)?.parameters.findIndex(({ name }) => name === 'advice') ?? -1;
			if (at > 0) pair(node.arguments[0], node.arguments[at]);
		}
		const message = memberOf(node, MESSAGE_MEMBERS);
		if (message && !isEditorPlace(message)) pair(message, memberOf(node, ADVICE_MEMBERS));
		ts.forEachChild(node, visitPairs);
	};

	/** A constant that no text is made of alone: it is told with what it is a part of. */
	const isTold = (declaration: ts.VariableDeclaration): boolean => {
		const symbol = checker.getSymbolAtLocation(declaration.name);
		const uses = (symbol && references.get(symbol)) ?? [];
		const isPart = (use: ts.Identifier) => ts.isTemplateSpan(use.parent) || advising.has(use);
		const isPartOfText = declaration.initializer !== undefined && isText(declaration.initializer) && uses.every((use) => isPart(use) || isEditorPlace(use));
		return uses.length > 0 && (isPartOfText || uses.every(isEditorPlace));
	};
	const visitTexts = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		if (ts.isVariableDeclaration(node) && isTold(node)) return;
		if ((ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) && rules.editorMembers.includes(node.name.getText())) return;
		if (advising.has(node)) return visitWithin(node);
		if (!isText(node)) return ts.forEachChild(node, visitTexts);
		if (isKey(node) || isEditorPlace(node)) return;
		add(node, textsOf(node as ts.Expression).filter(isProse));
		visitWithin(node);
	};
	/** The parts of a text are in it already; a text in a call within it is one of its own. */
	const visitWithin = (node: ts.Node): void =>
		ts.forEachChild(node, (child) => (isText(child) || ts.isTemplateSpan(child) || advising.has(child) ? visitWithin(child) : visitTexts(child)));

	sources.forEach(visitPairs);
	sources.forEach(visitTexts);
	return { texts: [...collected.values()].sort((a, b) => (a.text < b.text ? -1 : 1)), unresolved };
}

const isKey = (node: ts.Node): boolean =>
	(ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
	(ts.isElementAccessExpression(node.parent) && node.parent.argumentExpression === node);

const isErrorType = (type: ts.Type): boolean => type.symbol?.name === 'Error' || (type.getBaseTypes() ?? []).some(isErrorType);
