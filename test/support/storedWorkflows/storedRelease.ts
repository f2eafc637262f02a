import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

const FOLDER = resolve(__dirname, '../../fixtures/storedWorkflows');
const CURSOR_FOLDER = resolve(__dirname, '../../fixtures/storedCursors');

/** A node as a workflow of a release stores it. */
export interface StoredNode {
	readonly name: string;
	/** Without the package's name, such as `deviceAccess`. */
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: INodeParameters;
}

export interface StoredRequest {
	readonly path: string;
	readonly body: unknown;
}

/** A node of the action type, with what it sent to a fresh sandbox, each request once: waits repeat them. */
export interface StoredOperation {
	readonly node: StoredNode;
	readonly requests: readonly StoredRequest[];
}

/** What a trigger of a release kept in n8n's static data of its node. */
export interface StoredState {
	/** How it came to it. */
	readonly name: string;
	/** How many events it had handed over by then; they are numbered from 0. */
	readonly handledEvents: number;
	readonly staticData: IDataObject;
}

/** What `test/fixtures/storedWorkflows/VERSION/` holds. */
export interface StoredRelease {
	readonly operations: readonly StoredOperation[];
	readonly triggers: readonly StoredNode[];
	readonly states: { readonly polling: readonly StoredState[]; readonly webhook: readonly StoredState[] };
}

/** The versions that have been frozen. */
export const frozenVersions = (): string[] => readdirSync(FOLDER).sort();

export function readRelease(version: string): StoredRelease {
	const read = <Content>(name: string): Content => JSON.parse(readFileSync(join(FOLDER, version, name), 'utf8')) as Content;
	return { operations: read('operations.json'), triggers: read('triggers.json'), states: read('states.json') };
}

/** What polling triggers kept in a version of the cursor that no frozen release has: `test/fixtures/storedCursors/VERSION.json`. */
export const frozenCursors = (): Array<{ of: string; polling: readonly StoredState[] }> =>
	readdirSync(CURSOR_FOLDER).sort().map((file) => ({
		of: `cursor version ${parse(file).name}`,
		polling: JSON.parse(readFileSync(join(CURSOR_FOLDER, file), 'utf8')) as StoredState[],
	}));

/** Writes the files of a release. Throws when it is frozen already: a release never changes. */
export function writeRelease(version: string, { operations, triggers, states }: StoredRelease): void {
	const folder = join(FOLDER, version);
	if (existsSync(folder)) throw new Error(`${version} is frozen already`);
	mkdirSync(folder, { recursive: true });
	const write = (name: string, content: unknown) => writeFileSync(join(folder, name), `${JSON.stringify(content, null, '\t')}\n`);
	write('operations.json', operations);
	write('triggers.json', triggers);
	write('states.json', states);
}
