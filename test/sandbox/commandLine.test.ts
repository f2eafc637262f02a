import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createSandbox } from '../../sandbox/createSandbox';

const ROOT = `${__dirname}/../..`;

interface Run {
	process: ChildProcess;
	output: () => string;
	errors: () => string;
	exit: Promise<number | null>;
}

function start(...args: string[]): Run {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
		cwd: ROOT,
	});
	let output = '';
	let errors = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	const exit = once(child, 'close').then(([code]) => code as number | null);
	return { process: child, output: () => output, errors: () => errors, exit };
}

async function untilReady(run: Run): Promise<void> {
	while (!run.output().includes('Ctrl-C')) {
		if (run.process.exitCode !== null)
			throw new Error(`The sandbox did not start: ${run.errors()}`);
		await Promise.race([once(run.process.stdout as NodeJS.ReadableStream, 'data'), run.exit]);
	}
}

it('prints address and keys, serves, and stops cleanly on Ctrl-C', async () => {
	const run = start(
		'--port',
		'0',
		'--fixture',
		'portfolio',
		'--devices',
		'7',
		'--codes-per-device',
		'1',
		'--mixed',
		'--attempt-duration-ms',
		'5',
	);
	await untilReady(run);
	const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output()) ?? [];
	const state = (await (await fetch(`${url}/_sandbox/state`)).json()) as object;
	run.process.kill('SIGINT');
	expect(await run.exit).toBe(0);
	expect(run.output()).toContain('sandbox-key-portfolio');
	expect(state).toMatchObject({
		workspaces: [{ name: 'Portfolio', devices: 7, unmanaged_access_codes: 7 }, {}],
	});
});

it('says in one line that the port is taken, and exits with 1', async () => {
	const sandbox = await createSandbox({ fixture: 'empty' });
	try {
		const { port } = new URL(sandbox.url);
		const run = start('--port', port);
		expect(await run.exit).toBe(1);
		expect(run.errors()).toMatch(new RegExp(`^Port ${port} .+\n$`));
		expect(run.output()).toBe('');
	} finally {
		await sandbox.stop();
	}
});
