import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

const FOLDER = resolve(__dirname, '../../fixtures/storedWorkflows');

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

/** What `test/fixtures/storedWorkflows/VERSION/` holds. */
export interface StoredRelease {
	readonly operations: readonly StoredOperation[];
	readonly triggers: readonly StoredNode[];
}

/** The versions that have been frozen. */
export const frozenVersions = (): string[] => readdirSync(FOLDER).sort();

export function readRelease(version: string): StoredRelease {
	const read = <Content>(name: string): Content => JSON.parse(readFileSync(join(FOLDER, version, name), 'utf8')) as Content;
	return { operations: read('operations.json'), triggers: read('triggers.json') };
}

/** Writes the files of a release. Throws when it is frozen already: a release never changes. */
export function writeRelease(version: string, { operations, triggers }: StoredRelease): void {
	const folder = join(FOLDER, version);
	if (existsSync(folder)) throw new Error(`${version} is frozen already`);
	mkdirSync(folder, { recursive: true });
	const write = (name: string, content: unknown) => writeFileSync(join(folder, name), `${JSON.stringify(content, null, '\t')}\n`);
	write('operations.json', operations);
	write('triggers.json', triggers);
}
