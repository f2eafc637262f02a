import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader, UnrecognizedNodeTypeError } from 'n8n-core';
import { NodeHelpers, UnexpectedError } from 'n8n-workflow';
import type { ICredentialTypes, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';

const PROJECT_ROOT = resolve(__dirname, '..', '..');
const OWN_PACKAGE = 'n8n-nodes-device-access';
const TEST_PACKAGE = 'test-nodes';

/** The node and credential types that the engine sees: this package as built, n8n's own nodes, nodes of a test. */
export interface NodeCatalogue {
	nodeTypes: INodeTypes;
	credentialTypes: ICredentialTypes;
	/** Makes a node that only a test has known to the engine; gives its full type name. */
	register(nodeType: INodeType): string;
}

let catalogue: Promise<NodeCatalogue> | undefined;

/**
 * Loads the built package from `dist` and, on demand, n8n-nodes-base, with n8n-core's own loaders; once per test file.
 * A missing build is reported at the first use of one of our types, so that tests of n8n's own nodes need none.
 */
export async function loadNodes(): Promise<NodeCatalogue> {
	catalogue ??= createCatalogue();
	return await catalogue;
}

/** `deviceAccess` means our own node; a name with a package (`n8n-nodes-base.set`) stays as it is. */
export function fullTypeName(type: string): string {
	return type.includes('.') ? type : `${OWN_PACKAGE}.${type}`;
}

async function createCatalogue(): Promise<NodeCatalogue> {
	const base = new LazyPackageDirectoryLoader(dirname(require.resolve('n8n-nodes-base/package.json')));
	await base.loadAll();
	const own = new PackageDirectoryLoader(PROJECT_ROOT);
	const missingFile = missingBuildFile(own);
	if (missingFile === undefined) await own.loadAll();
	const loaders = [own, base];
	const testNodes = new Map<string, INodeType>();

	const requireBuild = () => {
		if (missingFile !== undefined) {
			throw new UnexpectedError(`${missingFile} does not exist: run "npm run build" before the engine tests.`);
		}
	};
	const getByName = (fullName: string): INodeType | IVersionedNodeType => {
		const [packageName = '', nodeName = ''] = fullName.split('.');
		const testNode = packageName === TEST_PACKAGE ? testNodes.get(nodeName) : undefined;
		if (testNode !== undefined) return testNode;
		if (packageName === OWN_PACKAGE) requireBuild();
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
				requireBuild();
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

function missingBuildFile(loader: PackageDirectoryLoader): string | undefined {
	const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
	return [...nodes, ...credentials].find((file) => !existsSync(join(PROJECT_ROOT, file)));
}
