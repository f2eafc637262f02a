import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RequestSummary } from '../sandbox/faults/requestLog';
import type { SandboxSettings } from '../sandbox/faults/settings';

const PROJECT_ROOT = join(__dirname, '..');
const READY = 'Ctrl-C';

/** The contents of the sandbox's workspace and the settings of its answers. */
export interface SandboxSetup {
	devices: number;
	codesPerDevice: number;
	settings?: Partial<SandboxSettings>;
}

/** A sandbox in a process of its own, so that its load does not count as a client's. */
export interface SandboxProcess {
	url: string;
	apiKey: string;
	/** Resets the sandbox, then applies the settings of the setup. */
	restore: () => Promise<void>;
	/** Clears the request log. */
	clearRequests: () => Promise<void>;
	/** The requests since the log was cleared. */
	requests: () => Promise<RequestSummary>;
	/** Connections opened since the last call or `clearRequests`, if the sandbox is behind a network that counts them. */
	connections?: () => Promise<number | undefined>;
	stop: () => Promise<void>;
}

/** Starts the sandbox with the fixture `portfolio` on a free port. Rejects if it ends before it listens. */
export async function startSandboxProcess({
	devices,
	codesPerDevice,
	settings = {},
}: SandboxSetup): Promise<SandboxProcess> {
	const child = spawn(
		process.execPath,
		[
			'--import',
			'tsx',
			'sandbox/main.ts',
			'--port',
			'0',
			'--fixture',
			'portfolio',
			'--no-webhooks',
			'--devices',
			String(devices),
			'--codes-per-device',
			String(codesPerDevice),
		],
		{ cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const ended = once(child, 'close');
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	while (!output.includes(READY)) {
		const isAlive = await Promise.race([
			once(child.stdout, 'data').then(() => true),
			ended.then(() => false),
		]);
		if (!isAlive) throw new Error('The sandbox ended before it could be used.');
	}
	const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
	const [apiKey = ''] = /sandbox-key-portfolio/.exec(output) ?? [];
	return {
		url,
		apiKey,
		restore: async () => {
			await steer(url, 'reset');
			await steer(url, 'settings', settings);
		},
		clearRequests: async () => await steer(url, 'requests/clear'),
		requests: async () =>
			(await (await fetch(`${url}/_sandbox/requests/summary`)).json()) as RequestSummary,
		stop: async () => {
			child.kill('SIGTERM');
			await ended;
		},
	};
}

async function steer(url: string, route: string, body: object = {}): Promise<void> {
	const answer = await fetch(`${url}/_sandbox/${route}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox refused ${route}: ${await answer.text()}`);
}
