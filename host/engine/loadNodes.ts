import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
	LazyPackageDirectoryLoader,
	PackageDirectoryLoader,
	UnrecognizedNodeTypeError,
} from 'n8n-core';
import { NodeHelpers, setSafeRegexEngine, UnexpectedError } from 'n8n-workflow';
import type {
	ICredentialTypes,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	RegexEngine,
} from 'n8n-workflow';

const PROJECT_ROOT = resolve(__dirname, '..', '..');
const OWN_PACKAGE = 'n8n-nodes-device-access';
const REGISTERED_PACKAGE = 'registered-nodes';

/**
 * Matches patterns without a time limit. n8n's default engine gives a pattern 250 ms by the wall clock: on a busy machine that is
 * too short to read a valid ID in a locator, and the run fails.
 */
const patientRegexEngine: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};

/** Finds the nodes of a package without reading their descriptions, 9 MB in n8n-nodes-base, which only an editor shows. */
class KnownNodesLoader extends LazyPackageDirectoryLoader {
	override async loadAll(): Promise<void> {
		this.known.nodes = await this.readJSON('dist/known/nodes.json');
		this.known.credentials = await this.readJSON('dist/known/credentials.json');
	}
}

/** The node and credential types of the engine: the built package, n8n's own nodes, registered nodes. */
export interface NodeCatalogue {
	nodeTypes: INodeTypes;
	credentialTypes: ICredentialTypes;
	/** Adds a node that no package has. Returns its full type name. */
	register: (nodeType: INodeType) => string;
}

let catalogue: Promise<NodeCatalogue> | undefined;

/** Loads the built package from `dist` and, on demand, n8n-nodes-base, with n8n-core's own loaders, once per process (in jest: per test file). Throws if there is no build. */
export async function loadNodes(): Promise<NodeCatalogue> {
	catalogue ??= createCatalogue();
	return await catalogue;
}

/** The full name of a type: `deviceAccess` becomes that of our own node; a name with a package (`n8n-nodes-base.set`) stays. */
export function fullTypeName(type: string): string {
	return type.includes('.') ? type : `${OWN_PACKAGE}.${type}`;
}

async function createCatalogue(): Promise<NodeCatalogue> {
	if (!existsSync(join(PROJECT_ROOT, 'dist')))
		throw new UnexpectedError('There is no dist/: run "npm run build" first.');
	setSafeRegexEngine(patientRegexEngine);
	const loaders = [
		new PackageDirectoryLoader(PROJECT_ROOT),
		new KnownNodesLoader(dirname(require.resolve('n8n-nodes-base/package.json'))),
	];
	for (const loader of loaders) await loader.loadAll();
	const registeredNodes = new Map<string, INodeType>();

	const getByName = (fullName: string): INodeType | IVersionedNodeType => {
		const [packageName = '', nodeName = ''] = fullName.split('.');
		const registeredNode =
			packageName === REGISTERED_PACKAGE ? registeredNodes.get(nodeName) : undefined;
		if (registeredNode !== undefined) return registeredNode;
		const loader = loaders.find((candidate) => candidate.packageName === packageName);
		if (loader === undefined) throw new UnrecognizedNodeTypeError(packageName, nodeName);
		return loader.getNode(nodeName).type;
	};
	const credentialLoader = (type: string) => loaders.find(({ known }) => type in known.credentials);
	return {
		nodeTypes: {
			getByName,
			getByNameAndVersion: (name, version) =>
				NodeHelpers.getVersionedNodeType(getByName(name), version),
			getKnownTypes: () => ({}),
		},
		credentialTypes: {
			recognizes: (type) => credentialLoader(type) !== undefined,
			getByName: (type) => {
				const loader = credentialLoader(type);
				if (loader === undefined)
					throw new UnexpectedError(`No loaded package has the credential type "${type}".`);
				return loader.getCredential(type).type;
			},
			getSupportedNodes: (type) => {
				const loader = credentialLoader(type);
				const names = loader?.known.credentials[type]?.supportedNodes ?? [];
				return names.map((name) => (name.includes('.') ? name : `${loader?.packageName}.${name}`));
			},
			getParentTypes: () => [],
		},
		register: (nodeType) => {
			registeredNodes.set(nodeType.description.name, nodeType);
			return `${REGISTERED_PACKAGE}.${nodeType.description.name}`;
		},
	};
}
