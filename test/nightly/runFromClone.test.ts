import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from '../../host/process/runCommand';
import { waitFor } from '../../host/process/waitFor';

const PROCESS_FOLDER = resolve(__dirname, '..', '..', 'host', 'process');
const TIME_LIMIT_MS = 60_000;

/** A clone whose dependencies are two tiny packages, and the registry that has them. */
let folder: string;
let clone: string;
let registry: Server;
let tarball: Buffer;
/** Whether the registry keeps npm waiting for the packages. */
let isStalled: boolean;
let requests: string[];

async function writeProject(path: string, dependency: string): Promise<void> {
	const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
	const root = { name: 'project', version: '1.0.0', dependencies: { [dependency]: '1.0.0' } };
	const packages = {
		'': root,
		[`node_modules/${dependency}`]: {
			version: '1.0.0',
			resolved: `${url}/${dependency}/-/${dependency}-1.0.0.tgz`,
		},
	};
	await mkdir(path, { recursive: true });
	const scripts = { demo: 'node host/demo/start.mjs' };
	await writeFile(join(path, 'package.json'), JSON.stringify({ ...root, scripts }));
	await writeFile(
		join(path, 'package-lock.json'),
		JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages }),
	);
	await writeFile(join(path, '.npmrc'), `registry=${url}\n`);
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'device-access-clone-'));
	// The loader that runFromClone.mjs hands over to, here one that loads nothing.
	const loader = join(folder, 'tsx');
	await mkdir(loader);
	await writeFile(
		join(loader, 'package.json'),
		JSON.stringify({ name: 'tsx', version: '1.0.0', main: 'index.js' }),
	);
	await writeFile(join(loader, 'index.js'), '');
	await runCommand('npm', ['pack', '--pack-destination', folder], { cwd: loader });
	tarball = await readFile(join(folder, 'tsx-1.0.0.tgz'));
	registry = createServer(({ url = '' }, response) => {
		requests.push(url);
		if (!isStalled) response.end(tarball);
	}).listen(0, '127.0.0.1');
	await once(registry, 'listening');
});

afterAll(async () => {
	registry?.closeAllConnections();
	registry?.close();
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

beforeEach(async () => {
	[isStalled, requests] = [false, []];
	clone = await mkdtemp(join(folder, 'clone-'));
	await writeProject(clone, 'tsx');
	await writeProject(join(clone, 'host', 'n8n-2'), 'n8n');
	for (const name of await readdir(PROCESS_FOLDER))
		if (name.endsWith('.mjs'))
			await cp(join(PROCESS_FOLDER, name), join(clone, 'host', 'process', name));
	await mkdir(join(clone, 'host', 'demo'));
	await writeFile(
		join(clone, 'host', 'demo', 'start.mjs'),
		"import { runFromClone } from '../process/runFromClone.mjs';\nawait runFromClone('demo/main.mjs');\n",
	);
	await writeFile(join(clone, 'host', 'demo', 'main.mjs'), "console.log('The demo runs');\n");
});

interface Started {
	readonly child: ChildProcess;
	readonly output: () => string;
	readonly ended: Promise<unknown>;
}

/** Starts the demo in a process group of its own, as a terminal does. */
function startDemo(): Started {
	const child = spawn('npm', ['run', 'demo'], {
		cwd: clone,
		// npx, which may run this test, sets the cache for its children.
		env: { ...process.env, npm_config_cache: join(clone, 'cache') },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text: Buffer) => (output += text.toString()));
	return { child, output: () => output, ended: once(child, 'close') };
}

async function run(): Promise<string> {
	const demo = startDemo();
	await demo.ended;
	return demo.output();
}

const openConnections = async () =>
	await new Promise<number>((resolve, reject) =>
		registry.getConnections((error, count) => (error ? reject(error) : resolve(count))),
	);
const packagesAsked = () => requests.filter((url) => url.endsWith('.tgz'));

it.each<[string, (child: ChildProcess) => void]>([
	['Ctrl-C in the terminal', ({ pid = 0 }) => process.kill(-pid, 'SIGINT')],
	['a signal to npm alone', (child) => child.kill('SIGTERM')],
])(
	'an installation that is ended by %s leaves no npm behind, and the same command continues',
	async (_how, end) => {
		isStalled = true;
		const demo = startDemo();
		await waitFor('both installations', async () => packagesAsked().length >= 2 || undefined);
		end(demo.child);
		await demo.ended;
		await waitFor('the end of npm', async () => (await openConnections()) === 0 || undefined);
		expect(demo.output()).toMatch(/0 MB on the disk[^]*\nStopped\. The same command continues\./);
		expect(demo.output()).not.toMatch(/The demo runs/);

		isStalled = false;
		expect(await run()).toMatch(/The demo runs/);
	},
	TIME_LIMIT_MS,
);

it(
	'a half-finished installation is found and repaired',
	async () => {
		expect(await run()).toMatch(/The demo runs/);
		await rm(join(clone, 'node_modules', 'tsx', 'package.json'));
		await mkdir(join(clone, 'node_modules', '.tsx-Ab12', 'left', 'over'), { recursive: true });
		expect(await run()).toMatch(/Installing [^]*The demo runs/);
		expect(await readdir(join(clone, 'node_modules'))).not.toContain('.tsx-Ab12');
		expect(await run()).not.toMatch(/Installing/);
	},
	TIME_LIMIT_MS,
);

it(
	'an n8n that is half installed is installed again together with missing dependencies',
	async () => {
		await mkdir(join(clone, 'host', 'n8n-2', 'node_modules', 'n8n'), { recursive: true });
		expect(await run()).toMatch(/Installing [^]*The demo runs/);
		expect(await readdir(join(clone, 'host', 'n8n-2', 'node_modules', 'n8n'))).toContain(
			'package.json',
		);
	},
	TIME_LIMIT_MS,
);
