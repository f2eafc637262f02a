import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader, UnrecognizedNodeTypeError } from 'n8n-core';
import { NodeHelpers, setSafeRegexEngine, UnexpectedError } from 'n8n-workflow';
import type { ICredentialTypes, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { patientRegexEngine } from './patientRegexEngine';

const PROJECT_ROOT = resolve(__dirname, '..', '..');
const OWN_PACKAGE = 'n8n-nodes-device-access';
const TEST_PACKAGE = 'test-nodes';

/** The node and credential types that the engine sees: this package as built, n8n's own nodes, nodes of a test. */
export interface NodeCatalogue {
	nodeTypes: INodeTypes;
	credentialTypes: ICredentialTypes;
	/** Makes a node that only a test has known to the engine; gives its full type name. */
	register: (nodeType: INodeType) => string;
}

let catalogue: Promise<NodeCatalogue> | undefined;

/**
 * Loads the built package from `dist` and, on demand, n8n-nodes-base, with n8n-core's own loaders; once per test file.
 * A missing or broken build is reported at the first use of one of our types: tests of n8n's own nodes need none.
 */
export async function loadNodes(): Promise<NodeCatalogue> {
	catalogue ??= createCatalogue(PROJECT_ROOT);
	return await catalogue;
}

/** `deviceAccess` means our own node; a name with a package (`n8n-nodes-base.set`) stays as it is. */
export function fullTypeName(type: string): string {
	return type.includes('.') ? type : `${OWN_PACKAGE}.${type}`;
}

/** The catalogue with this package as found in a folder: the project itself, or an unpacked tarball. */
export async function createCatalogue(packageRoot: string): Promise<NodeCatalogue> {
	setSafeRegexEngine(patientRegexEngine);
	const base = new LazyPackageDirectoryLoader(dirname(require.resolve('n8n-nodes-base/package.json')));
	await base.loadAll();
	const own = new PackageDirectoryLoader(packageRoot);
	const problem = await loadOwn(own, packageRoot);
	const loaders = [own, base];
	const testNodes = new Map<string, INodeType>();

	const requireOwn = () => {
		if (problem !== undefined) throw problem;
	};
	const getByName = (fullName: string): INodeType | IVersionedNodeType => {
		const [packageName = '', nodeName = ''] = fullName.split('.');
		const testNode = packageName === TEST_PACKAGE ? testNodes.get(nodeName) : undefined;
		if (testNode !== undefined) return testNode;
		if (packageName === OWN_PACKAGE) requireOwn();
		const loader = loaders.find((candidate) => candidate.packageName === packageName);
		if (loader === undefined) throw new UnrecognizedNodeTypeError(packageName, nodeName);
		return loader.getNode(nodeName).type;
	};
	const credentialLoader = (type: string) => loaders.find(({ known }) => type in known.credentials);

	const credentialTypes: ICredentialTypes = {
		recognizes: (type) => credentialLoader(type) !== undefined,
		getByName: (type) => {
			const loader = credentialLoader(type);
			if (loader === undefined) {
				requireOwn();
				throw new UnexpectedError(`No loaded package has the credential type "${type}".`);
			}
			return loader.getCredential(type).type;
		},
		getSupportedNodes: (type) => {
			const loader = credentialLoader(type);
			const names = loader?.known.credentials[type]?.supportedNodes ?? [];
			return names.map((name) => (name.includes('.') ? name : `${loader?.packageName}.${name}`));
		},
		getParentTypes: (type) => {
			const parents = credentialLoader(type)?.known.credentials[type]?.extends ?? [];
			return parents.flatMap((parent) => [parent, ...credentialTypes.getParentTypes(parent)]);
		},
	};
	return {
		nodeTypes: {
			getByName,
			getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(getByName(name), version),
			getKnownTypes: () => ({}),
		},
		credentialTypes,
		register: (nodeType) => {
			testNodes.set(nodeType.description.name, nodeType);
			return `${TEST_PACKAGE}.${nodeType.description.name}`;
		},
	};
}

async function loadOwn(loader: PackageDirectoryLoader, packageRoot: string): Promise<Error | undefined> {
	const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
	const missing = [...nodes, ...credentials].find((file) => !existsSync(join(packageRoot, file)));
	if (missing !== undefined) return new UnexpectedError(`${missing} does not exist: run "npm run build" before the engine tests.`);
	try {
		await loader.loadAll();
		return undefined;
	} catch (error) {
		return new UnexpectedError(`The built package does not load: ${(error as Error).message}`, { cause: error as Error });
	}
}
