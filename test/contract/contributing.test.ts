import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as ts from 'typescript';
import type { Resource } from '../../nodes/DeviceAccess/operation/defineOperation';
import { fieldsOf, optionsOf, toNodeProperties } from '../../nodes/DeviceAccess/operation/toNodeProperties';
import { resources } from '../../nodes/DeviceAccess/resources';

const ROOT = resolve(__dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** The example of 'Add an operation': its first line names the file that it goes into. */
const [, file = '', example = ''] = /```ts\n\/\/ (\S+)\n([\s\S]*?)```/.exec(GUIDE) ?? [];
const path = join(ROOT, file);

/** The file with the example in its list of operations, and nothing else changed. */
const changed = readFileSync(path, 'utf8').replace(/^\toperations: \[$/m, (line) => `${line}\n${example}`);

/** What the compiler says of the changed file, with the settings of the package. */
function compile(source: string): string[] {
	const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as { config: object };
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const host = ts.createCompilerHost(options);
	const readSource = host.getSourceFile.bind(host);
	host.getSourceFile = (name, ...rest) => (resolve(name) === path ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2021) : readSource(name, ...rest));
	const program = ts.createProgram([path], { ...options, noEmit: true }, host);
	const parsed = program.getSourceFiles().find(({ fileName }) => resolve(fileName) === path);
	return [...program.getSyntacticDiagnostics(parsed), ...program.getSemanticDiagnostics(parsed)].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** The resource that the changed file exports. */
function load(source: string): Resource {
	const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2021 } });
	const exported: { device?: Resource } = {};
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs the text of the guide, which is part of this repository
	const run = new Function('require', 'exports', outputText) as (load: (id: string) => unknown, exports: object) => void;
	run((id) => jest.requireActual<object>(id.startsWith('.') ? join(path, '..', id) : id), exported);
	if (!exported.device) throw new Error('The file exports no resource');
	return exported.device;
}

describe("the example of 'Add an operation' in CONTRIBUTING.md", () => {
	it('compiles in the one file that it names, with what is imported there', () => {
		expect(changed).toContain(example);
		expect(compile(changed)).toEqual([]);
		expect(compile(changed.replace('deviceId: deviceField', 'deviceId: doorField'))).toEqual([expect.stringContaining('doorField')]);
	});

	it('is a new operation', () => {
		const known = resources.flatMap(({ value, operations }) => operations.map((operation) => `${value} ${operation.value}`));
		expect(known).not.toContain('device restart');
	});

	it('gives an entry in the editor with its fields and options, and the body of a request', () => {
		const device = load(changed);
		const [added] = device.operations;
		if (!added) throw new Error('There is no operation');
		const id = 'de51ce00-0000-4000-8000-000000000001';
		expect([added.value, added.request({ deviceId: id, options: {} })]).toEqual(['restart', { device_id: id }]);
		const properties = toNodeProperties([device]);
		const choices = properties.find(({ name }) => name === 'operation')?.options;
		expect(choices).toContainEqual({ name: 'Restart', value: 'restart', action: 'Restart device', description: added.description });
		const shown = properties.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('restart'));
		expect(shown.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual(
			['deviceId', 'options'].map((name) => [name, { resource: ['device'], operation: ['restart'] }]),
		);
		expect([Object.keys(fieldsOf(added)), Object.keys(optionsOf(added))]).toEqual([['deviceId'], expect.arrayContaining(['maskPinCodes', 'timeout'])]);
	});
});
