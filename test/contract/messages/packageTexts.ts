import { resolve } from 'node:path';
import ts from 'typescript';
import { type Collection, collectTexts, type CollectorRules } from './collectTexts';

const ROOT = resolve(__dirname, '../../..');

/** What the syntax of this package does not tell. */
export const RULES: CollectorRules = {
	labellingFunctions: [
		'textFilter', 'idFilter', 'metadataField', 'failOrReturn', 'locator', 'severalOf', 'oneOf',
		// These name the field in what they throw.
		'requireUuid', 'optionalUuid', 'requireUuids', 'optionalUuids', 'fewUuids', 'optionalDateTime', 'optionalPin', 'requireTimeOrder', 'requireKey', 'required',
	],
	editorFiles: ['events/eventTypes.ts'],
	editorMembers: ['displayName', 'defaults', 'triggerPanel'],
	errorTexts: {
		Error: [0],
		TypeError: [0],
		InvalidParameterError: [0, 1],
		UnexpectedAnswerError: [1],
		ActionFailedError: [0, 3],
		NodeOperationError: [1, 2],
		NodeApiError: [],
		ServiceError: [],
		ConnectionError: [],
		PageLoopError: [],
		NotStartedError: [],
		CancelledError: [],
	},
	passedOn: [
		'(error as Error).message', // of normalizeBaseUrl
		'report.message', // of describeError
		'options', // the same report
		'String(message)', // of the result of an action
	],
};

/** The texts of nodes/ and credentials/. */
export function collectPackageTexts(): Collection {
	const config = ts.getParsedCommandLineOfConfigFile(resolve(ROOT, 'tsconfig.json'), {}, {
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
			throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
		},
	});
	if (!config) throw new Error('tsconfig.json cannot be read');
	const files = config.fileNames.filter((file) => file.endsWith('.ts'));
	return collectTexts(ts.createProgram(files, config.options), files, ROOT, RULES);
}
