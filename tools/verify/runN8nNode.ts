import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { TOOLS_MODULES } from './paths';

const N8N_NODE = join(TOOLS_MODULES, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');

/** Runs `n8n-node <command>` of the pinned @n8n/node-cli in a folder; resolves even if the command fails. */
export async function runN8nNode(
	command: 'lint' | 'build',
	folder: string,
): Promise<{ readonly exitCode: number; readonly output: string }> {
	const { exitCode, all } = await execa(process.execPath, [N8N_NODE, command], {
		cwd: folder,
		all: true,
		reject: false,
		// n8n-node starts programs through the package manager that seems to have started it; offline, so that
		// npm never downloads a program of the same name from the registry.
		env: {
			npm_config_user_agent: 'npm',
			npm_config_offline: 'true',
			npm_config_yes: 'false',
			npm_config_loglevel: 'error',
		},
	});
	return {
		exitCode: exitCode ?? 1,
		output: stripVTControlCharacters(all).replaceAll(`${folder}/`, '').trim(),
	};
}
