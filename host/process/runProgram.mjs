import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end and returns its output. With a signal, the program has a process group of its own, so that
 * Ctrl-C reaches it only through the signal, which ends it with all its children. `status` is then null.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number, signal?: AbortSignal }} options
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
export async function runProgram(program, parameters, { signal, ...options }) {
	signal?.throwIfAborted();
	const isWindows = process.platform === 'win32';
	const child = spawn(program, [...parameters], {
		...options,
		stdio: ['ignore', 'pipe', 'pipe'],
		// On Windows, npm is a .cmd file, which only a shell can start.
		shell: isWindows && program === 'npm',
		detached: signal !== undefined && !isWindows,
	});
	const output = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'])
		child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
	const end = () => endGroup(child);
	signal?.addEventListener('abort', end);
	try {
		const [status] = await once(child, 'close');
		return { status, ...output };
	} finally {
		signal?.removeEventListener('abort', end);
	}
}

function endGroup({ pid }) {
	if (pid === undefined) return;
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}
