import ts from 'typescript';
import { type Collection, collectTexts, type CollectorRules } from './collectTexts';

const FILE = '/sample/sample.ts';
const RULES: CollectorRules = {
	labellingFunctions: [],
	editorFiles: [],
	editorMembers: ['displayName'],
	errorTexts: { Error: [0], InvalidParameterError: [0, 1] },
	passedOn: [],
};

/** What the collector finds in the text of one TypeScript file. */
export function collectSample(source: string): Collection {
	const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, strict: true, types: [] };
	const host = ts.createCompilerHost(options);
	const readFile = host.getSourceFile.bind(host);
	host.getSourceFile = (name, version) => (name === FILE ? ts.createSourceFile(name, source, version, true) : readFile(name, version));
	return collectTexts(ts.createProgram([FILE], options, host), [FILE], '/sample', RULES);
}
